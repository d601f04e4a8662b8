import { appendFileSync } from 'node:fs'

/** Places where a test may have the supervisor die. Without the variables they cost one comparison. */
export interface Failpoints {
  hit(name: string): void
}

/**
 * `WIGGUM_FAILPOINT=<n>` kills this process, with no chance to clean up, at the n-th place it passes, and `<n>@<name>` at
 * the n-th of that name; `WIGGUM_FAILPOINT_LOG=<file>` writes the name of every place passed.
 */
export function failpointsFrom(env: Record<string, string | undefined>): Failpoints {
  const isTheOne = env.WIGGUM_FAILPOINT ? countdown(env.WIGGUM_FAILPOINT) : null
  const log = env.WIGGUM_FAILPOINT_LOG
  if (!isTheOne && !log) return { hit: () => {} }
  return {
    hit(name) {
      if (log) appendFileSync(log, `${name}\n`)
      if (isTheOne?.(name)) process.kill(process.pid, 'SIGKILL')
    },
  }
}

function countdown(place: string): (passed: string) => boolean {
  const [, n, name] = /^(\d+)(?:@(.+))?$/.exec(place) ?? []
  let left = Number(n ?? 0)
  return (passed) => (name === undefined || passed === name) && --left === 0
}
