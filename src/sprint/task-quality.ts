import { worstCase } from '../core/budget.ts'
import { dedupe } from '../core/findings.ts'
import type { RunState } from '../core/state.ts'
import type { TaskQuality } from './records.ts'

/** How a task went, in figures that its run's log holds. */
export function taskQuality(state: RunState): TaskQuality {
  const found = dedupe(Object.values(state.reviews).flatMap(({ effective }) => effective))
  const files = new Set(Object.values(state.collected).flatMap((work) => work.files.map(({ path }) => path)))
  const merged = Object.values(state.verified).filter(({ kind }) => kind === 'merged')
  return {
    landed: state.merged !== null && state.reverted === null,
    red: merged.filter(({ green }) => !green).length,
    rounds: Math.max(state.cycle + state.round - 1, state.passes.length),
    findings: found.filter(({ severity }) => severity !== 'INFO').length,
    files: files.size,
    // A limit that was kept says nothing of the work.
    corrections: state.corrections.filter(({ layer }) => layer !== 'boundary').length,
  }
}

/** What the run has spent, and at worst: a call that did not say counts like the dearest known one. */
export function taskSpend({ spend, largestCall }: RunState): {
  spend: { usd: number; tokens: number }
  unknown_calls: number
} {
  const { usd, tokens } = worstCase(spend, largestCall)
  return { spend: { usd, tokens }, unknown_calls: spend.unknown_calls }
}
