import { oneLine, SUPERVISOR } from './commit-object.ts'
import { git, gitAbout, gitAsUser, gitLine, isObjectId } from './git.ts'
import { readBlob, readTree, type TreeEntry } from './objects.ts'

/** The user's repository. All paths are absolute. */
export interface Repository {
  root: string
  gitDir: string
  commonDir: string
  objects: string
  identity: { name: string; email: string }
}

export type OpenResult =
  | { ok: true; repo: Repository }
  | { ok: false; problem: OpenProblem; message: string; fix: string }

type OpenProblem = 'no-repository' | 'no-commits' | 'no-git' | 'bare' | 'line-break'

const FACTS = [
  'rev-parse',
  '--path-format=absolute',
  '--is-bare-repository',
  '--is-inside-work-tree',
  '--absolute-git-dir',
  '--git-common-dir',
  '--git-path',
  'objects',
]

const FACT_COUNT = FACTS.filter((each) => each.startsWith('--') && !each.startsWith('--path')).length

export async function openRepository(cwd: string): Promise<OpenResult> {
  const version = await gitAsUser(cwd, ['--version'])
  if (version.code !== 0) return refuse('no-git', 'git was not found.', 'Install git 2.39 or newer.')
  if (isTooOld(version.stdout.toString('utf8'))) {
    return refuse(
      'no-git',
      `${version.stdout.toString('utf8').trim()} is too old.`,
      'Install git 2.39 or newer.',
    )
  }
  // Git's own ownership check is left on here: whose repository this is, is for the user to vouch for.
  const facts = await gitAsUser(cwd, FACTS)
  if (facts.code !== 0)
    return refuse('no-repository', notARepository(cwd, facts.stderr), repositoryFix(facts.stderr))
  const lines = facts.stdout.toString('utf8').split('\n')
  const [isBare, inside, gitDir = '', commonDir = '', objects = ''] = lines
  // Git writes one a line, and so do the files of its own that name a path.
  if (lines.length !== FACT_COUNT + 1) return lineBreak()
  if (isBare === 'true') {
    return refuse(
      'bare',
      'This repository is bare: it has no working copy.',
      'Run wiggum in a clone or a worktree of it.',
    )
  }
  if (inside !== 'true') {
    return refuse('no-repository', `${cwd} is inside a .git folder.`, 'Run wiggum in the working copy.')
  }
  const root = (await gitAsUser(cwd, ['rev-parse', '--show-toplevel'])).stdout
    .toString('utf8')
    .replace(/\n$/, '')
  if (root.includes('\n')) return lineBreak()
  const repo: Repository = { root, gitDir, commonDir, objects, identity: await readIdentity(cwd) }
  if ((await resolveCommit(repo, 'HEAD')) === null) {
    return refuse('no-commits', 'This repository has no commits yet.', 'Commit something first: git commit.')
  }
  return { ok: true, repo }
}

function lineBreak(): OpenResult {
  return refuse(
    'line-break',
    'The path of this repository has a line break in it, which wiggum cannot work with.',
    'Rename that folder.',
  )
}

/** The commit that a name stands for. A name that could be an option, or a range, is no name. */
export async function resolveCommit(repo: Repository, rev: string): Promise<string | null> {
  if (rev === '' || rev.startsWith('-') || /[\0\n]/.test(rev)) return null
  const result = await gitAbout(rev)(repo.gitDir, ['rev-parse', '--verify', '--quiet', `${rev}^{commit}`])
  const id = result.stdout.toString('utf8').trim()
  return result.code === 0 && isObjectId(id) ? id : null
}

/** Null when HEAD is detached. */
export async function currentBranch(repo: Repository): Promise<string | null> {
  const result = await git(repo.gitDir, ['symbolic-ref', '--quiet', 'HEAD'])
  const ref = result.stdout.toString('utf8').replace(/\n$/, '')
  return result.code === 0 && ref.startsWith('refs/heads/') ? ref.slice('refs/heads/'.length) : null
}

export async function showFile(repo: Repository, commit: string, path: string): Promise<Buffer | null> {
  return readBlob(repo.gitDir, commit, path)
}

export async function listTree(repo: Repository, commit: string): Promise<TreeEntry[]> {
  return readTree(repo.gitDir, commit)
}

/** Nothing where there is no such folder. */
export async function listFolder(repo: Repository, commit: string, folder: string): Promise<TreeEntry[]> {
  return readTree(repo.gitDir, commit, [`${folder}/`])
}

async function readIdentity(cwd: string): Promise<{ name: string; email: string }> {
  // Without useConfigOnly git makes an address up from the host's name.
  const result = await gitAsUser(cwd, ['-c', 'user.useConfigOnly=true', 'var', 'GIT_AUTHOR_IDENT'])
  const match = /^(.*) <([^<>]*)> \d+ [+-]\d{4}$/.exec(result.stdout.toString('utf8').trim())
  const name = oneLine(match?.[1] ?? '')
  const email = oneLine(match?.[2] ?? '')
  return result.code === 0 && name !== '' ? { name, email } : SUPERVISOR
}

function notARepository(cwd: string, stderr: string): string {
  return isDubious(stderr)
    ? `${cwd} belongs to another user, so git will not use it.`
    : `${cwd} is not in a git repository.`
}

function repositoryFix(stderr: string): string {
  return isDubious(stderr)
    ? 'If you trust it: git config --global --add safe.directory <that folder>.'
    : 'Go to your project, or make one: git init, then commit.'
}

export function isTooOld(version: string): boolean {
  const [, major = '0', minor = '0'] = /(\d+)\.(\d+)/.exec(version) ?? []
  return Number(major) < 2 || (Number(major) === 2 && Number(minor) < 39)
}

function isDubious(stderr: string): boolean {
  return stderr.includes('dubious ownership')
}

function refuse(problem: OpenProblem, message: string, fix: string): OpenResult {
  return { ok: false, problem, message, fix }
}

/** Full names of the refs below the given places. */
export async function refNames(repo: Repository, places: string[]): Promise<string[]> {
  const text = await gitLine(repo.gitDir, ['for-each-ref', '--format=%(refname)', '--', ...places])
  return text.split('\n').filter(Boolean)
}
