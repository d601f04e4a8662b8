import { AsyncLocalStorage } from 'node:async_hooks'
import { type CaptureResult, capture } from '../runtime/supervise.ts'
import { machineFailure, objectsGone } from './git-disk.ts'

/** Git answered something we did not expect: a bug of ours, a full disk, a damaged repository. */
export class GitError extends Error {
  readonly args: string[]
  readonly code: number | null
  readonly stderr: string

  constructor(args: string[], result: CaptureResult) {
    const why = result.timedOut
      ? 'timed out'
      : `exited ${result.code}: ${result.stderr.trim().slice(0, 2000)}`
    super(`git ${args[0] ?? ''} ${why}`)
    this.name = 'GitError'
    this.args = args
    this.code = result.code
    this.stderr = result.stderr
  }
}

export interface GitOptions {
  input?: string | Buffer
  index?: string
  workTree?: string
  env?: Record<string, string>
  maxBytes?: number
  timeoutMs?: number
  signal?: AbortSignal
}

const TIMEOUT_MS = 300_000

/** When whoever waits for the present calls will wait no longer. */
const deadline = new AsyncLocalStorage<number>()

/** No git that `use` starts runs on after so many milliseconds. */
export function withinTime<T>(ms: number, use: () => Promise<T>): Promise<T> {
  return deadline.run(performance.now() + ms, use)
}

function timeLeft(): number {
  const until = deadline.getStore()
  return until === undefined ? TIMEOUT_MS : Math.max(1, until - performance.now())
}
const MAX_BYTES = 512 * 1024 * 1024

const NOTHING_RUNS = [
  'core.hooksPath=/dev/null',
  'core.fsmonitor=false',
  'protocol.ext.allow=never',
  'commit.gpgSign=false',
  'tag.gpgSign=false',
  'gc.auto=0',
  'maintenance.auto=false',
  'submodule.recurse=false',
  'fetch.recurseSubmodules=false',
]
// Safe only because every folder named by GIT_DIR is one of ours, or the user's own that `openRepository` accepted.
const OUR_OWN = [
  'core.attributesFile=/dev/null',
  'core.excludesFile=/dev/null',
  'core.untrackedCache=false',
  'core.quotePath=false',
  'safe.directory=*',
]

const BASE_ENV = {
  LC_ALL: 'C',
  GIT_TERMINAL_PROMPT: '0',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_NO_REPLACE_OBJECTS: '1',
  GIT_ADVICE: '0',
}
const OUR_ENV = {
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_ALLOW_PROTOCOL: 'file',
  GIT_NO_LAZY_FETCH: '1',
}
const USER_NAMES = [
  'HOME',
  'XDG_CONFIG_HOME',
  'GIT_CONFIG_GLOBAL',
  'GIT_CONFIG_SYSTEM',
  'GIT_CONFIG_NOSYSTEM',
  'GIT_AUTHOR_NAME',
  'GIT_AUTHOR_EMAIL',
]

/** Runs git on a repository of ours (or the user's object store and refs) with nobody's configuration but that repository's. */
export async function git(gitDir: string, args: string[], options: GitOptions = {}): Promise<CaptureResult> {
  const env: Record<string, string> = {
    ...pathOnly(),
    ...BASE_ENV,
    ...OUR_ENV,
    GIT_DIR: gitDir,
    ...options.env,
  }
  if (options.index !== undefined) env.GIT_INDEX_FILE = options.index
  if (options.workTree !== undefined) env.GIT_WORK_TREE = options.workTree
  return run([...NOTHING_RUNS, ...OUR_OWN], args, { ...options, env, cwd: options.workTree ?? gitDir })
}

/** Runs git in the user's own checkout, where their line endings, filters and ignore files count. Hooks still do not run. */
export async function gitAsUser(
  cwd: string,
  args: string[],
  options: GitOptions = {},
): Promise<CaptureResult> {
  const env: Record<string, string> = { ...pathOnly(), ...BASE_ENV, ...options.env }
  for (const name of USER_NAMES) {
    const value = process.env[name]
    if (value !== undefined) env[name] = value
  }
  if (options.index !== undefined) env.GIT_INDEX_FILE = options.index
  return run(NOTHING_RUNS, args, { ...options, env, cwd })
}

async function run(
  config: string[],
  args: string[],
  options: GitOptions & { env: Record<string, string>; cwd: string },
): Promise<CaptureResult> {
  const result = await capture('git', [...config.flatMap((setting) => ['-c', setting]), ...args], {
    cwd: options.cwd,
    env: options.env,
    timeoutMs: Math.min(options.timeoutMs ?? TIMEOUT_MS, timeLeft()),
    maxBytes: options.maxBytes ?? MAX_BYTES,
    ...(options.input === undefined ? {} : { input: options.input }),
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  })
  // Whatever a caller makes of a failure, a full disk answers no question of theirs.
  const failure = result.code === 0 ? null : machineFailure(result.stderr, options.cwd)
  if (failure) throw failure
  return result
}

function pathOnly(): Record<string, string> {
  return { PATH: process.env.PATH ?? '/usr/local/bin:/usr/bin:/bin' }
}

/** Of so many answers, each at most this long, so that little memory is held. */
const KEPT = { answers: 256, bytes: 64 * 1024 }

const known = new Map<string, Promise<CaptureResult>>()

/**
 * What git says of objects that are named by their full ids never changes, so it is asked once. Only such questions may be
 * asked here. What failed, or is long, is asked again.
 */
export function gitOnce(gitDir: string, args: string[]): Promise<CaptureResult> {
  const question = [gitDir, ...args].join('\0')
  const answer = known.get(question) ?? git(gitDir, args)
  known.delete(question)
  known.set(question, answer)
  const forget = () => known.delete(question)
  answer.then(({ code, stdout }) => (code === 0 && stdout.length <= KEPT.bytes) || forget(), forget)
  for (const oldest of [...known.keys()].slice(0, -KEPT.answers)) known.delete(oldest)
  return answer
}

/** How to ask about these objects: once, if their full ids name them. */
export function gitAbout(...names: string[]): typeof gitOnce {
  return names.every(isObjectId) ? gitOnce : git
}

/** The output of a git command that has no business failing. */
export async function gitBytes(gitDir: string, args: string[], options: GitOptions = {}): Promise<Buffer> {
  return outputOf(gitDir, args, await git(gitDir, args, options))
}

/** The same of what is about these objects alone. */
export async function bytesAbout(names: string[], gitDir: string, args: string[]): Promise<Buffer> {
  return outputOf(gitDir, args, await gitAbout(...names)(gitDir, args))
}

function outputOf(gitDir: string, args: string[], result: CaptureResult): Buffer {
  if (result.code !== 0) throw objectsGone(result.stderr, gitDir) ?? new GitError(args, result)
  return result.stdout
}

export async function gitLine(gitDir: string, args: string[], options: GitOptions = {}): Promise<string> {
  const bytes = await gitBytes(gitDir, args, options)
  return bytes.toString('utf8').trimEnd()
}

export function splitNul(bytes: Buffer, encoding: BufferEncoding = 'utf8'): string[] {
  return bytes
    .toString(encoding)
    .split('\0')
    .filter((part) => part !== '')
}

export function isObjectId(text: string): boolean {
  return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text)
}

export async function isAncestor(gitDir: string, older: string, newer: string): Promise<boolean> {
  const result = await gitAbout(older, newer)(gitDir, ['merge-base', '--is-ancestor', older, newer])
  return result.code === 0
}

export async function treeOf(gitDir: string, commit: string): Promise<string> {
  const tree = await bytesAbout([commit], gitDir, ['rev-parse', '--verify', '--quiet', `${commit}^{tree}`])
  return tree.toString('utf8').trimEnd()
}
