import { seenText } from '../../contracts/inert-line.ts'
import { memoryLimits } from '../../policy/memory.ts'
import { fnv1a64 } from '../fnv1a.ts'
import { named } from './kind.ts'
import type { Lesson, Meeting, RunFacts } from './lesson.ts'

/** Once more, in this run: once for a run, however often its ending is written. */
export function meet(lesson: Lesson, meetings: Meeting[], run: RunFacts): Lesson {
  const isNew = !lesson.met.includes(run.run)
  const fixed = meetings.every((meeting) => meeting.fixed)
  const others = lesson.fixed.filter((each) => each !== run.run)
  return named(
    revived({
      ...lesson,
      domain: lesson.domain === run.domain ? lesson.domain : null,
      fix: meetings.map(({ finding }) => shortText(finding.fix)).find(Boolean) ?? lesson.fix,
      files: latest([...lesson.files, ...filesOf(lesson, meetings)], memoryLimits.files),
      wordings: wordingsOf(lesson, meetings),
      frequency: lesson.frequency + (isNew ? 1 : 0),
      idle: 0,
      met: latest([...lesson.met, run.run], memoryLimits.runs),
      fixed: fixed ? latest([...others, run.run], memoryLimits.runs) : others,
    }),
  )
}

/** For the first time. */
export function firstMet({ finding, fixed }: Meeting, run: RunFacts): Lesson {
  const text = shortText(finding.description)
  return {
    id: lessonId(finding.category, finding.file ?? '', text),
    state: 'seen',
    archivedFor: null,
    kind: 'anti-pattern',
    by: 'runs',
    domain: run.domain,
    role: null,
    category: finding.category,
    files: finding.file === null ? [] : [finding.file],
    text,
    fix: shortText(finding.fix),
    wordings: [text],
    frequency: 1,
    idle: 0,
    met: [run.run],
    fixed: fixed ? [run.run] : [],
    injected: [],
    repeated: [],
  }
}

export function lessonId(...parts: string[]): string {
  return `l-${fnv1a64(JSON.stringify(parts)).slice(0, 8)}`
}

export function shortText(text: string): string {
  return seenText(text, memoryLimits.text)
}

/** The last of them, each once, at the place where it came first. */
export function latest(items: string[], max: number): string[] {
  return [...new Set(items)].slice(-max)
}

/** What recurs is a lesson; what had faded is one again. What somebody put away stays there. */
function revived(lesson: Lesson): Lesson {
  const { state, archivedFor, frequency } = lesson
  if (state === 'seen' && frequency >= memoryLimits.recursFrom) return { ...lesson, state: 'active' }
  if (state !== 'archived' || (archivedFor !== 'faded' && archivedFor !== 'crowded')) return lesson
  const back = Math.max(frequency, memoryLimits.recursFrom)
  return { ...lesson, state: 'active', archivedFor: null, frequency: back }
}

/** A person said where it holds. */
function filesOf({ by }: Lesson, meetings: Meeting[]): string[] {
  return by === 'person' ? [] : meetings.flatMap(({ finding }) => finding.file ?? [])
}

/** The first wording stays, of the others the newest. */
function wordingsOf({ wordings }: Lesson, meetings: Meeting[]): string[] {
  const [first, ...others] = wordings
  const said = meetings.map(({ finding }) => shortText(finding.description)).filter((text) => text !== first)
  const rest = latest([...others, ...said], memoryLimits.wordings - 1)
  return first === undefined ? rest : [first, ...rest]
}
