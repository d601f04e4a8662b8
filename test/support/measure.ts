import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** CPU time of this process so far: unlike the clock's, it does not pass faster on a busy machine. */
export function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

let collect: (() => void) | null = null

/** What is really kept: garbage that nobody has collected yet does not count. */
export function heldBytes(): number {
  if (collect === null) {
    setFlagsFromString('--expose-gc')
    collect = runInNewContext('gc') as () => void
  }
  // Buffers that the first has found are given back by the second at the latest.
  collect()
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
