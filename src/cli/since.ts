import { EXIT, Problem } from '../runtime/problem.ts'

const DAY_MS = 86_400_000

/** A day, or so many days back: `2026-11-01`, `7d`. */
export function sinceOf(given: string | null, now: number): number | null {
  if (given === null) return null
  const [, days] = /^(\d{1,5})d$/.exec(given) ?? []
  const at = days === undefined ? Date.parse(given) : now - Number(days) * DAY_MS
  if (Number.isFinite(at)) return at
  throw new Problem(
    EXIT.usage,
    `--since does not understand "${given}"`,
    'Write a day, such as 2026-11-01, or 7d.',
  )
}
