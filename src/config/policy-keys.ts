import { detectors } from '../detectors/index.ts'

/** Keys of the configuration as a person writes them, with dots: ids of rules have dots of their own. */
export function keyPath(key: string): string[] {
  const parts = key.split('.')
  if (parts[0] !== 'detectors') return parts
  const rest = key.slice('detectors.'.length)
  const rule = detectors.find(({ id }) => rest === id || rest.startsWith(`${id}.`))
  if (!rule) return ['detectors', ...unknownRule(rest)]
  const inside = rest.slice(rule.id.length + 1)
  return ['detectors', rule.id, ...(inside === '' ? [] : inside.split('.'))]
}

/** Whatever stands before its settings, so that the sentence about it names it whole. */
function unknownRule(rest: string): string[] {
  const [, id, inside] = /^(.*?)\.(enabled|thresholds(?:\..*)?)$/.exec(rest) ?? []
  return id === undefined ? [rest] : [id, ...inside!.split('.')]
}

/** Paths of all values that a piece of configuration has. */
export function leavesOf(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [path]
  return Object.entries(value).flatMap(([key, inside]) => leavesOf(inside, [...path, key]))
}

/** What only rules of ours read, with facts that logs have. All else changes what agents do, or nothing that is concluded. */
const TOLD = [
  /^budget\.(?:usd|tokens)$/,
  /^detectors\.(?!boundary\.(?:checkpoint|context)|break\.task-failures|trace\.)/,
  /^gates\.(?:test-tampering|unverified|baseline-red|mass-deletion)$/,
  /^limits\.max_cycles$/,
  /^loop\.max_(?:passes|duration_minutes)$/,
  /^stagnation\.(?:threshold|action|signals\..*|escalation\..*)$/,
]

export const TOLD_WORDS =
  'budget.*, detectors.* (but not boundary.checkpoint, boundary.context.*, break.task-failures and trace.*), gates.test-tampering, gates.unverified, gates.baseline-red, gates.mass-deletion, limits.max_cycles, loop.max_passes, loop.max_duration_minutes and stagnation.* without its notifications and calibration'

export function canBeTold(path: string[]): boolean {
  const key = path.join('.')
  return TOLD.some((told) => told.test(key))
}
