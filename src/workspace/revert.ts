import { writeCommit } from './commit-object.ts'
import { gitLine, treeOf } from './git.ts'
import { type LandResult, land } from './land.ts'
import { RUN_TRAILER } from './merge.ts'
import { readRef } from './publish.ts'
import { mergeTrees } from './three-way.ts'
import type { Vault } from './vault.ts'

export interface RevertOrder {
  target: string
  /** What landed, and what the target was before: between them lies what is taken back, whatever the merge method was. */
  merge: string
  previous: string
  reason: string
  /** An ISO instant. */
  date: string
  ours: boolean
}

export type RevertResult =
  | { reverted: true; commit: string; checkout: 'updated' | 'not-checked-out' | 'left'; detail: string }
  | { reverted: false; reason: 'conflict' | 'dirty' | 'busy' | 'moved' | 'missing'; detail: string }

const REVERT_TRAILER = 'Wiggum-Reverts'

/** Takes a landed merge back by a commit on top of the target. Safe to repeat: it is reverted once. */
export async function revertLanding(vault: Vault, order: RevertOrder): Promise<RevertResult> {
  const tip = await readRef(vault.repo, `refs/heads/${order.target}`)
  if (tip === null)
    return { reverted: false, reason: 'missing', detail: `there is no branch ${order.target}` }
  const done = await existingRevert(vault, order, tip)
  if (done) return finish(done.commit, await land(vault, { ...order, ...done }))
  const built = await buildRevert(vault, order, tip)
  if (built === null)
    return { reverted: false, reason: 'missing', detail: `${order.target} no longer has what landed` }
  if (!built.ok)
    return { reverted: false, reason: 'conflict', detail: `later changes touch ${built.files.join(', ')}` }
  return finish(built.commit, await land(vault, { ...order, commit: built.commit, previous: tip }))
}

function finish(commit: string, result: LandResult): RevertResult {
  if (!result.landed) return { reverted: false, reason: result.reason, detail: result.detail }
  return { reverted: true, commit, checkout: result.checkout, detail: result.detail }
}

async function existingRevert(vault: Vault, order: RevertOrder, tip: string) {
  const format = `%H %P%x09%(trailers:key=${REVERT_TRAILER},valueonly,separator=%x2C)`
  const args = ['log', '--first-parent', `--format=${format}`, `${order.merge}..${tip}`]
  const lines = (await gitLine(vault.dir, args)).split('\n')
  const line = lines.find((each) => each.split('\t')[1] === order.merge)
  const [commit, previous] = line?.split('\t')[0]?.split(' ') ?? []
  return commit !== undefined && previous !== undefined ? { commit, previous } : null
}

/** Null: the user took it back already. */
async function buildRevert(
  vault: Vault,
  order: RevertOrder,
  tip: string,
): Promise<{ ok: true; commit: string } | { ok: false; files: string[] } | null> {
  const [base, ours, theirs] = await Promise.all(
    [order.merge, tip, order.previous].map((id) => treeOf(vault.dir, id)),
  )
  if (ours === theirs) return null
  const reverted = await mergeTrees(vault, { base: base ?? '', ours: ours ?? '', theirs: theirs ?? '' })
  if (!reverted.ok) return reverted
  const signature = { ...vault.repo.identity, at: Date.parse(order.date) / 1000 }
  const trailers = `${REVERT_TRAILER}: ${order.merge}\n${RUN_TRAILER}: ${vault.run}`
  const commit = await writeCommit(vault.dir, {
    tree: reverted.tree,
    parents: [tip],
    author: signature,
    committer: signature,
    message: `Revert what ${vault.run} landed\n\n${order.reason.trim()}\n\n${trailers}\n`,
  })
  return { ok: true, commit }
}
