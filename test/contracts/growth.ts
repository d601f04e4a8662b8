import { cpuMs } from '../support/measure.ts'

/** How the time of some work grows, instead of how long it takes: machines differ, and others use them too. */

const TIMES = 16
/** Quadratic work would take 256 times as long. */
const ALLOWED = 4 * TIMES
/** Below this a clock on a busy machine says nothing. */
const NOISE_MS = 5

export function growsLinearly(size: number, work: (size: number) => unknown): boolean {
  const small = Math.max(
    NOISE_MS,
    best(5, 0, () => work(Math.floor(size / TIMES))),
  )
  return best(10, ALLOWED * small, () => work(size)) <= ALLOWED * small
}

/** The best of several runs, until one is good enough: other work only ever makes a run slower. */
function best(runs: number, enough: number, work: () => unknown): number {
  let shortest = Number.POSITIVE_INFINITY
  for (let run = 0; run < runs && shortest > enough; run++) {
    const start = cpuMs()
    work()
    shortest = Math.min(shortest, cpuMs() - start)
  }
  return shortest
}
