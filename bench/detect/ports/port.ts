import type { Step } from '../../../src/steps/step.ts'

/** What another tool's rule says after a step. */
export type Says = 'nudge' | 'halt' | null

/** One other tool's rules, written anew from what its source does. Each run gets a watcher of its own. */
export interface Port {
  tool: string
  rule: string
  open(): (step: Step) => Says
}

/** The call alone, without what came of it. */
export function callOf({ tool, arguments: given }: Step): string {
  return `${tool?.name ?? ''} ${given?.digest ?? ''}`
}

/** What came of it, word for word. */
export function resultOf({ observation }: Step): string {
  return observation?.digest ?? ''
}

/** How often the last of a list stands there in a row. */
export function inRow<T>(values: readonly T[]): number {
  const last = values.at(-1)
  let times = 0
  while (times < values.length && values[values.length - 1 - times] === last) times++
  return times
}

/** The last `period` values were there before, so many times over. */
export function rounds(values: readonly string[], period: number): number {
  let same = 0
  while (
    same + period < values.length &&
    values[values.length - 1 - same] === values[values.length - 1 - same - period]
  )
    same++
  return Math.floor(same / period) + (values.length >= period ? 1 : 0)
}
