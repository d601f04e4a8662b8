import { contextPrompt } from '../../detectors/boundary/context-prompt.ts'
import { cargoCult } from '../../detectors/system/cargo-cult.ts'
import type { Finding, GivenLesson } from '../events.ts'
import { ADOPTED, type RunState } from '../state.ts'
import { closenessOf, concerns } from './closeness.ts'
import { subjectOf } from './lesson.ts'
import { rolesFor } from './relevance.ts'

export interface Repeat {
  lesson: GivenLesson
  finding: Finding
}

/** Lessons that were given, and of which a reviewer found the same all the same, in what this run changed. */
export function repeatsIn(state: RunState, findings: Finding[]): Repeat[] {
  const given = givenLessons(state)
  if (given.length === 0) return []
  const closeness = closenessOf()
  const changed = new Set(
    Object.values(state.collected).flatMap(({ files }) => files.map(({ path }) => path)),
  )
  const ours = findings.filter(
    ({ severity, file }) => severity !== 'INFO' && (file === null || changed.has(file)),
  )
  return given.flatMap((lesson): Repeat[] => {
    const finding = ours.find(
      (each) => concerns(lesson, each.file) && closeness(lesson, subjectOf(each)) !== null,
    )
    return finding ? [{ lesson, finding }] : []
  })
}

/** Those that some agent really had in its prompt. */
export function givenLessons({ context, steps, corrections, start }: RunState): GivenLesson[] {
  // Where a prompt was too long, lessons were left out first.
  const lean = new Set(
    corrections.flatMap(({ signal }) =>
      signal.startsWith(`${contextPrompt.id}@`) ? [signal.slice(contextPrompt.id.length + 1)] : [],
    ),
  )
  const told = new Set(
    Object.values(steps).flatMap(({ id, role, agent }) => (agent === ADOPTED || lean.has(id) ? [] : [role])),
  )
  return (context?.lessons ?? []).filter((lesson) =>
    rolesFor(lesson, start?.strategy ?? '').some((role) => told.has(role)),
  )
}

/** What one role is told of them. */
export function lessonsFor({ context, start }: RunState, role: string): GivenLesson[] {
  const all = context?.lessons ?? []
  return all.filter((lesson) => rolesFor(lesson, start?.strategy ?? '').includes(role))
}

/** Lesson → where it was met again in this run, once the run was corrected for it. */
export function strengthened(state: RunState): Map<string, string> {
  if (!state.corrections.some(({ shadow }) => shadow === cargoCult.shadow)) return new Map()
  const found = Object.values(state.reviews).flatMap(({ effective }) => effective)
  return new Map(repeatsIn(state, found).map(({ lesson, finding }) => [lesson.id, saidOf(finding)]))
}

export function saidOf({ file, line, description }: Finding): string {
  const place = file === null ? '' : `${file}${line === null ? '' : `:${line}`}: `
  return `${place}${description}`.replace(/\s+/g, ' ').slice(0, 200)
}
