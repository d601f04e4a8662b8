import { ignoredSecrets, isAsked, mayShow } from '../../core/secret-gate.ts'
import type { RunState } from '../../core/state.ts'
import type { AddedSecret } from '../../secrets/in-commits.ts'
import type { Vault } from '../../workspace/vault.ts'
import { effect, type RunContext, record } from '../context.ts'
import { keepSecrets } from '../kept-secrets.ts'
import type { Outside } from '../outside.ts'
import { moveBranch } from './move-branch.ts'

interface Work {
  outside: Pick<Outside, 'secretsAdded' | 'passesCheck'>
  vault: Vault
  state: RunState
}

export async function secretsOf({ outside, vault, state }: Work, commit: string): Promise<AddedSecret[]> {
  const start = state.start!
  const seen = await outside.secretsAdded(vault, { base: start.base, commit, ignored: ignoredSecrets(start) })
  if (seen.length > 0) keepSecrets(vault, seen)
  return seen
}

/** Whether the user's repository may have it: there it is seen by everything that looks into branches. */
export async function mayLeave(work: Work, commit: string): Promise<boolean> {
  const { start } = work.state
  // What a session does is in the user's own tree already.
  if (!start || start.live || start.review) return true
  return !(await isSecret(work, commit)) && (await isSound(work, commit))
}

async function isSecret(work: Work, commit: string): Promise<boolean> {
  return isAsked(work.state.start!) && !mayShow(work.state, await secretsOf(work, commit))
}

/** What git's strict check refuses, such as a `.gitmodules` that could start a program, would make the user's own fail. */
function isSound({ outside, vault, state }: Work, commit: string): Promise<boolean> {
  return outside.passesCheck(vault, { previous: state.start!.base, commit })
}

/** Why a commit is held back, to stand behind "since" or "because". */
export async function whyHeld(work: Work, commit: string): Promise<string> {
  return (await isSecret(work, commit)) ? 'it holds what looks like a secret' : 'git’s own check refuses it'
}

/** What was held back goes where it would have gone, once a person has said that it may. */
export async function showHeld(context: RunContext): Promise<void> {
  const { outside, vault, state } = context
  const head = Object.values(state.collected).at(-1)?.head
  for (const held of await outside.listHeld(vault)) {
    if (!(await mayLeave(context, held.commit))) continue
    const isBranch = head !== undefined && (await outside.isAncestor(vault.dir, held.commit, head))
    if (!isBranch || !(await moveBranch(context, head))) await keep(context, held.commit)
    await outside.dropHeld(vault, held)
  }
}

async function keep(context: RunContext, commit: string): Promise<void> {
  const { outside, vault, state } = context
  const saved = await effect(context, 'rescue:held', () => outside.rescueCommit(vault, commit))
  const files = (await outside.changedNames(vault, state.start!.base, commit)).length
  const reason = 'it was held back for a secret in it, which was accepted'
  record(context, { type: 'rescue.saved', data: { ...saved, reason, files } })
}

/** For an ending: where work is that may not be shown. */
export async function heldWords({ outside, vault, state }: RunContext): Promise<string> {
  const latest = (await outside.listHeld(vault)).at(-1)
  if (!latest) return ''
  const why = (await isSecret({ outside, vault, state }, latest.commit))
    ? 'what looks like a secret is in the work'
    : 'git’s own check (git fsck --strict) refuses the work'
  return `; ${why}, which is therefore on no branch but in the run’s own repository: git -C ${vault.dir} log -p ${latest.ref}`
}
