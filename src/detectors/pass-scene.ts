import type { EventData } from '../core/events.ts'

/** The passes since the breaker last closed, oldest first, as rules about stagnation see them. */
export interface PassScene {
  passes: PassFacts[]
}

export type PassFacts = Pick<
  EventData['pass.complete'],
  'check' | 'claims_done' | 'issues_found' | 'issues_fixed' | 'facts'
>

/** Fewer tests fail than after the pass before. To and fro is no progress: a number that was there before does not count. */
export function fewerFail(passes: PassFacts[], index: number): boolean {
  const now = passes[index]?.facts.failed_tests
  const before = passes[index - 1]?.facts.failed_tests
  // Older logs do not have the number at all.
  if (typeof now !== 'number' || typeof before !== 'number' || now >= before) return false
  return !passes.slice(0, index).some(({ facts }) => facts.failed_tests === now)
}

/** What a pass may show for itself: something mended, less open than before, or fewer tests that fail. */
export function advanced(passes: PassFacts[], index: number): boolean {
  const now = passes[index]!
  const before = passes[index - 1]
  const fewerOpen = before !== undefined && now.issues_found < before.issues_found
  return now.issues_fixed > 0 || fewerOpen || fewerFail(passes, index)
}

/** The last passes, if there are so many and none after the first of them got anywhere; else `null`. */
export function lastWithoutProgress(passes: PassFacts[], limit: number): PassFacts[] | null {
  const last = passes.slice(-limit)
  const from = passes.length - last.length
  if (last.length < limit || last.some((_, at) => at > 0 && advanced(passes, from + at))) return null
  return last
}

/** Research was asked for, and reading changes no file: nothing was checked that could be red. */
export function onlyReads({ facts }: PassFacts): boolean {
  return facts.research && !facts.changed
}
