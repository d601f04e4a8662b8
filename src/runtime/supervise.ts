import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { attend } from './attend.ts'
import { type CaptureOptions, type CaptureResult, captureLimits, collect, notStarted } from './capture.ts'
import { createLimitWatch, systemClock } from './clock.ts'
import { createFamily, type Leash, leashedEnvironment } from './family.ts'
import { openProcessOutput } from './process-output.ts'
import type { ProcessResult, ProcessSpec } from './process-spec.ts'
import { type Birthmark, chooseBirthmark, createProcessTable, type ProcessTable } from './process-table.ts'
import { linkReaper, type Reaper } from './reaper-link.ts'
import { sweep } from './sweep.ts'

export type { CaptureOptions, CaptureResult } from './capture.ts'
export type { ProcessResult, ProcessSpec, Speaker } from './process-spec.ts'
export { containment } from './process-table.ts'
export type Child = ChildProcess

let table: ProcessTable | null = null
let lastList: { at: number; pids: number[] } | null = null
let ownMark: Birthmark | null = null
let reaper: Reaper | null = null
let supervisorId: string | null = null
const LIST_YOUNG_MS = 1000
/** The calls under way. A leash is one call's own: else the sweep at its end would end another's agents. */
const active = new Map<string, Birthmark | null>()

/** Runs a program and all it starts to the end, within its limits. Rejects only if our own side fails. */
export async function superviseProcess(spec: ProcessSpec): Promise<ProcessResult> {
  if (active.has(spec.leash)) throw new Error(`leash ${spec.leash} is in use: every call needs its own`)
  if (spec.signal?.aborted) return unstarted('cancelled', null)
  const processes = processTable()
  const watcher = startReaper()
  const birthmark = chooseBirthmark(ownMark, new Set([...active.values()].map((mark) => mark?.oom ?? 0)))
  const marker = ownMarker(spec.leash)
  active.set(spec.leash, birthmark)
  watcher.watch(marker, birthmark)
  try {
    return await runLeashed(spec, processes, { marker, birthmark, since: 0 })
  } finally {
    watcher.unwatch(marker)
    active.delete(spec.leash)
  }
}

/** A reaper may be late: what it ends must be its own supervisor's, and not that of the one who resumed the run. */
function ownMarker(leash: string): string {
  supervisorId ??= randomBytes(6).toString('hex')
  return `${leash}@${supervisorId}`
}

async function runLeashed(spec: ProcessSpec, processes: ProcessTable, leash: Leash) {
  const output = openProcessOutput(spec, systemClock.now)
  const family = createFamily(processes, leash, livingBefore(processes))
  const startedAt = systemClock.now()
  const watch = createLimitWatch(spec, startedAt)
  const started = bearing(leash.birthmark, () => startChild(spec, leash.marker))
  if (started.child === null) {
    output.end()
    return unstarted('spawn-failed', await started.problem)
  }
  family.adopt(started.pid)
  feed(started.child, spec)
  const { fault, reason, ...ending } = await attend(started.child, spec, { family, output, watch })
  output.end()
  if (fault !== null) throw fault
  watch.tick(systemClock.now(), output.lastAt())
  const { sleptMs } = watch
  const outcome = reason ?? (ending.signal === null ? 'exited' : 'signalled')
  const durationMs = Math.max(0, systemClock.now() - startedAt - sleptMs)
  return { outcome, ...ending, durationMs, sleptMs, ...output.summary() }
}

/** The mark must be there from birth, before the child can start others: we wear it ourselves while we start the child. */
function bearing<T>(birthmark: Birthmark | null, start: () => T): T {
  if (birthmark !== null) processTable().wear(birthmark)
  try {
    return start()
  } finally {
    if (birthmark !== null && ownMark !== null) processTable().wear(ownMark)
  }
}

type Started = { child: Child; pid: number } | { child: null; problem: Promise<string> }

function startChild(spec: ProcessSpec, marker: string): Started {
  try {
    const child = spawn(spec.file, spec.args, {
      cwd: spec.cwd,
      env: leashedEnvironment(spec.env, marker, process.env),
      stdio: [spec.stdin === null ? 'ignore' : 'pipe', 'pipe', 'pipe'],
      // Its own session: a terminal's Ctrl-C reaches only us, and we decide.
      detached: true,
    })
    const problem = new Promise<string>((resolve) => {
      child.on('error', (error) => resolve(existsSync(spec.cwd) ? error.message : `no folder ${spec.cwd}`))
    })
    return child.pid === undefined ? { child: null, problem } : { child, pid: child.pid }
  } catch (error) {
    // Arguments too long, or with a NUL: what the operating system would refuse, Node throws.
    return { child: null, problem: Promise.resolve(String(error)) }
  }
}

function feed(child: Child, { stdin, dialogue }: ProcessSpec): void {
  const pipe = child.stdin
  // A program that does not read its input is no error of ours.
  pipe?.on('error', () => {})
  if (!dialogue) return void pipe?.end(stdin ?? '')
  pipe?.write(stdin ?? '')
  dialogue({
    say: (line) => void (pipe?.writable && pipe.write(`${line}\n`)),
    hangUp: () => void pipe?.end(),
  })
}

function unstarted(outcome: 'cancelled' | 'spawn-failed', error: string | null): ProcessResult {
  const nothing = { exitCode: null, signal: null, durationMs: 0, sleptMs: 0, truncatedBytes: 0, leftovers: 0 }
  return { outcome, error, ...nothing, stdoutTail: '', stderrTail: '' }
}

/** Ends whatever still carries the leash, whichever supervisor put it on: that one may have died with its reaper. Returns how many. */
export function sweepLeash(leash: string): Promise<number> {
  const family = createFamily(processTable(), { marker: leash, birthmark: null, since: 0 })
  return sweep(family, { thorough: true, graceLeftMs: null })
}

/**
 * The one reaper of this process; the first supervised process starts it.
 * @public tests end it and kill it
 */
export function startReaper(): Reaper {
  if (reaper !== null) return reaper
  const program = reaperPath()
  const since = processTable().read(process.pid)?.start ?? 0
  const start = () =>
    spawn(process.execPath, [program], { detached: true, env: {}, stdio: ['pipe', 'ignore', 'ignore'] })
  const link = linkReaper(start, since)
  reaper = {
    ...link,
    close() {
      reaper = null
      return link.close()
    },
  }
  return reaper
}

/** Next to the bundle, above its chunks, or built from the sources this file is in. */
function reaperPath(): string {
  const places = ['./reaper.js', '../reaper.js', '../../dist/reaper.js']
  const paths = places.map((place) => fileURLToPath(new URL(place, import.meta.url)))
  const found = paths.find((path) => existsSync(path))
  if (found === undefined) throw new Error(`reaper.js is missing; looked at ${paths.join(', ')}`)
  return found
}

function processTable(): ProcessTable {
  if (table !== null) return table
  const made = createProcessTable(runPs)
  ownMark = made.birthmark(process.pid)
  table = {
    ...made,
    pids() {
      lastList = { at: systemClock.monotonic(), pids: made.pids() }
      return lastList.pids
    },
  }
  return table
}

/** Who lived before the call started is not its child. A list this young need not be made again. */
function livingBefore(processes: ProcessTable): number[] {
  const isYoung = lastList !== null && systemClock.monotonic() - lastList.at < LIST_YOUNG_MS
  return lastList !== null && isYoung ? lastList.pids : processes.pids()
}

export function runPs(args: string[]): string | null {
  const { code, stdout } = captureSync('ps', args, { env: { PATH: '/bin:/usr/bin', LC_ALL: 'C' } })
  return code === 0 ? stdout.toString('utf8') : null
}

/** Runs a trusted short command (git) and keeps what it printed. */
export async function capture(file: string, args: string[], options: CaptureOptions): Promise<CaptureResult> {
  if (options.signal?.aborted) return notStarted('stopped')
  let child: Child
  try {
    child = spawn(file, args, captureSpawnOptions(options))
  } catch (error) {
    return notStarted(error)
  }
  return collect(child, options)
}

/** The same, blocking: for the few places that must not yield, such as an exit handler. */
export function captureSync(file: string, args: string[], options: CaptureOptions): CaptureResult {
  const { timeoutMs, maxBytes } = captureLimits(options)
  const sync = { input: Buffer.from(options.input ?? ''), timeout: timeoutMs, maxBuffer: maxBytes } as const
  try {
    const spawnOptions = { ...captureSpawnOptions(options), ...sync, killSignal: 'SIGKILL' } as const
    const { error, status, stdout, stderr } = spawnSync(file, args, spawnOptions)
    const code = error !== undefined && 'code' in error ? error.code : null
    // It did not read all its input, which is its own business.
    const problem = error === undefined || code === 'EPIPE' ? null : error.message
    return {
      code: problem === null ? status : null,
      stdout: (stdout ?? Buffer.alloc(0)).subarray(0, maxBytes),
      stderr: `${stderr?.toString('utf8') ?? ''}${problem ?? ''}`,
      timedOut: code === 'ETIMEDOUT',
    }
  } catch (error) {
    return notStarted(error)
  }
}

function captureSpawnOptions(options: CaptureOptions): SpawnOptions & { stdio: 'pipe' } {
  return {
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
    env: options.env,
    stdio: 'pipe',
    // Its own session: a Ctrl-C meant for us must not cut git off in the middle of a write, nor may git ask on our terminal.
    detached: true,
  }
}
