import {
  advance,
  type Checkout,
  checkoutsOf,
  conflictWith,
  type Hindrance,
  hindranceOf,
  isBeingRebased,
  type Step,
} from './checkout.ts'
import { finishCheckout } from './finish-checkout.ts'
import { git, isAncestor, splitNul, treeOf } from './git.ts'
import { RUN_TRAILER } from './merge.ts'
import { bringObjects, moveRef, passesCheck, readRef } from './publish.ts'
import type { Repository } from './repository.ts'
import type { Vault } from './vault.ts'

export type LandResult =
  | { landed: true; checkout: 'updated' | 'not-checked-out' | 'left'; detail: string }
  | { landed: false; reason: 'dirty' | 'busy' | 'moved' | 'missing'; detail: string }

export interface LandOrder {
  target: string
  commit: string
  /** What the target must still be. */
  previous: string
  /** An attempt of ours may have been killed half way. */
  ours: boolean
}

/** Sets a ref of the user's to a commit of the vault, if it still is what the caller expects. Keeps work; `land` judges it. */
export async function publish(
  vault: Vault,
  ref: string,
  commit: string,
  expected: string | null | 'any',
): Promise<boolean> {
  if (vault.mayLeave && !(await vault.mayLeave(commit))) return false
  const now = ref.startsWith('refs/heads/') ? await readRef(vault.repo, ref) : null
  if (now !== null && now !== commit && (await checkoutsOf(vault.repo, ref)).length > 0) {
    // The user looks at this branch: their files go along, or the branch stays.
    const fits = expected === now || expected === 'any'
    const target = ref.slice('refs/heads/'.length)
    if (!fits || !(await isAncestor(vault.dir, now, commit))) return false
    return (await land(vault, { target, commit, previous: now, ours: false })).landed
  }
  if (!(await bringObjects(vault, commit))) return false
  return (await moveRef(vault.repo, { ref, to: commit, from: expected, why: 'publish' })) === 'done'
}

/** Moves the target to exactly this commit, and a clean checkout of it along; or touches nothing. Safe to repeat. */
export async function land(vault: Vault, order: LandOrder): Promise<LandResult> {
  const { repo } = vault
  const ref = await branchRef(repo, order.target)
  const tip = await readRef(repo, ref)
  if (tip === null) return refuse('missing', `there is no branch ${order.target}`)
  if (await isAncestor(repo.gitDir, order.commit, tip)) return settle(vault, { ...order, ref, tip })
  if (tip !== order.previous) return refuse('moved', `${order.target} is at ${tip} now`)
  if (!(await isAncestor(vault.dir, order.previous, order.commit))) {
    throw new Error(`${order.commit} does not continue ${order.previous}; landing it would lose commits`)
  }
  const [checkout, hindrance] = await findCheckout(repo, ref, order.ours)
  if (hindrance) return refuse(hindrance.reason, hindrance.detail)
  if (!(await passesCheck(vault, order)) || !(await bringObjects(vault, order.commit))) {
    return refuse('missing', `git does not accept the files or commits of ${order.commit}`)
  }
  return move(vault, { ...order, ref }, checkout)
}

type Aimed = LandOrder & { ref: string }

async function move(vault: Vault, order: Aimed, checkout: Checkout | null): Promise<LandResult> {
  const { ref, commit, previous, ours, target } = order
  const conflict = checkout && (await conflictWith(vault, checkout, order))
  if (conflict) return refuse(conflict.reason, conflict.detail)
  const why = `land ${vault.run}`
  const moved = await moveRef(vault.repo, { ref, to: commit, from: previous, why, ours })
  if (moved === 'moved') return refuse('moved', `${target} is at ${await readRef(vault.repo, ref)} now`)
  if (moved === 'locked') return refuse('busy', `another git holds ${ref}`)
  if (!checkout) return { landed: true, checkout: 'not-checked-out', detail: '' }
  if (await advance(checkout, order)) return { landed: true, checkout: 'updated', detail: checkout.path }
  return takeBack(vault, order, checkout)
}

/** The files changed under our hands between the rehearsal and the real thing: git refused, so the branch goes back too. */
async function takeBack(vault: Vault, order: Aimed, checkout: Checkout): Promise<LandResult> {
  const conflict = await conflictWith(vault, checkout, order)
  const { ref, commit, previous } = order
  const back = { ref, to: previous, from: commit, why: `take back ${vault.run}` }
  if (conflict && (await moveRef(vault.repo, back)) === 'done')
    return refuse(conflict.reason, conflict.detail)
  return left(checkout, order, conflict?.detail ?? 'its files could not be written')
}

/** The commit is in the target already. What remains is a checkout that a killed attempt may have left half done. */
async function settle(vault: Vault, order: Aimed & { tip: string }): Promise<LandResult> {
  const [checkout] = await checkoutsOf(vault.repo, order.ref)
  if (!checkout) return { landed: true, checkout: 'not-checked-out', detail: '' }
  if (order.ours && order.tip === order.commit) {
    const finished = await finishCheckout(vault, checkout, order)
    return finished.done
      ? { landed: true, checkout: 'updated', detail: checkout.path }
      : left(checkout, order, finished.detail)
  }
  const hindrance = await hindranceOf(checkout, order.ours)
  if (hindrance) return left(checkout, order, hindrance.detail)
  return { landed: true, checkout: 'updated', detail: checkout.path }
}

/** Is this commit, or the same content landed for the same run, in the target? */
export async function alreadyLanded(
  vault: Vault,
  { target, commit }: { target: string; commit: string },
): Promise<boolean> {
  const { repo } = vault
  const tip = await readRef(repo, await branchRef(repo, target))
  if (tip === null) return false
  if (await isAncestor(repo.gitDir, commit, tip)) return true
  // A trailer alone proves nothing, since an agent can write one; with the very tree it does.
  const tree = await treeOf(vault.dir, commit)
  const format = `%T%x00%(trailers:key=${RUN_TRAILER},valueonly)%x00`
  const log = await git(repo.gitDir, ['log', '--first-parent', '--max-count=1000', `--format=${format}`, tip])
  const fields = splitNul(log.stdout).map((field) => field.trim())
  return fields.some((field, at) => field === tree && fields[at + 1]?.split('\n').includes(vault.run))
}

/** Would a landing be refused for the state of the user's checkout? */
export async function canLand(
  vault: Vault,
  target: string,
): Promise<{ ok: true } | ({ ok: false } & Hindrance)> {
  const [, hindrance] = await findCheckout(vault.repo, await branchRef(vault.repo, target), false)
  return hindrance ? { ok: false, ...hindrance } : { ok: true }
}

async function findCheckout(
  repo: Repository,
  ref: string,
  ours: boolean,
): Promise<[Checkout | null, Hindrance | null]> {
  if (isBeingRebased(repo, ref)) return [null, { reason: 'busy', detail: `${ref} is being rebased` }]
  const [checkout, second] = await checkoutsOf(repo, ref)
  if (!checkout) return [null, null]
  const both = `${ref} is checked out twice: ${checkout.path}, ${second?.path}`
  if (second) return [null, { reason: 'busy', detail: both }]
  return [checkout, await hindranceOf(checkout, ours)]
}

/** A branch may be another name for a branch. */
async function branchRef(repo: Repository, branch: string): Promise<string> {
  const ref = `refs/heads/${branch}`
  const result = await git(repo.gitDir, ['symbolic-ref', '--quiet', ref])
  return result.code === 0 ? result.stdout.toString('utf8').replace(/\n$/, '') : ref
}

function left(checkout: Checkout, { previous, commit }: Step, why: string): LandResult {
  const quoted = `'${checkout.path.replaceAll("'", "'\\''")}'`
  const command = `git -C ${quoted} read-tree -m -u ${previous} ${commit}`
  return {
    landed: true,
    checkout: 'left',
    detail: `${checkout.path} was left as it is (${why}); to update it: ${command}`,
  }
}

function refuse(reason: 'dirty' | 'busy' | 'moved' | 'missing', detail: string): LandResult {
  return { landed: false, reason, detail }
}
