import type { Config } from '../config/schema.ts'
import type { EventData, GivenLesson } from '../core/events.ts'
import { chooseLessons } from '../core/memory/choose.ts'
import { rolesFor } from '../core/memory/relevance.ts'
import type { RunState } from '../core/state.ts'
import type { Layout } from '../store/layout.ts'
import { type AuditLine, keepAudit } from '../store/memory-audit.ts'
import { readMemory } from '../store/memory-file.ts'

/** A log of an older version has no such setting. */
export function isMemoryOn({ memory }: Pick<Config, 'memory'>): boolean {
  return memory?.enabled === true && memory.max_lessons > 0
}

/** What the memory has for a run that begins. It helps, and is never a reason not to start. */
export function lessonsAtStart(layout: Layout, start: EventData['run.start'], config: Config): GivenLesson[] {
  if (!isMemoryOn(config)) return []
  try {
    const { lessons } = readMemory(layout)
    const limits = { max: config.memory.max_lessons, detectors: config.detectors }
    return chooseLessons(lessons, start, limits).map(({ lesson, why }): GivenLesson => {
      const { id, kind, role, category, files, text, fix, wordings, frequency } = lesson
      const used = { injected: lesson.injected.length, repeated: lesson.repeated.length }
      return { id, kind, role, category, files, text, fix, wordings, frequency, ...used, why }
    })
  } catch {
    return []
  }
}

/** A line for each lesson and role, from the log: what is missing after a crash is there at the end. */
export function auditLessons(layout: Layout, { context, start, startedAt, runId }: RunState): void {
  const lines = (context?.lessons ?? []).flatMap((lesson) =>
    rolesFor(lesson, start!.strategy).map(
      (role): AuditLine => ({ at: startedAt!, run: runId, lesson: lesson.id, role, why: lesson.why }),
    ),
  )
  try {
    keepAudit(layout, lines)
  } catch {
    // What is said here is in the log as well.
  }
}
