import { git, gitBytes, isObjectId, splitNul } from './git.ts'
import { currentBranch, type Repository, refNames, resolveCommit } from './repository.ts'

/** So many commits, and so many characters of what they say, tell what a range is for. */
const MAX_COMMITS = 50
const MAX_CHARS = 20_000

/** Where two lines of commits parted; `null`: nowhere that is known here. */
export async function mergeBase(repo: Repository, one: string, other: string): Promise<string | null> {
  const result = await git(repo.gitDir, ['merge-base', one, other])
  const id = result.stdout.toString('utf8').split('\n')[0] ?? ''
  return result.code === 0 && isObjectId(id) ? id : null
}

export async function firstParent(repo: Repository, commit: string): Promise<string | null> {
  return resolveCommit(repo, `${commit}^1`)
}

/** What the commits of a range say, the oldest first. */
export async function rangeMessages(repo: Repository, base: string, head: string): Promise<string> {
  const args = ['log', '-z', '--no-show-signature', '--format=%B', `--max-count=${MAX_COMMITS}`]
  const out = await gitBytes(repo.gitDir, [...args, `${base}..${head}`, '--'])
  return splitNul(out)
    .reverse()
    .map((message) => message.trim())
    .join('\n\n')
    .slice(0, MAX_CHARS)
}

/** A branch, here or at a remote, by the name people use for it. */
export async function branchCommit(repo: Repository, name: string): Promise<string | null> {
  const here = await resolveCommit(repo, `refs/heads/${name}`)
  return here ?? resolveCommit(repo, `refs/remotes/${name}`)
}

/** Names of branches and tags, as they are typed. */
export async function knownNames(repo: Repository): Promise<string[]> {
  const refs = await refNames(repo, ['refs/heads/', 'refs/remotes/', 'refs/tags/'])
  return refs.map((ref) => ref.replace(/^refs\/(?:heads|remotes|tags)\//, ''))
}

/** What a branch is usually compared with, the likeliest first. Not all of them need to exist. */
export async function likelyBases(repo: Repository): Promise<string[]> {
  const branch = await currentBranch(repo)
  const upstream = branch === null ? null : await upstreamOf(repo, branch)
  const remote = await symbolic(repo, 'refs/remotes/origin/HEAD')
  const isOwnCopy = branch !== null && upstream?.slice(upstream.indexOf('/') + 1) === branch
  const names = [isOwnCopy ? null : upstream, remote, 'main', 'master', isOwnCopy ? upstream : null]
  return names.flatMap((name) => (name === null || name === branch ? [] : [name]))
}

async function upstreamOf(repo: Repository, branch: string): Promise<string | null> {
  const result = await git(repo.gitDir, [
    'for-each-ref',
    '--format=%(upstream)',
    '--',
    `refs/heads/${branch}`,
  ])
  return shortName(result.stdout.toString('utf8').trim())
}

async function symbolic(repo: Repository, ref: string): Promise<string | null> {
  const result = await git(repo.gitDir, ['symbolic-ref', '--quiet', ref])
  return result.code === 0 ? shortName(result.stdout.toString('utf8').trim()) : null
}

function shortName(ref: string): string | null {
  const name = ref.replace(/^refs\/(?:heads|remotes)\//, '')
  return name === '' ? null : name
}

/** Where `origin` is, without anybody's name or password in it; `null`: nowhere that others could reach. */
export async function remoteAddress(repo: Repository): Promise<string | null> {
  const result = await git(repo.gitDir, ['config', '--get', 'remote.origin.url'])
  const raw = result.stdout
    .toString('utf8')
    .trim()
    .replace(/^(?:[^@/:]+@)?([\w.-]+):(?!\/\/)/, 'ssh://$1/')
  const url = URL.canParse(raw) ? new URL(raw) : null
  if (url === null || !['http:', 'https:', 'ssh:', 'git:'].includes(url.protocol)) return null
  url.username = ''
  url.password = ''
  url.search = ''
  return url.href
}
