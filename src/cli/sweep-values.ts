import { scalarOf } from '../config/read-change.ts'
import { EXIT, Problem } from '../runtime/problem.ts'

const MOST = 50
const RANGE = /^(-?\d+(?:\.\d+)?)\.\.(-?\d+(?:\.\d+)?)(?:\/(\d+(?:\.\d+)?))?$/

/** `2..6`, `0.1..0.5/0.1` or `1,2,5`. */
export function sweepValues(given: string): unknown[] {
  const [range, from, to, step = '1'] = RANGE.exec(given) ?? []
  const values = range === undefined ? listed(given) : counted(Number(from), Number(to), step)
  if (values.length >= 2 && values.length <= MOST) return values
  throw new Problem(
    EXIT.usage,
    `--sweep does not understand "${given}": ${values.length > MOST ? `more than ${MOST} values` : 'fewer than two values'}`,
    'Write a range, such as 2..6 or 0.1..0.5/0.1, or a list, such as 1,2,5.',
  )
}

function listed(given: string): unknown[] {
  return [...new Set(given.split(',').map((each) => each.trim()))].filter((each) => each !== '').map(scalarOf)
}

/** Rounded to what was written: ten times 0.1 is 1. */
function counted(from: number, to: number, step: string): number[] {
  const by = Number(step)
  if (by === 0 || to < from) return []
  const count = Math.floor((to - from) / by + 1e-9) + 1
  const digits = Math.max(decimals(String(from)), decimals(step))
  return Array.from({ length: Math.min(count, MOST + 1) }, (_, at) =>
    Number((from + at * by).toFixed(digits)),
  )
}

function decimals(number: string): number {
  return number.split('.')[1]?.length ?? 0
}
