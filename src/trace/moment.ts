/** When a step was: `share` of the budget used by its end, and `width`, the share that it took itself. */
export interface Moment {
  index: number
  /** `null`: no budget is known. */
  share: number | null
  width: number
}

/** Without a budget a step counts as if it were one of so many. */
const UNKNOWN_BUDGET = 50
/** A fifth of the budget: what is older counts little. */
const MEMORY = 0.2

export function momentAfter(before: Moment | null, index: number, share: number | null): Moment {
  const gone = share === null ? 1 / UNKNOWN_BUDGET : share - (before?.share ?? 0)
  return { index, share, width: Math.min(1, Math.max(1e-4, gone)) }
}

/** A mean that forgets by shares of the budget, not by steps, so that it is the same for short and long budgets. */
export interface Fading {
  add(value: number, moment: Moment): void
  value(): number
}

export function createFading(start = 0, memory = MEMORY): Fading {
  let mean = start
  return {
    add: (value, { width }) => {
      mean += (value - mean) * (1 - Math.exp(-width / memory))
    },
    value: () => mean,
  }
}
