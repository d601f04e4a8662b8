import type { Canaries } from './events.ts'
import { plural } from './plural.ts'
import type { RunState } from './state.ts'
import { verificationOf } from './verification.ts'

/** Canaries that failed on the base and do not on the merged tree, by file. */
export interface Blunt {
  /** `null`: the run as a whole, which ends green although tests in it must fail. */
  file: string | null
  what: string[]
}

type Groups = Canaries['red']

/** `null`: no canaries were run on the present work, or nothing is known of them yet. */
export function canariesOf(state: RunState): Canaries | null {
  return verificationOf(state, 'canary')?.canaries ?? null
}

/** Whether the base has to be asked: something that must fail did not. */
export function isAnyDull(seen: Canaries): boolean {
  return seen.planted > 0 && (seen.dull.length > 0 || !seen.exit_red)
}

/** Empty as long as the base was not asked. */
export function bluntCanaries(state: RunState): Blunt[] {
  const seen = canariesOf(state)
  const base = verificationOf(state, 'canary-base')?.canaries
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
  const blunt = bluntCanaries(state)
  const causes = causesOf(state)
  // Once is no evidence where there was time for a second look: dull by chance.
  if (blunt.length === 0 || causes?.again === false) return []
  return [
    ...blunt.slice(0, MAX_SHOWN).map(({ file, what }) => words(file, what)),
    ...(blunt.length > MAX_SHOWN ? [`and in ${plural(blunt.length - MAX_SHOWN, 'more file')}`] : []),
    causes
      ? causeWords(causes.causes ?? [])
      : `not looked at: which file of the change makes it so, ${NO_TIME}`,
  ]
}

const NO_TIME = 'since that would have taken longer than twice the tests'

function causesOf(state: RunState): Canaries | null {
  return verificationOf(state, 'canary-cause')?.canaries ?? null
}

/** Whether the base says nothing of the tests either: no canary failed there, or none could be written. */
export function isUnverifiable(state: RunState): boolean {
  const seen = canariesOf(state)
  if (!seen) return false
  const base = verificationOf(state, 'canary-base')?.canaries
  return seen.planted === 0 || (base !== undefined && base.red.length === 0 && !base.exit_red)
}

/** For a report: what is known of whether the tests can fail. */
export function canaryLines(state: RunState): string[] {
  const run = verificationOf(state, 'canary')
  if (!run) return []
  const sabotage = verificationOf(state, 'sabotage')
  const after = sabotage?.ran ? [sabotage.reason] : []
  const blunt = cannotFail(state)
  if (blunt.length > 0) return ['The tests cannot be relied on:', ...blunt]
  const seen = run.canaries
  if (!seen || !run.ran || isUnverifiable(state)) {
    const why = run.ran ? 'none that must fail is told of as failed, on the base either' : run.reason
    return [`Whether the tests can fail is not verifiable: ${why}`, ...after]
  }
  const base = verificationOf(state, 'canary-base')?.canaries
  const red = seen.planted - seen.dull.reduce((sum, { what }) => sum + what.length, 0)
  const first = `The tests can fail: ${plural(red, 'test')} that had to did`
  const dull = base ? seen.dull.map(({ file }) => file) : []
  const rest =
    dull.length > 0
      ? [`Not verifiable, since nothing is told of there on the base either: ${shortList(dull)}`]
      : []
  return [first, ...rest, ...after]
}

function shortList(names: string[]): string {
  const more = names.length > 5 ? ` and ${names.length - 5} more` : ''
  return `${names.slice(0, 5).join(', ')}${more}`
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
    : `what makes it so: the change of ${shortList(causes)}`
}
