import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { GitLoss } from '../../policy/losses/loss.ts'
import { git, isObjectId } from '../../workspace/git.ts'
import { stashEntries } from '../../workspace/kept-state.ts'
import type { Repository } from '../../workspace/repository.ts'
import { isWithin, type Spans } from './calls.ts'
import type { History } from './history.ts'

/** Commits that no ref would lead to any more, told from those that the session made. */

const MAX_COMMITS = 500
/** A commit is dated in whole seconds. */
const SECOND = 1_000

/** What to say of them: one line for each ref or entry. */
export async function lostCommits(history: History, loss: GitLoss): Promise<string[]> {
  switch (loss.part) {
    case 'refs':
      return lostRefs(history, loss)
    case 'stash':
      return lostStash(history, loss.entry)
    case 'unreachable': {
      const ends = ['--reflog', '--not', '--all', 'HEAD']
      return worded(
        await theirsAmong(history, await commits(history.repo, ends)),
        'that only a reflog leads to',
      )
    }
    case 'history': {
      const { protection } = history
      return protection.tips.length > 0 ? ['every commit, which would be written anew'] : []
    }
    default:
      return []
  }
}

async function lostRefs(history: History, loss: GitLoss & { part: 'refs' }): Promise<string[]> {
  const { repo } = history
  const found: string[] = []
  const own = new Set(await Promise.all(loss.refs.map((ref) => fullName(repo, ref))))
  const rest = (await refs(repo)).filter(([ref]) => !own.has(ref)).map(([, commit]) => commit)
  const kept = loss.to === null ? rest : [...rest, ...(await resolved(repo, loss.to))]
  // A branch that is checked out holds HEAD; without HEAD's own branch among those that go, HEAD holds its commits.
  const head = own.has(await fullName(repo, 'HEAD')) ? [] : await resolved(repo, 'HEAD')
  for (const ref of loss.refs) {
    const lost = await commits(repo, await resolved(repo, ref), [...kept, ...head])
    const name = ref.replace(/^refs\/(?:heads|tags)\//, '')
    const theirs = await theirsAmong(history, lost)
    const own = loss.stays ? [] : lost.filter((each) => !theirs.includes(each))
    const held = await holdingTheirs(history, own, loss.to ?? 'HEAD')
    found.push(...worded([...theirs, ...held], `of ${name}`))
  }
  return found
}

async function lostStash(history: History, entry: string | null): Promise<string[]> {
  const { repo, protection, spans } = history
  const all = await stashEntries(repo.gitDir)
  const number = Number(/(\d+)\}?$/.exec(entry ?? '')?.[1] ?? 0)
  const gone = entry === null ? all : all.slice(number, number + 1)
  const theirs: string[] = []
  for (const { commit, message } of gone) {
    const dates = await datesOf(repo, [commit])
    const isOld = protection.tips.includes(commit)
    const isOwn = !isOld && isMadeWithin(spans, dates.get(commit) ?? 0)
    if (!isOwn || (await holdsTheirs(history, commit))) theirs.push(`the stash entry “${message}”`)
  }
  return theirs
}

/** The session may have put the user's changes by. */
async function holdsTheirs(history: History, commit: string): Promise<boolean> {
  return (await theirNames(history, commit)).length > 0
}

async function theirNames({ repo, protection }: History, commit: string): Promise<string[]> {
  const names: string[] = []
  for (const args of [
    ['diff-tree', '-r', '-z', '--name-only', '--no-renames', `${commit}^1`, commit],
    ['ls-tree', '-r', '-z', '--name-only', '--full-tree', `${commit}^3`],
  ]) {
    const listed = await git(repo.gitDir, args)
    if (listed.code === 0) names.push(...listed.stdout.toString('utf8').split('\0'))
  }
  return names.filter((name) => Object.hasOwn(protection.theirs, name))
}

async function theirsAmong({ repo, protection, spans }: History, lost: string[]): Promise<string[]> {
  if (lost.length === 0) return []
  const before = await Promise.all(protection.tips.map((tip) => resolved(repo, tip)))
  const since = new Set(await commits(repo, lost, before.flat()))
  const dates = await datesOf(repo, [...since])
  return lost.filter((commit) => !since.has(commit) || !isMadeWithin(spans, dates.get(commit) ?? 0))
}

/** The session committed the user's work, and what stays does not have it. */
async function holdingTheirs(history: History, own: string[], stays: string): Promise<string[]> {
  if (Object.keys(history.protection.theirs).length === 0) return []
  const found: string[] = []
  for (const commit of own.slice(0, MAX_LOOKED_INTO)) {
    const names = await theirNames(history, commit)
    if (names.length > 0 && (await differ(history, [stays, commit], names))) found.push(commit)
  }
  return found
}

async function differ({ repo }: History, pair: string[], names: string[]): Promise<boolean> {
  const args = ['diff-tree', '-r', '--quiet', '--no-renames', ...pair, '--', ...names.slice(0, MAX_NAMES)]
  return (await git(repo.gitDir, args, { env: { GIT_LITERAL_PATHSPECS: '1' } })).code !== 0
}

const MAX_NAMES = 200

const MAX_LOOKED_INTO = 20

function isMadeWithin(spans: Spans, at: number): boolean {
  return isWithin(
    spans.map(([from, to]) => [from - SECOND, to]),
    at,
  )
}

function worded(theirs: string[], where: string): string[] {
  if (theirs.length === 0) return []
  const count =
    theirs.length === 1
      ? 'a commit'
      : `${theirs.length}${theirs.length >= MAX_COMMITS ? ' or more' : ''} commits`
  return [`${count} ${where} (${theirs[0]!.slice(0, 10)}${theirs.length > 1 ? ', …' : ''})`]
}

async function commits({ gitDir }: Repository, from: string[], not: string[] = []): Promise<string[]> {
  if (from.length === 0) return []
  const options = from.filter((each) => each.startsWith('--') || each === 'HEAD')
  const named = from.filter((each) => !options.includes(each))
  const input = [...named, ...not.map((each) => `^${each}`)].map((each) => `${each}\n`).join('')
  const listed = await git(gitDir, ['rev-list', `--max-count=${MAX_COMMITS}`, '--stdin', ...options], {
    input,
  })
  return listed.stdout.toString('utf8').split('\n').filter(isObjectId)
}

async function datesOf({ gitDir }: Repository, all: string[]): Promise<Map<string, number>> {
  if (all.length === 0) return new Map()
  const input = all.map((each) => `${each}\n`).join('')
  const listed = await git(gitDir, ['log', '--no-walk=unsorted', '--stdin', '--format=%H %ct'], { input })
  const lines = listed.stdout.toString('utf8').split('\n').filter(Boolean)
  return new Map(lines.map((line) => [line.slice(0, line.indexOf(' ')), Number(line.split(' ')[1]) * SECOND]))
}

/** Every ref but our own. */
async function refs({ gitDir }: Repository): Promise<[ref: string, commit: string][]> {
  const listed = await git(gitDir, ['for-each-ref', '--format=%(refname) %(objectname)'])
  return listed.stdout
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('refs/wiggum/'))
    .map((line) => [line.slice(0, line.lastIndexOf(' ')), line.slice(line.lastIndexOf(' ') + 1)])
}

async function fullName({ gitDir }: Repository, ref: string): Promise<string> {
  const found = await git(gitDir, ['rev-parse', '--symbolic-full-name', '--verify', '--quiet', ref])
  return found.stdout.toString('utf8').trim() || ref
}

async function resolved({ gitDir }: Repository, name: string): Promise<string[]> {
  if (name.startsWith('-')) return []
  const found = await git(gitDir, ['rev-parse', '--verify', '--quiet', `${name}^{commit}`])
  return found.code === 0 ? [found.stdout.toString('utf8').trim()] : []
}

/** Where history ends now. */
export async function tipsOf(repo: Repository): Promise<string[]> {
  const stash = await stashEntries(repo.gitDir)
  return [
    ...new Set([
      ...(await refs(repo)).map(([, commit]) => commit),
      ...(await resolved(repo, 'HEAD')),
      ...stash.map(({ commit }) => commit),
    ]),
  ]
}

/** Another working copy of the repository has files of its own, which are not kept here. */
export async function lostWorktree({ repo, spans }: History, dir: string): Promise<string[]> {
  const mark = join(dir, '.git')
  if (!existsSync(mark) || isWithin(spans, statSync(mark).ctimeMs)) return []
  const args = ['-C', dir, 'status', '--porcelain', '--untracked-files=normal']
  const listed = await git(repo.gitDir, args.slice(2), { workTree: dir, env: { GIT_DIR: mark } })
  return listed.code !== 0 || listed.stdout.length > 0 ? [`what is not committed in ${dir}`] : []
}
