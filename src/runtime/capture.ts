import { createDrain } from './drain.ts'
import type { Child } from './supervise.ts'
import { signal } from './sweep.ts'

export interface CaptureResult {
  /** `null`: killed, timed out or never started; stderr then says which. */
  code: number | null
  stdout: Buffer
  stderr: string
  timedOut: boolean
}

export interface CaptureOptions {
  cwd?: string
  env: Record<string, string>
  input?: string | Buffer
  timeoutMs?: number
  maxBytes?: number
  /** Ends it early. */
  signal?: AbortSignal
}

const MAX_BYTES = 256 * 1024 * 1024
const TIMEOUT_MS = 120_000
/** For git to take its locks away. */
const GRACE_MS = 2_000

export function captureLimits({ timeoutMs = TIMEOUT_MS, maxBytes = MAX_BYTES }: CaptureOptions) {
  return { timeoutMs, maxBytes }
}

export function notStarted(error: unknown): CaptureResult {
  return { code: null, stdout: Buffer.alloc(0), stderr: String(error), timedOut: false }
}

/** Waits for a started command and keeps what it printed. */
export async function collect(child: Child, options: CaptureOptions): Promise<CaptureResult> {
  const { timeoutMs, maxBytes } = captureLimits(options)
  const chunks = { stdout: [] as Buffer[], stderr: [] as Buffer[] }
  let bytes = 0
  let problem: string | null = null

  const stop = (why: string) => {
    problem ??= why
    if (child.pid !== undefined) signal(-child.pid, 'SIGKILL')
  }
  let late: NodeJS.Timeout | undefined
  const cancel = () => {
    problem ??= 'stopped'
    if (child.pid !== undefined) signal(-child.pid, 'SIGTERM')
    late = setTimeout(() => stop('stopped'), GRACE_MS)
  }
  options.signal?.addEventListener('abort', cancel, { once: true })
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes <= maxBytes) chunks[name].push(chunk)
      else stop(`more than ${maxBytes} bytes of output`)
    })
  }
  const timedOut = `timed out after ${timeoutMs} ms`
  const timer = setTimeout(() => stop(timedOut), timeoutMs)
  const drain = createDrain(child, () => bytes)
  const ended = new Promise<number | null>((resolve) => {
    child.once('exit', (code, by) => {
      if (by === 'SIGXFSZ') problem ??= 'File too large'
      resolve(code)
    })
    child.once('error', (error) => {
      problem ??= error.message
      resolve(null)
    })
  })
  // A command that does not read its input is no error of ours.
  child.stdin?.on('error', () => {})
  child.stdin?.end(options.input ?? '')

  const code = await ended
  clearTimeout(timer)
  clearTimeout(late)
  options.signal?.removeEventListener('abort', cancel)
  if (child.pid !== undefined) await drain()
  for (const stream of [child.stdin, child.stdout, child.stderr]) stream?.destroy()
  const stderr = Buffer.concat(chunks.stderr).toString('utf8')
  return {
    code: problem === null ? code : null,
    stdout: Buffer.concat(chunks.stdout),
    stderr: problem === null ? stderr : `${stderr}${problem}`,
    timedOut: problem === timedOut,
  }
}
