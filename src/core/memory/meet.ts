import { seenText } from '../../contracts/inert-line.ts'
import { memoryLimits } from '../../policy/memory.ts'
import { fnv1a64 } from '../fnv1a.ts'
import { named } from './kind.ts'
import type { Lesson, Meeting, RunFacts } from './lesson.ts'

/** Once more, in this run. A run that ends a second time can only say anew whether it mended it. */
export function meet(lesson: Lesson, meetings: Meeting[], run: RunFacts): Lesson {
  const fixed = fixedIn(lesson.fixed, run.run, meetings)
  if (lesson.met.includes(run.run)) return named({ ...lesson, fixed })
  return named(
    revived({
      ...lesson,
      ...(lesson.by === 'person' ? {} : whereAndHow(lesson, meetings, run)),
      wordings: wordingsOf(lesson.wordings, meetings),
      frequency: lesson.frequency + 1,
      idle: 0,
      met: latest([...lesson.met, run.run], memoryLimits.runs),
      fixed,
    }),
  )
}

/** For the first time. */
export function firstMet(meetings: [Meeting, ...Meeting[]], run: RunFacts): Lesson {
  const [{ finding }] = meetings
  const text = shortText(finding.description)
  return named({
    id: lessonId(finding.category, finding.file ?? '', text),
    state: 'seen',
    archivedFor: null,
    kind: 'anti-pattern',
    by: 'runs',
    domain: run.domain,
    role: null,
    category: finding.category,
    files: filesOf([], meetings),
    text,
    fix: fixOf(meetings),
    wordings: wordingsOf([text], meetings),
    frequency: 1,
    idle: 0,
    met: [run.run],
    fixed: fixedIn([], run.run, meetings),
    injected: [],
    repeated: [],
  })
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

function fixedIn(fixed: string[], run: string, meetings: Meeting[]): string[] {
  if (meetings.every((meeting) => meeting.fixed)) return latest([...fixed, run], memoryLimits.runs)
  return fixed.filter((each) => each !== run)
}

function fixOf(meetings: Meeting[]): string {
  return meetings.map(({ finding }) => shortText(finding.fix)).find(Boolean) ?? ''
}

/** Of a person's lesson, the person has said it. */
function whereAndHow(lesson: Lesson, meetings: Meeting[], { domain }: RunFacts): Partial<Lesson> {
  return {
    domain: lesson.domain === domain ? domain : null,
    fix: fixOf(meetings) || lesson.fix,
    files: filesOf(lesson.files, meetings),
  }
}

function filesOf(before: string[], meetings: Meeting[]): string[] {
  return latest([...before, ...meetings.flatMap(({ finding }) => finding.file ?? [])], memoryLimits.files)
}

/** The first wording stays, of the others the newest. */
function wordingsOf(wordings: string[], meetings: Meeting[]): string[] {
  const [first, ...others] = wordings
  const said = meetings.map(({ finding }) => shortText(finding.description)).filter((text) => text !== first)
  const rest = latest([...others, ...said], memoryLimits.wordings - 1)
  return first === undefined ? rest : [first, ...rest]
}
