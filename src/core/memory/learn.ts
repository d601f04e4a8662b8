import { memoryLimits } from '../../policy/memory.ts'
import { type Closeness, closenessOf } from './closeness.ts'
import { fade } from './fade.ts'
import { type Lesson, type Meeting, type Memory, type RunFacts, subjectOf } from './lesson.ts'
import { firstMet, latest, meet } from './meet.ts'
import { countedAs, withReview } from './same-change.ts'
import { noteUse } from './use.ts'

/**
 * The memory after a run. The same run a second time adds only what is new in it, and so does another review of the
 * same change. What a review did not meet is no older for it: it looked at one change, and made nothing.
 */
export function learn(memory: Memory, facts: RunFacts, decayAfter: number): Memory {
  if (!facts.reviewed) return memory
  const { change } = facts
  const run = { ...facts, run: countedAs(memory, facts.run, change) }
  const ages = change === null && !memory.runs.includes(run.run)
  const { known, fresh } = matched(memory.lessons, run.met)
  const lessons = memory.lessons.flatMap((lesson) => {
    const meetings = known.get(lesson)
    if (meetings) return [meet(lesson, meetings, run)]
    return (ages ? fade(lesson, decayAfter) : lesson) ?? []
  })
  const first = fresh.map((meetings) => firstMet(meetings, run))
  return {
    runs: latest([...memory.runs, run.run], memoryLimits.counted),
    changes: change === null ? memory.changes : withReview(memory.changes, facts.run, change),
    lessons: bounded([...lessons, ...first].map((lesson) => noteUse(lesson, run))),
  }
}

/** Every finding goes to the lesson that is closest to it; several may go to one. */
function matched(lessons: Lesson[], met: Meeting[]) {
  const closeness = closenessOf()
  const known = new Map<Lesson, Meeting[]>()
  const fresh: Meeting[] = []
  for (const meeting of met) {
    const subject = subjectOf(meeting.finding)
    let best: { lesson: Lesson; score: number } | null = null
    for (const lesson of lessons) {
      const score = closeness(lesson, subject)
      if (score !== null && score > (best?.score ?? 0)) best = { lesson, score }
    }
    if (best) known.set(best.lesson, [...(known.get(best.lesson) ?? []), meeting])
    else fresh.push(meeting)
  }
  return { known, fresh: together(fresh, closeness) }
}

/** Two files of one run may have the same fault: that is one thing, met once. */
function together(fresh: Meeting[], closeness: Closeness): [Meeting, ...Meeting[]][] {
  const groups: [Meeting, ...Meeting[]][] = []
  for (const meeting of fresh) {
    const subject = subjectOf(meeting.finding)
    const same = groups.find(([first]) => closeness(subjectOf(first.finding), subject) !== null)
    if (same) same.push(meeting)
    else groups.push([meeting])
  }
  return groups
}

/** What is too much goes by frequency, then by age; of lessons, into the archive. */
function bounded(lessons: Lesson[]): Lesson[] {
  const keep = (state: Lesson['state'], max: number) =>
    new Set(
      lessons
        .filter((lesson) => lesson.state === state)
        .toSorted((a, b) => b.frequency - a.frequency || a.idle - b.idle)
        .slice(0, max),
    )
  const active = keep('active', memoryLimits.active)
  const others = new Set([...keep('seen', memoryLimits.seen), ...keep('archived', memoryLimits.archived)])
  return lessons.flatMap((lesson): Lesson[] => {
    if (lesson.state !== 'active') return others.has(lesson) ? [lesson] : []
    return [active.has(lesson) ? lesson : { ...lesson, state: 'archived', archivedFor: 'crowded' }]
  })
}
