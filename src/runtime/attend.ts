import { type LimitWatch, systemClock, TICK_MS } from './clock.ts'
import { createDrain } from './drain.ts'
import type { Family } from './family.ts'
import type { ProcessOutput } from './process-output.ts'
import type { Outcome, ProcessSpec } from './process-spec.ts'
import { createStopper, type Stopper } from './stopper.ts'
import type { Child } from './supervise.ts'
import { sweep } from './sweep.ts'

export interface Attendance {
  family: Family
  output: ProcessOutput
  watch: LimitWatch
}

export interface Ending {
  /** Why we ended it; `null` if it ended by itself. */
  reason: Outcome | null
  exitCode: number | null
  signal: string | null
  error: string | null
  leftovers: number
  /** What our own side threw: a reader's bug or a full disk. The process was ended because of it. */
  fault: unknown
}

const LOOK_MS = 250
const NOTHING = Buffer.alloc(0)
/** After a result there is nothing left to save: SIGKILL follows SIGTERM this soon. */
const SHORT_GRACE_MS = 500
/**
 * Whoever cancels waits at a terminal, or the machine is going down: two seconds later nobody may be left, and output that keeps
 * coming may take one of them.
 */
const CANCEL_GRACE_MS = 800
/** In less than this no machine gives all its pids out once; after it, a pid seen before proves nothing. */
const PIDS_FRESH_MS = 2000

/** Stays with a started process until it, its output and its descendants have ended. */
export async function attend(child: Child, spec: ProcessSpec, parts: Attendance): Promise<Ending> {
  const startedAt = systemClock.monotonic()
  const stopper = createStopper(child, parts.family, spec.keeper ?? false)
  const drain = createDrain(child, parts.output.bytes)
  const exited = exitOf(child, stopper)
  const reader = readOutput(child, spec, { output: parts.output, stopper })
  const release = enforceLimits(spec, parts, stopper)

  const exit = await exited
  release()
  await drain()
  const reason = stopper.reason()
  const thorough = reason !== null || systemClock.monotonic() - startedAt > PIDS_FRESH_MS
  const leftovers = await sweep(parts.family, { thorough, graceLeftMs: stopper.graceLeftMs() })
  if (leftovers > 0) await drain()
  for (const stream of [child.stdin, child.stdout, child.stderr]) stream?.destroy()
  // Last: the output that was still coming may have held the result.
  reader.release()
  return { reason, ...exit, leftovers, fault: reader.fault() }
}

async function exitOf(
  child: Child,
  stopper: Stopper,
): Promise<Pick<Ending, 'exitCode' | 'signal' | 'error'>> {
  const exited = new Promise<Pick<Ending, 'exitCode' | 'signal' | 'error'>>((resolve) => {
    child.once('exit', (exitCode, signal) => resolve({ exitCode, signal, error: null }))
  })
  const gaveUp = stopper.gaveUp.then(() => {
    child.unref()
    return { exitCode: null, signal: null, error: `process ${child.pid} was killed and does not end` }
  })
  const exit = await Promise.race([exited, gaveUp])
  stopper.clear()
  return exit
}

function readOutput(child: Child, spec: ProcessSpec, to: { output: ProcessOutput; stopper: Stopper }) {
  let fault: unknown = null
  let timer: NodeJS.Timeout | undefined

  const afterChunk = () => {
    if (to.output.isRunaway()) {
      to.stopper.stop('output-cap', spec.graceMs)
      child.stdout?.destroy()
      child.stderr?.destroy()
    }
    if (timer !== undefined || !spec.finished?.()) return
    timer = setTimeout(() => to.stopper.stop('killed-after-result', SHORT_GRACE_MS), spec.graceMs)
  }
  const guarded = (take: (chunk: Buffer) => void) => (chunk: Buffer) => {
    if (fault !== null) return
    try {
      take(chunk)
      afterChunk()
    } catch (error) {
      fault = error
      to.stopper.stop('cancelled', Math.min(spec.graceMs, CANCEL_GRACE_MS))
    }
  }
  guarded(to.output.open)(NOTHING)
  child.stdout?.on('data', guarded(to.output.stdout))
  child.stderr?.on('data', guarded(to.output.stderr))
  return { fault: () => fault, release: () => clearTimeout(timer) }
}

/** Time, cancelling, and a regular look at who was born. Returns how to let go of all three. */
function enforceLimits(
  spec: ProcessSpec,
  { family, output, watch }: Attendance,
  stopper: Stopper,
): () => void {
  const check = () => {
    const verdict = watch.tick(systemClock.now(), output.lastAt())
    if (verdict !== 'ok' && !spec.finished?.()) stopper.stop(`${verdict}-timeout`, spec.graceMs)
  }
  // Not at once: if we were held up ourselves, output waits in the pipe, and is read before an immediate runs.
  const tick = setInterval(() => setImmediate(check), tickMs(spec))
  const look = setInterval(() => family.look(), LOOK_MS)
  const cancel = () => stopper.stop('cancelled', Math.min(spec.graceMs, CANCEL_GRACE_MS))
  spec.signal?.addEventListener('abort', cancel, { once: true })
  return () => {
    clearInterval(tick)
    clearInterval(look)
    spec.signal?.removeEventListener('abort', cancel)
  }
}

/** Short limits need a finer tick than the usual second. */
function tickMs({ idleMs, wallMs }: ProcessSpec): number {
  const shortest = Math.min(idleMs ?? Infinity, wallMs ?? Infinity)
  return Math.max(10, Math.min(TICK_MS, shortest / 4))
}
