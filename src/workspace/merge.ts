import { type CommitDraft, oneLine, readCommit, type Signature, writeCommit } from './commit-object.ts'
import { gitLine, isAncestor, treeOf } from './git.ts'
import { mergeCommits, mergeTrees, type ThreeWay } from './three-way.ts'
import type { Vault } from './vault.ts'

export type MergeResult = Built & {
  /** The target was rewritten: what the run started from is no longer in it. These commits are gone from it, newest first. */
  dropped?: string[]
}

type Built =
  | { ok: true; commit: string; tree: string; method: string }
  | { ok: false; kind: 'conflict'; files: string[] }
  | { ok: false; kind: 'nothing' }

export interface MergeWish {
  /** Where the change begins. */
  base: string
  head: string
  onto: string
  /** `no-ff`, `squash` or `rebase`. */
  method: string
  subject: string
  runId: string
  /** An ISO instant. The same wish gives the same commit, byte for byte. */
  date: string
}

export const RUN_TRAILER = 'Wiggum-Run'
const PROOF_TRAILER = 'Wiggum-Proof'

/** Builds, in the vault, the commit that would land. The target branch does not move. */
export async function buildMerge(vault: Vault, wish: MergeWish): Promise<MergeResult> {
  const { base, head, onto } = wish
  if (await isAncestor(vault.dir, head, onto)) return { ok: false, kind: 'nothing' }
  if (await isAncestor(vault.dir, base, onto))
    return build(vault, wish, () => mergeCommits(vault, onto, head))
  return { ...(await buildAlone(vault, wish)), dropped: await droppedCommits(vault, wish) }
}

/** Head is no parent of it, and its history no part of it: with that, commits that the user dropped would come back. */
async function buildAlone(vault: Vault, wish: MergeWish): Promise<Built> {
  const [base, ours, theirs] = await Promise.all(
    [wish.base, wish.onto, wish.head].map((commit) => treeOf(vault.dir, commit)),
  )
  const method = wish.method === 'no-ff' ? 'squash' : wish.method
  const merge = () => mergeTrees(vault, { base: base ?? '', ours: ours ?? '', theirs: theirs ?? '' })
  return build(vault, { ...wish, method }, merge)
}

const MAX_DROPPED = 20

async function droppedCommits(vault: Vault, { base, onto }: MergeWish): Promise<string[]> {
  const args = ['log', `--max-count=${MAX_DROPPED}`, '--format=%h %s', base, `^${onto}`]
  const list = await gitLine(vault.dir, args)
  return list.split('\n').filter((line) => line !== '')
}

async function build(vault: Vault, wish: MergeWish, merge: () => Promise<ThreeWay>): Promise<Built> {
  const { head, onto, method } = wish
  if (method === 'no-ff') return mergeWith(vault, wish, { parents: [onto, head], merged: await merge() })
  if (method === 'squash' || (await hasMerges(vault, wish)))
    return mergeWith(vault, wish, { parents: [onto], merged: await merge() })
  if (method === 'rebase') return rebase(vault, wish)
  throw new Error(`unknown merge method "${method}"`)
}

async function mergeWith(
  vault: Vault,
  wish: MergeWish,
  { parents, merged }: { parents: string[]; merged: ThreeWay },
): Promise<Built> {
  if (!merged.ok) return { ok: false, kind: 'conflict', files: merged.files }
  if (merged.tree === (await treeOf(vault.dir, wish.onto))) return { ok: false, kind: 'nothing' }
  const signature = signatureOf(vault, wish)
  const subject = oneLine(wish.subject) || `Merge the work of ${wish.runId}`
  const message = withTrailer(`${subject}\n`, RUN_TRAILER, wish.runId)
  const commit = await writeCommit(vault.dir, {
    tree: merged.tree,
    parents,
    author: signature,
    committer: signature,
    message,
  })
  return { ok: true, commit, tree: merged.tree, method: parents.length === 2 ? 'no-ff' : 'squash' }
}

/** Each commit anew on the target, authors and messages kept; what becomes empty is dropped. */
async function rebase(vault: Vault, wish: MergeWish): Promise<Built> {
  const commits = await range(vault, wish)
  const committer = signatureOf(vault, wish)
  let tip = wish.onto
  let tree = await treeOf(vault.dir, tip)
  let last: Omit<CommitDraft, 'tree'> | null = null
  for (const id of commits) {
    const commit = await readCommit(vault.dir, id)
    const base = await treeOf(vault.dir, commit.parents[0] ?? id)
    const merged = await mergeTrees(vault, { base, ours: tree, theirs: commit.tree })
    if (!merged.ok) return { ok: false, kind: 'conflict', files: merged.files }
    if (merged.tree === tree) continue
    tree = merged.tree
    const encoding = commit.encoding === null ? {} : { encoding: commit.encoding }
    last = { parents: [tip], author: commit.author, committer, message: commit.message, ...encoding }
    tip = await writeCommit(vault.dir, { ...last, tree })
  }
  if (last === null) return { ok: false, kind: 'nothing' }
  const message = withTrailer(last.message.toString('latin1'), RUN_TRAILER, wish.runId)
  const commit = await writeCommit(vault.dir, { ...last, tree, message: Buffer.from(message, 'latin1') })
  return { ok: true, commit, tree, method: 'rebase' }
}

async function range(vault: Vault, wish: MergeWish): Promise<string[]> {
  const list = await gitLine(vault.dir, ['rev-list', '--reverse', '--topo-order', ...changeOf(wish)])
  return list.split('\n').filter((id) => id !== '')
}

async function hasMerges(vault: Vault, wish: MergeWish): Promise<boolean> {
  return (await gitLine(vault.dir, ['rev-list', '--merges', '--max-count=1', ...changeOf(wish)])) !== ''
}

/** The change's own commits: neither what the target has, nor what it had when the run began. */
function changeOf({ base, head, onto }: MergeWish): string[] {
  return [head, `^${onto}`, `^${base}`]
}

function signatureOf(vault: Vault, wish: MergeWish): Signature {
  const at = Date.parse(wish.date) / 1000
  if (!Number.isFinite(at)) throw new Error(`"${wish.date}" is not an instant`)
  return { ...vault.repo.identity, at }
}

/**
 * The same commit with what its checks showed in its message: that is known only once the tree was verified. Same tree, parents and
 * times, so that sealing it again gives the same commit.
 */
export async function sealMerge(vault: Vault, commit: string, proof: string): Promise<string> {
  const { tree, parents, author, committer, encoding, message } = await readCommit(vault.dir, commit)
  return writeCommit(vault.dir, {
    tree,
    parents,
    author,
    committer,
    message: Buffer.from(withTrailer(message.toString('latin1'), PROOF_TRAILER, proof), 'latin1'),
    ...(encoding === null ? {} : { encoding }),
  })
}

function withTrailer(message: string, name: string, value: string): string {
  const text = message.trimEnd()
  const paragraphs = text.split(/\n{2,}/)
  const lines = paragraphs.length > 1 ? (paragraphs.at(-1) ?? '').split('\n') : []
  const hasTrailers = lines.length > 0 && lines.every((line) => /^[A-Za-z0-9-]+: \S/.test(line))
  return `${text}${hasTrailers ? '\n' : '\n\n'}${name}: ${oneLine(value)}\n`
}
