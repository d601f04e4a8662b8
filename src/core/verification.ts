import type { VerifyKind } from './commands.ts'
import type { EventData } from './events.ts'
import type { RunState } from './state.ts'

/** What the supervisor ran on a commit or a tree, and what came of it. Only this file knows how the state keys those results. */

type Verified = EventData['verify.complete']
/** Older logs have `can-fail` too, which nothing asks for any more. */
type Kind = Exclude<VerifyKind, 'can-fail'>
type Known = Pick<RunState, 'verified' | 'merge' | 'start'>

/** What each kind of verification looks at, so that the result for earlier work is not taken for the present work's. */
const SUBJECTS: Record<Kind, (state: Known) => string | undefined> = {
  baseline: baseOf,
  merged: treeOf,
  'base-copies': treeOf,
  proof: headOf,
  canary: headOf,
  'canary-base': baseOf,
  'canary-cause': headOf,
  sabotage: headOf,
}

export function noteVerification(state: RunState, data: Verified): void {
  state.verified[keyOf(data)] = data
}

/** The result of that kind for the present base or merge; `undefined`: there is none yet. */
export function verificationOf(state: Known, kind: Kind): Verified | undefined {
  const subject = SUBJECTS[kind](state)
  return subject === undefined ? undefined : state.verified[keyOf({ kind, subject })]
}

function keyOf({ kind, subject }: Pick<Verified, 'kind' | 'subject'>): string {
  return `${kind}:${subject}`
}

function baseOf({ start }: Known): string | undefined {
  return start?.base
}

function treeOf({ merge }: Known): string | undefined {
  return merge?.tree
}

function headOf({ merge }: Known): string | undefined {
  return merge?.head
}

type HookResult = EventData['hook.complete']

export function noteHooks(state: RunState, data: HookResult): void {
  state.hooks[hooksKey(data)] = data
}

/** How the user's hooks of a point went for a commit. */
export function hooksRun(
  state: RunState,
  where: Pick<HookResult, 'point' | 'commit'>,
): HookResult | undefined {
  return state.hooks[hooksKey(where)]
}

function hooksKey({ point, commit }: Pick<HookResult, 'point' | 'commit'>): string {
  return `${point}:${commit}`
}
