import type { Canaries } from './events.ts'
import { plural } from './plural.ts'
import type { RunState } from './state.ts'

/** Canaries that failed on the base and do not on the merged tree, by file. */
export interface Blunt {
  /** `null`: the run as a whole, which ends green although tests in it must fail. */
  file: string | null
  what: string[]
}

type Groups = Canaries['red']

/** `null`: no canaries were run on the present work, or nothing is known of them yet. */
export function canariesOf({ merge, verified }: RunState): Canaries | null {
  return (merge && verified[`canary:${merge.head}`]?.canaries) ?? null
}

/** Whether the base has to be asked: something that must fail did not. */
export function isAnyDull(seen: Canaries): boolean {
  return seen.planted > 0 && (seen.dull.length > 0 || !seen.exit_red)
}

/** Empty as long as the base was not asked. */
export function bluntCanaries(state: RunState): Blunt[] {
  const seen = canariesOf(state)
  const base = state.verified[`canary-base:${state.start!.base}`]?.canaries
  return seen && base ? bluntSince(base, seen) : []
}

/** Only what was red on the base says anything: what never runs there, or is never told of, is no doing of the change. */
export function bluntSince(base: Canaries, seen: Canaries): Blunt[] {
  if (seen.planted === 0 || base.planted === 0) return []
  const whole = base.exit_red && !seen.exit_red ? [{ file: null, what: ['the run as a whole'] }] : []
  return [...whole, ...seen.dull.flatMap((group) => bluntIn(group, seen, base))]
}

function bluntIn({ file, what }: Groups[number], seen: Canaries, base: Canaries): Blunt[] {
  const before = base.red.find((each) => each.file === file)
  const isThere = before ?? base.dull.find((each) => each.file === file)
  const known = isThere ? new Set(before?.what ?? []) : redAnywhere(base)
  // A file that the base does not have may be one that nothing runs: then no canary in it is red.
  const isRun = isThere !== undefined || seen.red.some((each) => each.file === file)
  const blunt = isRun ? what.filter((each) => known.has(each)) : []
  return blunt.length === 0 ? [] : [{ file, what: blunt }]
}

function redAnywhere({ red }: Canaries): Set<string> {
  return new Set(red.flatMap(({ what }) => what))
}

/** For a question to a person, and for reports: which tests cannot fail, and what makes it so. Empty: nothing of the kind was seen. */
export function cannotFail(state: RunState): string[] {
  const { merge, verified } = state
  const causes = merge && verified[`canary-cause:${merge.head}`]?.canaries
  // Once is no evidence: dull by chance.
  if (!causes || causes.again === false) return []
  const blunt = bluntCanaries(state)
  return [
    ...blunt.slice(0, MAX_SHOWN).map(({ file, what }) => words(file, what)),
    ...(blunt.length > MAX_SHOWN ? [`and in ${plural(blunt.length - MAX_SHOWN, 'more file')}`] : []),
    ...(blunt.length === 0 ? [] : [causeWords(causes.causes ?? [])]),
  ]
}

const MAX_SHOWN = 10

function words(file: string | null, what: string[]): string {
  if (file === null)
    return 'the test command ends green although tests in it must fail; on the base it does not'
  const shown = what.slice(0, 5).join(', ')
  const more = what.length > 5 ? ` and ${what.length - 5} more` : ''
  return `${file}: a test that must fail does not any more, as it did on the base: ${shown}${more}`
}

function causeWords(causes: string[]): string {
  return causes.length === 0
    ? 'which file of the change makes it so was not found out'
    : `what makes it so: the change of ${causes.slice(0, 5).join(', ')}${causes.length > 5 ? ` and ${causes.length - 5} more` : ''}`
}
