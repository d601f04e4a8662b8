import type { Step } from './step.ts'

/** How often a round of the same calls, with the same that came of them, was made without anything in between. */
export interface Repeats {
  /** Calls in a round. */
  period: number
  times: number
}

const LONGEST = 6

/** Words between two calls do not make them others. */
export function createRepeats(): { add(step: Step): void; most(): Repeats | null } {
  const last: string[] = []
  /** For each period: so many calls in a row were those of one round before. */
  const same = Array<number>(LONGEST).fill(0)
  let most: Repeats | null = null
  return {
    add: (step) => {
      const call = digestOfCall(step)
      if (call === null) return
      for (let period = 1; period <= LONGEST; period++) {
        const isSame = call === last[last.length - period]
        same[period - 1] = isSame ? same[period - 1]! + 1 : 0
        const times = Math.floor(same[period - 1]! / period) + 1
        if (times > Math.max(1, most?.times ?? 0)) most = { period, times }
      }
      last.push(call)
      if (last.length > LONGEST) last.shift()
    },
    most: () => most,
  }
}

/** What failed is told by its error, which knows no times and addresses. No result: nobody knows whether it was the same. */
function digestOfCall({ tool, arguments: given, observation, error, test }: Step): string | null {
  if (!tool || !given || !observation) return null
  const came = error === null ? observation.digest : `${error} ${test?.failed ?? ''}`
  return `${tool.name} ${given.digest} ${came}`
}
