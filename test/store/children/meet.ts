import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'

/** Says that this process is ready, and returns when the test has opened the gate for all. */
export function meet(folder: string): void {
  mkdirSync(join(folder, `ready-${process.pid}`))
  const pause = new Int32Array(new SharedArrayBuffer(4))
  while (!existsSync(join(folder, 'go'))) Atomics.wait(pause, 0, 0, 1)
}
