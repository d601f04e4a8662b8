import { existsSync } from 'node:fs'
import { isAbsolute, join, relative, resolve } from 'node:path'
import { realPath } from '../../agents/gates.ts'
import { asText } from '../../agents/json-value.ts'
import { runningIn } from '../../policy/destructive/running.ts'
import { mayBeAlias } from '../../policy/losses/git.ts'
import { type Aliases, goesOn, lossesOf } from '../../policy/losses/index.ts'
import type { Loss } from '../../policy/losses/loss.ts'
import { kindOf } from '../../steps/kind-of.ts'
import type { HookInput } from '../hook-input.ts'
import type { HostName } from '../session.ts'
import type { Assessment } from './assess.ts'
import { isWithin, noteCall } from './calls.ts'
import { type Ground, workOf } from './ground.ts'
import { type History, historyOf } from './history.ts'
import type { Kept } from './keep.ts'
import { mayLose } from './may-lose.ts'
import { readProtection, saveProtection } from './protection.ts'
import { emptiedByTool, isRewritten, toolPaths } from './tools.ts'
import { deniedWords, lossWords } from './words.ts'
import { writtenAt } from './written-at.ts'

/** What a hook before a tool says of the user's own work in the folder. `null`: nothing is lost that anybody would miss. */
export type Guarded = { decision: 'ask' | 'deny'; kind: 'delete' | 'git-force'; reason: string } | null

interface Guard {
  ground: Ground
  input: HookInput
  host: HostName
  /** The spool's folder is below it. */
  liveFolder: string
  policy: (kind: 'delete' | 'git-force') => string
}

/** Looking at it takes no longer than this; then what nobody could look at is asked about. */
const LOOK_MS = 8_000

export async function guard(given: Guard): Promise<Guarded> {
  const { ground, input } = given
  const work = workOf(ground)
  const protection = readProtection(work)
  if (!protection) return null
  const { liveFolder } = given
  const history = historyOf({ repo: ground.repo, protection, work, liveFolder, session: input.sessionId! })
  const learnt = learn(history, input)
  if (learnt) saveProtection(work, protection)
  const verdict = await guarded(given, history, learnt)
  if (verdict === null || verdict.decision === 'ask')
    noteCall(work, { what: 'begins', id: input.toolUseId ?? 'unknown' })
  const command = commandIn(input)
  if (command !== null && (input.toolInput?.run_in_background === true || goesOn(command)))
    noteCall(work, { what: 'goes-on', id: input.toolUseId ?? 'unknown' })
  return verdict
}

async function guarded(given: Guard, history: History, learnt: boolean): Promise<Guarded> {
  const { ground, input } = given
  const losses = await lossesBy(input, ground)
  // A file of the user's own that is about to be changed, and that they changed since the loop began.
  if (losses.length === 0 || !mayLose(losses, ground.repo.root)) {
    if (learnt) await (await keeping()).keepFolder(ground, nameOf(input))
    return null
  }
  const [{ assess }, { keepFolder }] = await Promise.all([import('./assess.ts'), keeping()])
  const { withinTime } = await import('../../workspace/git.ts')
  const found = await withinTime(LOOK_MS, () => assess(history, losses)).catch(() => null)
  if (found && isNothing(found) && !losses.some(isRisky)) return null
  const kept = await keepFolder(ground, nameOf(input))
  const rewritten = found && (await keptByRewriting(input, found, ground))
  return judged(given, history, { found: rewritten ?? found, kept, losses })
}

/** Loaded once something is at stake: most calls end before. */
const keeping = () => import('./keep.ts')

/** Whatever it is about, it is seldom and costs much. */
function isRisky(loss: Loss): boolean {
  return loss.kind !== 'files'
}

function isNothing({ files, commits, repository, unkept }: Assessment): boolean {
  return files.length + commits.length + unkept.length === 0 && !repository
}

interface Judged {
  found: Assessment | null
  kept: Kept | null
  losses: Loss[]
}

async function judged(given: Guard, history: History, { found, kept, losses }: Judged): Promise<Guarded> {
  const { ground, host, policy } = given
  const copied =
    found?.repository && kept ? (await keeping()).keepGit(ground, kept, isUnlinking(losses)) : null
  if (kept && !copied && losses.some(isUnnamed)) (await keeping()).keepGitInCase(ground, kept)
  const concerns =
    found === null || found.theirs.length + found.commits.length + found.unkept.length > 0 || found.repository
  if (!concerns) return null
  const kind = losses.some((loss) => loss.kind === 'git') ? 'git-force' : 'delete'
  const setting = policy(kind)
  if (setting === 'allow') return null
  const what = losses.map((loss) => loss.what)[0] ?? nameOf(given.input)
  const story = { what, found, kept, copied, run: ground.run }
  if (setting === 'deny')
    return { decision: 'deny', kind, reason: `${lossWords(story)} The configuration says no.` }
  if (host === 'claude') {
    remember(history, given, found)
    return { decision: 'ask', kind, reason: `${lossWords(story)} Is that meant?` }
  }
  return isWhole(found, kept, copied !== null)
    ? null
    : { decision: 'deny', kind, reason: deniedWords(story, commandIn(given.input)) }
}

function isUnnamed(loss: Loss): boolean {
  return loss.kind === 'unknown' && loss.how === 'remove'
}

/** One restore brings all of it back. */
function isWhole(found: Assessment | null, kept: Kept | null, copied: boolean): boolean {
  if (!found || !kept || found.unkept.length > 0 || (found.repository && !copied)) return false
  return !found.files.some(({ path }) => kept.leftOut.includes(path))
}

/** Only what removes names leaves what has another name as it is. */
function isUnlinking(losses: Loss[]): boolean {
  return losses.every(
    (loss) => loss.kind !== 'files' || (loss.how === 'remove' && !/\b(?:shred|srm|wipe)\b/.test(loss.what)),
  )
}

function remember({ protection }: History, { ground }: Guard, found: Assessment | null): void {
  const paths = (found?.theirs ?? []).map(({ path }) => path)
  saveProtection(workOf(ground), { ...protection, asked: { paths, at: Date.now() } })
}

/**
 * What a look at a few files tells: what the person gave away when they were asked, and what they changed since, in the files
 * that this call names.
 */
function learn(history: History, input: HookInput): boolean {
  const { protection, repo } = history
  let learnt = false
  for (const path of protection.asked?.paths ?? []) {
    const times = writtenAt(repo.root, path)
    if (times.some((at) => at < protection.asked!.at)) continue
    delete protection.theirs[path]
    learnt = true
  }
  if (learnt) protection.asked = null
  return namedFiles(history, input).reduce((so, path) => {
    const isNew = writtenAt(repo.root, path).some(
      (at) => at > protection.started && !isWithin(history.spans, at),
    )
    if (!isNew || protection.theirs[path] !== undefined) return so
    protection.theirs[path] = null
    return true
  }, learnt)
}

const MAX_NAMED = 100

/** Paths below the root, as far as the call's words name files that are there. */
function namedFiles({ repo }: History, input: HookInput): string[] {
  const cwd = input.cwd ?? repo.root
  const words = commandIn(input)?.split(/[\s'"`;|&()<>=]+/) ?? toolPaths(input)
  return [...new Set(words.slice(0, MAX_NAMED))].flatMap((word) => {
    if (word === '' || word.startsWith('-') || word.includes('\0')) return []
    const path = relative(repo.root, resolve(realPath(cwd), word))
    const isInside =
      path !== '' && !path.startsWith('..') && !isAbsolute(path) && !/^\.(?:git|wiggum)(?:\/|$)/.test(path)
    return isInside && existsSync(join(repo.root, path)) ? [path] : []
  })
}

async function lossesBy(input: HookInput, ground: Ground): Promise<Loss[]> {
  const command = commandIn(input)
  const cwd = realPath(input.cwd ?? ground.repo.root)
  if (command === null) return emptiedByTool(input, cwd)
  return lossesOf(command, cwd, await aliasesFor(command, ground))
}

/** The user's settings are read only where a call could mean one. */
async function aliasesFor(command: string, { repo }: Ground): Promise<Aliases> {
  if (!/\bgit\b/.test(command) || !runningIn(command, { cwd: repo.root, depth: 0 }).some(mayBeAlias))
    return new Map()
  const { askGit } = await import('./folder.ts')
  const listed = await askGit(repo, ['config', '-z', '--get-regexp', '^alias\\.'])
  const pairs = listed.stdout.toString('utf8').split('\0').filter(Boolean)
  return new Map(
    pairs.map((pair) => [
      pair.slice('alias.'.length, pair.indexOf('\n')),
      pair.slice(pair.indexOf('\n') + 1),
    ]),
  )
}

/** Of a patch the text stands where other tools have a command. */
function commandIn({ toolName, toolInput }: HookInput): string | null {
  const kind = kindOf(toolName ?? '', toolInput)
  const isPatch = toolName === 'apply_patch' || /^\*\*\* Begin Patch/m.test(asText(toolInput?.command) ?? '')
  return isPatch || (kind === 'read' && toolName === 'Read') ? null : asText(toolInput?.command)
}

/** A file that is written anew with most of what it held is changed, not lost. */
async function keptByRewriting(input: HookInput, found: Assessment, { repo }: Ground): Promise<Assessment> {
  if (commandIn(input) !== null) return found
  return { ...found, theirs: found.theirs.filter(({ path }) => isRewritten(input, join(repo.root, path))) }
}

function nameOf(input: HookInput): string {
  return commandIn(input) ?? `${input.toolName ?? 'a tool'} ${toolPaths(input)[0] ?? ''}`.trim()
}
