import { appendFileSync } from 'node:fs'

/** Places where a test may have the supervisor die. Without the variables they cost one comparison. */
export interface Failpoints {
  hit(name: string): void
}

/**
 * `WIGGUM_FAILPOINT=<n>` kills this process, with no chance to clean up, at the n-th place it passes;
 * `WIGGUM_FAILPOINT_LOG=<file>` writes the name of every place passed.
 */
export function failpointsFrom(env: Record<string, string | undefined>): Failpoints {
  const dieAt = Number(env.WIGGUM_FAILPOINT ?? 0)
  const log = env.WIGGUM_FAILPOINT_LOG
  if (!dieAt && !log) return { hit: () => {} }
  let passed = 0
  return {
    hit(name) {
      passed += 1
      if (log) appendFileSync(log, `${name}\n`)
      if (passed === dieAt) process.kill(process.pid, 'SIGKILL')
    },
  }
}
