import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { asList, asObjects, asText, type JsonObject, parseObject } from '../agents/json-value.ts'
import { oneLine, readCommit, SUPERVISOR, writeCommit } from './commit-object.ts'
import type { ExactTree } from './exact-tree.ts'
import { git, gitLine, isObjectId, treeOf } from './git.ts'
import { bringObjects, moveRef } from './publish.ts'
import { resolveCommit } from './repository.ts'
import { listRescues, type Rescued } from './rescue.ts'
import { withIndex } from './temporary-index.ts'
import type { Vault } from './vault.ts'

/** What a repository is beside its files. It stands in the message of the commit that keeps the files. */
export interface KeptState {
  /** The branch that is checked out; `null`: none. */
  branch: string | null
  /** Where HEAD is; `null`: nothing was committed yet. */
  head: string | null
  refs: { ref: string; commit: string }[]
  /** The newest first, as git counts. */
  stash: { commit: string; message: string }[]
  /** A commit with the tree of the index, where that is not HEAD's. */
  index: string | null
  left_out: string[]
}

const MAX_REFS = 2_000
/** A commit with more parents is none that other tools read. */
const MAX_TIPS = 500
const MAX_LEFT_OUT = 200

/** Puts the files, the index, every branch, tag and stash entry on a rescue ref, unless the run's latest one holds all of it. */
export async function keepState(vault: Vault, files: ExactTree, why: string): Promise<Rescued> {
  const state = await readState(vault, files)
  const tips = await looseTips(vault, state)
  const parents = [state.head, state.index, ...tips].filter((each) => each !== null)
  const body = JSON.stringify(state)
  const latest = (await listRescues(vault)).at(-1)
  if (latest && (await isSame(vault, latest.commit, { tree: files.tree, body }))) return latest
  const signature = { ...SUPERVISOR, at: Date.now() / 1000 }
  const commit = await writeCommit(vault.dir, {
    tree: files.tree,
    parents: [...new Set(parents)],
    author: signature,
    committer: signature,
    message: `${SUBJECT}${oneLine(why).slice(0, 200)}\n\n${body}\n`,
  })
  return publishKept(vault, commit)
}

const SUBJECT = 'Keep what stood there before '

async function publishKept(vault: Vault, commit: string): Promise<Rescued> {
  if (!(await bringObjects(vault, commit)))
    throw new Error(`${commit} could not be copied to ${vault.repo.root}; it is still in ${vault.dir}`)
  for (;;) {
    const latest = (await listRescues(vault)).at(-1)?.ref ?? '/0'
    const ref = `refs/wiggum/rescue/${vault.run}/${Number(latest.slice(latest.lastIndexOf('/') + 1)) + 1}`
    const moved = await moveRef(vault.repo, { ref, to: commit, from: null, why: `rescue ${vault.run}` })
    if (moved === 'done') return { ref, commit }
    if (moved === 'locked') throw new Error(`another git holds ${ref}; the work is still in ${vault.dir}`)
  }
}

async function isSame(
  vault: Vault,
  commit: string,
  { tree, body }: { tree: string; body: string },
): Promise<boolean> {
  const kept = await readCommit(vault.repo.gitDir, commit)
  return kept.tree === tree && kept.message.toString('utf8').trimEnd().endsWith(`\n\n${body}`)
}

async function readState(vault: Vault, files: ExactTree): Promise<KeptState> {
  const { gitDir } = vault.repo
  const branch = await git(gitDir, ['symbolic-ref', '--quiet', 'HEAD'])
  const head = await resolveCommit(vault.repo, 'HEAD')
  const list = await gitLine(gitDir, [
    ...['for-each-ref', `--count=${MAX_REFS}`, '--format=%(objectname) %(refname)'],
    ...['refs/heads', 'refs/tags'],
  ])
  return {
    branch: branch.code === 0 ? branch.stdout.toString('utf8').trim() : null,
    head,
    refs: list.split('\n').flatMap((line) => {
      const [commit = '', ref = ''] = line.split(' ')
      return ref === '' ? [] : [{ ref, commit }]
    }),
    stash: await stashEntries(gitDir),
    index: head === null ? null : await indexCommit(vault, head),
    left_out: files.leftOut.slice(0, MAX_LEFT_OUT),
  }
}

export async function stashEntries(gitDir: string): Promise<KeptState['stash']> {
  const list = await git(gitDir, ['log', '--walk-reflogs', '--format=%H %gs', 'refs/stash', '--'])
  if (list.code !== 0) return []
  return list.stdout
    .toString('utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => ({ commit: line.slice(0, line.indexOf(' ')), message: line.slice(line.indexOf(' ') + 1) }))
}

/** In the middle of a merge an index has no tree: what is in conflict is in the files. */
async function indexCommit(vault: Vault, head: string): Promise<string | null> {
  const own = join(vault.repo.gitDir, 'index')
  if (!existsSync(own)) return null
  return withIndex(vault, own, async (index) => {
    const written = await git(vault.dir, ['write-tree'], { index })
    const tree = written.stdout.toString('utf8').trim()
    if (written.code !== 0 || tree === (await treeOf(vault.dir, head))) return null
    const { committed } = await readCommit(vault.dir, head)
    const signature = { ...SUPERVISOR, at: committed }
    const message = 'What stood in the index\n'
    return writeCommit(vault.dir, { tree, parents: [head], author: signature, committer: signature, message })
  })
}

/** The ends of history that HEAD does not lead to: whoever keeps these keeps every commit. */
async function looseTips({ repo }: Vault, { head, refs, stash }: KeptState): Promise<string[]> {
  const not = head === null ? [] : ['--not', head]
  const input = [...refs, ...stash].map(({ commit }) => `${commit}\n`).join('')
  const args = ['rev-list', '--no-walk=unsorted', '--stdin', ...not]
  if (input === '') return []
  const walked = await git(repo.gitDir, args, { input })
  const tips = walked.stdout.toString('utf8').split('\n').filter(isObjectId)
  return [...new Set(tips)].slice(0, MAX_TIPS)
}

/** `null`: nothing of this kind, such as an agent's work that a run saved. */
export function keptStateIn(message: string): KeptState | null {
  const given = message.startsWith(SUBJECT) ? parseObject(message.slice(message.indexOf('\n\n') + 2)) : null
  if (!given) return null
  const pairs = (key: string) => asObjects(given[key])
  return {
    branch: asText(given.branch),
    head: idIn(given, 'head'),
    index: idIn(given, 'index'),
    refs: pairs('refs').flatMap((each) => withId(each, 'ref')),
    stash: pairs('stash').flatMap((each) => withId(each, 'message')),
    left_out: asList(given.left_out).flatMap((each) => asText(each) ?? []),
  }
}

function withId<K extends string>(given: JsonObject, key: K): ({ commit: string } & Record<K, string>)[] {
  const [commit, text] = [idIn(given, 'commit'), asText(given[key])]
  return commit === null || text === null
    ? []
    : [{ commit, [key]: text } as { commit: string } & Record<K, string>]
}

function idIn(given: JsonObject, key: string): string | null {
  const text = asText(given[key])
  return text !== null && isObjectId(text) ? text : null
}

/** The first line of its message, without what every such message begins with. */
export function whyKept(message: string): string {
  const [first = ''] = message.split('\n')
  return first.startsWith(SUBJECT) ? first.slice(SUBJECT.length) : first
}
