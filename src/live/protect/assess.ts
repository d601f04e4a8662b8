import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import { resolvedPath } from '../../policy/destructive/paths.ts'
import type { FileLoss, GitLoss, Loss } from '../../policy/losses/loss.ts'
import { git } from '../../workspace/git.ts'
import { isWithin } from './calls.ts'
import { lostCommits, lostWorktree } from './commits.ts'
import { askGit, isMadeAgain, type LooseFile, looseFiles } from './folder.ts'
import type { History } from './history.ts'
import { isNear } from './may-lose.ts'
import { asExpression, gitPattern, shellPattern } from './path-pattern.ts'
import { writtenAt } from './written-at.ts'

/** What a command would throw away here, once the folder was looked at. */
export interface Assessment {
  /** Files that no commit has as they stand, whoever wrote them. */
  files: LooseFile[]
  /** Those among them that the session did not write. */
  theirs: LooseFile[]
  /** Commits and stash entries that are not the session's, in words. */
  commits: string[]
  /** The repository itself. */
  repository: boolean
  /** What is the user's and in no snapshot: ignored files, other working copies. */
  unkept: string[]
}

const NOTHING: Assessment = { files: [], theirs: [], commits: [], repository: false, unkept: [] }

export async function assess(history: History, losses: Loss[]): Promise<Assessment | null> {
  const loose = await looseFiles(history.repo, true)
  if (loose === null) return null
  const found = { ...NOTHING, commits: [] as string[], unkept: [] as string[] }
  const gone = new Map<string, LooseFile>()
  for (const loss of losses) {
    for (const file of await goneBy(loss, { history, loose })) gone.set(file.path, file)
    if (loss.kind === 'files') found.repository ||= takesRepository(loss, history.repo.gitDir)
    if (loss.kind !== 'git') continue
    found.commits.push(...(await lostCommits(history, loss)))
    const path = loss.part === 'worktree' ? resolvedPath(loss.path, loss.dir) : null
    if (path !== null) found.unkept.push(...(await lostWorktree(history, path)))
  }
  found.files = [...gone.values()]
  found.theirs = await notOurs(history, found.files)
  found.unkept.push(...found.theirs.filter(({ kind }) => kind === 'ignored').map(({ path }) => path))
  return found
}

interface Look {
  history: History
  loose: LooseFile[]
}

async function goneBy(loss: Loss, look: Look): Promise<LooseFile[]> {
  const { root } = look.history.repo
  if (loss.kind === 'files') return goneFiles(loss, look)
  if (loss.kind !== 'git' || (loss.dir !== null && !isNear(loss.dir, root))) return []
  if (loss.part === 'untracked') return cleaned(loss, look)
  return loss.part === 'changes' ? changesLost(loss, look) : []
}

function goneFiles({ paths, how, names }: FileLoss, { history, loose }: Look): LooseFile[] {
  const { root } = history.repo
  const below = how === 'remove' ? '(?:/.*)?' : ''
  const places = paths.map((path) => asExpression(shellPattern(path.replace(/(?<=.)\/+$/, '')) + below))
  const wanted = names.map((name) => asExpression(shellPattern(name)))
  return loose.filter(({ path, kind }) => {
    const whole = join(root, path).replace(/\/+$/, '')
    const isNamed =
      wanted.length === 0 || wanted.some((name) => name.test(whole.slice(whole.lastIndexOf('/') + 1)))
    // In a folder that is ignored as a whole its files are not listed.
    const within =
      kind === 'ignored' &&
      path.endsWith('/') &&
      paths.some((each) => each.startsWith(`${whole}/`) && existsSync(each))
    return within || (isNamed && places.some((place) => place.test(whole)))
  })
}

/** Locks, and what git writes for itself in passing, are no loss. */
const PASSING = /(?:\.lock|\/(?:COMMIT_EDITMSG|[A-Z]+_HEAD|gc\.log|gc\.pid|index))$/

function takesRepository({ paths, how, names }: FileLoss, gitDir: string): boolean {
  if (names.length > 0 && !names.some((name) => asExpression(shellPattern(name)).test('.git'))) return false
  return paths.some((path) => {
    const plain = path.replace(/(?<=.)\/+$/, '')
    if (plain.startsWith(`${gitDir}/`)) return !PASSING.test(plain)
    return how === 'remove' && asExpression(`${shellPattern(plain)}(?:/.*)?`).test(gitDir)
  })
}

async function changesLost(
  loss: GitLoss & { part: 'changes' },
  { history, loose }: Look,
): Promise<LooseFile[]> {
  const { root } = history.repo
  const named = loss.paths === null ? null : pathspecs(loss.paths, { root, dir: loss.dir ?? root })
  const among = loose.filter(
    ({ path }) => named === null || named.some((each) => each.test(join(root, path))),
  )
  const changed = among.filter(({ kind, path }) => kind === 'changed' && existsSync(join(root, path)))
  if (loss.from === null) return changed
  // A file that no commit had here may stand in the way of one of that commit's.
  const untracked = among.filter(({ kind }) => kind !== 'changed').slice(0, MAX_ASKED)
  const input = untracked.map(({ path }) => `${loss.from}:${path}\n`).join('')
  if (input === '' || loss.from.startsWith('-')) return changed
  const answer = await git(history.repo.gitDir, ['cat-file', '--batch-check'], { input })
  const lines = answer.stdout.toString('utf8').split('\n')
  return [...changed, ...untracked.filter((_, at) => / blob \d+$/.test(lines[at] ?? ''))]
}

const MAX_ASKED = 1_000

function pathspecs(paths: string[], { root, dir }: { root: string; dir: string }): RegExp[] {
  return paths.map((path) => {
    if (path.startsWith(':')) return /^/
    const whole = resolvedPath(path, dir)
    return whole === null ? /^/ : asExpression(`${gitPattern(whole === '' ? root : whole)}(?:/.*)?`)
  })
}

/** Git itself says what it would remove. */
async function cleaned(
  loss: GitLoss & { part: 'untracked' },
  { history, loose }: Look,
): Promise<LooseFile[]> {
  const { root } = history.repo
  const dir = loss.dir ?? root
  const args = loss.args.flatMap((word) => {
    if (/^--(?:force|quiet|interactive)$/.test(word)) return []
    const letters = /^-[a-zA-Z]+$/.test(word) ? word.replace(/[fiq](?!.*e)/g, '') : word
    return letters === '-' ? [] : [letters]
  })
  const told = await askGit(history.repo, ['-c', 'core.quotePath=false', 'clean', '-n', ...args], dir)
  if (told.code !== 0) return loose.filter(({ kind }) => kind !== 'changed')
  const lines = told.stdout.toString('utf8').split('\n')
  const gone = lines.flatMap((line) => {
    const [, quoted, plain] = /^Would remove (?:"((?:[^"\\]|\\.)*)"|(.*))$/.exec(line) ?? []
    const path = plain ?? quoted?.replace(/\\(.)/g, '$1')
    return path === undefined ? [] : [relative(root, join(dir, path))]
  })
  return loose.filter(
    ({ path, kind }) =>
      kind !== 'changed' &&
      gone.some(
        (each) =>
          path.replace(/\/$/, '') === each ||
          path.startsWith(`${each}/`) ||
          (path.endsWith('/') && `${each}/`.startsWith(path)),
      ),
  )
}

/** What the user wrote, or may have: it stood there when the loop began, or was changed while no tool ran. */
async function notOurs(history: History, files: LooseFile[]): Promise<LooseFile[]> {
  const found: LooseFile[] = []
  for (const file of files) if (await isTheirs(history, file)) found.push(file)
  return found
}

async function isTheirs(history: History, { path, kind }: LooseFile): Promise<boolean> {
  const { repo, protection, spans } = history
  const times = writtenAt(repo.root, path)
  if (times.length === 0) return false
  if (kind === 'ignored' || path.endsWith('/')) {
    // Who adds a line to it does not make it theirs: it is in no commit that could say what it held.
    const stood = Object.hasOwn(protection.theirs, path)
    return !isMadeAgain(path) && (stood || times.some((at) => !isWithin(spans, at)))
  }
  if (Object.hasOwn(protection.theirs, path)) return !(await isCommitted(history, path))
  return times.some((at) => !isWithin(spans, at))
}

/** The session committed it along with its own work, as it was. */
async function isCommitted({ repo, protection }: History, path: string): Promise<boolean> {
  const blob = protection.theirs[path]
  if (!blob) return false
  const since = protection.head === null ? [] : [`^${protection.head}`]
  const found = await git(repo.gitDir, [
    'log',
    '-1',
    '--format=%H',
    `--find-object=${blob}`,
    'HEAD',
    ...since,
  ])
  return found.code === 0 && found.stdout.length > 0
}
