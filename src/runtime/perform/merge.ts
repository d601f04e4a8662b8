import { cleanText } from '../../contracts/clean-text.ts'
import { waitLock } from '../../store/lock.ts'
import { effect, type RunContext, record, show } from '../context.ts'
import { showHeld } from './held-work.ts'

/** Built in the vault, on what the target branch is now; the branch itself does not move. */
export async function performBuildMerge(context: RunContext, head: string): Promise<void> {
  const { outside, vault, state, config } = context
  if (context.host || state.start!.review) return asItIs(context, head)
  const { target, task, base } = state.start!
  const onto = await outside.resolveCommit(vault.repo, `refs/heads/${target}`)
  if (!onto)
    return refuse(context, { commit: head }, { reason: 'missing', detail: `the branch ${target} is gone` })
  const method = config.git.merge
  const wish = {
    base,
    head,
    onto,
    method,
    subject: subjectOf(task),
    runId: state.runId,
    date: new Date().toISOString(),
  }
  const built = await effect(context, 'build-merge', () => outside.buildMerge(vault, wish))
  const rewriting = built.dropped && {
    rewritten: { tip: await firstRewritten(context, onto), dropped: built.dropped.map(asLine) },
  }
  if (built.ok) {
    const { commit, tree } = built
    const data = { head, onto, commit, tree, method: built.method, ...rewriting }
    record(context, { type: 'merge.built', phase: 'act', data })
    return
  }
  if (built.kind === 'nothing')
    return refuse(
      context,
      { commit: head },
      { reason: 'missing', detail: `${target} already holds this change` },
    )
  const data = { head, onto, files: built.files, ...rewriting }
  record(context, { type: 'merge.conflict', phase: 'act', data })
}

/** A target that was rewritten before, and has only grown since, is no other question. */
async function firstRewritten({ outside, vault, state }: RunContext, onto: string): Promise<string> {
  const { rewritten } = state
  return rewritten && (await outside.isAncestor(vault.dir, rewritten, onto)) ? rewritten : onto
}

function asLine(commit: string): string {
  return cleanText(commit, 200).trim()
}

/** A live session's work, and what is only reviewed, lands nowhere: it is verified as it stands. */
async function asItIs(context: RunContext, head: string): Promise<void> {
  const tree = await context.outside.treeOf(context.vault.dir, head)
  const data = { head, onto: context.state.start!.base, commit: head, tree, method: 'none' }
  record(context, { type: 'merge.built', phase: 'act', data })
}

function subjectOf(task: string): string {
  const line = cleanText(task.split('\n')[0] ?? '', 200).trim()
  return line.length > 68 ? `${line.slice(0, 67)}…` : line || 'wiggum run'
}

interface Land {
  commit: string
  previous: string
}

/** Moves the target by compare-and-swap: exactly the tree that was tested, or nothing. */
export async function performLand(
  context: RunContext,
  { commit: built, previous, proof }: Land & { proof: string | null },
): Promise<void> {
  const { outside, vault, state, layout } = context
  const { target } = state.start!
  // The folder may have been cleaned up while the run waited: the merge is then built and verified again.
  if (!(await outside.vaultHas(vault, built)))
    return refuse(
      context,
      { commit: built, built },
      { reason: 'moved', detail: 'the merge that was built is gone' },
    )
  const commit = proof === null ? built : await outside.sealMerge(vault, built, proof)
  // Without an intent of an earlier life, a half-done checkout cannot be ours.
  const ours = state.landing?.commit === commit
  const onWait = () => show(context, { kind: 'waiting', what: 'another run is landing', until: null })
  const lock = await waitLock(layout.lock('landing'), { signal: context.abort.signal, onWait })
  try {
    await showHeld(context)
    if (!ours)
      record(context, { type: 'land.start', phase: 'act', data: { commit, built, target, previous } })
    const known = ours && (await outside.alreadyLanded(vault, { target, commit }))
    const result = await effect(context, 'land', () =>
      outside.land(vault, { target, commit, previous, ours: ours || known }),
    )
    if (!result.landed) return refuse(context, { commit, built }, result)
    const { method } = state.merge!
    const data = { commit, built, target, previous, method, checkout: result.checkout }
    record(context, { type: 'run.merged', phase: 'act', data })
  } finally {
    lock.release()
  }
}

interface Revert extends Land {
  reason: string
}

/** Takes a landed merge back. Safe to repeat: a revert that is there already is recognised. */
export async function performRevert(
  context: RunContext,
  { commit, previous, reason }: Revert,
): Promise<void> {
  const { outside, vault, state, layout } = context
  const { target } = state.start!
  const lock = await waitLock(layout.lock('landing'), { signal: context.abort.signal })
  try {
    const order = { target, merge: commit, previous, reason, date: new Date().toISOString(), ours: true }
    const result = await effect(context, 'revert', () => outside.revertLanding(vault, order))
    const data = result.reverted
      ? { commit: result.commit, target, reason, problem: null }
      : { commit: null, target, reason, problem: result.detail }
    record(context, { type: 'run.reverted', phase: 'act', data })
  } finally {
    lock.release()
  }
}

function refuse(
  context: RunContext,
  of: { commit: string; built?: string },
  { reason, detail }: { reason: 'dirty' | 'busy' | 'moved' | 'missing'; detail: string },
): void {
  record(context, { type: 'land.refused', phase: 'act', data: { ...of, reason, detail } })
}
