import { tally } from '../findings.ts'
import { countedReview, reviewBy } from './reviewing.ts'
import { type Decided, type Rule, together, type View } from './strategy.ts'

/** The Guardian first; the others side by side, unless rule A2 makes them unnecessary. */
export const reviewers: Rule = (view) => {
  const guardian = reviewBy(view, 'guardian')
  if (guardian) return guardian
  const others = view.start.workflows[view.state.workflow]?.reviewers ?? []
  if (others.length === 0) return null
  if (fastPath(view)) return sayOnce(view, others)
  return together(others.map((role) => reviewBy(view, role)))
}

/** A2: what the Guardian wrote, before evidence was asked for, holds no CRITICAL and no WARNING. */
function fastPath(view: View): boolean {
  const { state } = view
  const { critical, warning } = tally(countedReview(view, 'guardian')?.findings ?? [])
  const firstOfThorough = state.workflow === 'thorough' && state.cycle === 1
  return critical === 0 && warning === 0 && !state.escalated && !firstOfThorough
}

function sayOnce(view: View, others: string[]): Decided {
  const input = { rule: 'A2', cycle: view.state.cycle }
  if (view.state.fastPathIn === input.cycle) return null
  const data = {
    archetype: 'guardian',
    input,
    decision: `fast path: without ${others.join(', ')}`,
    confidence: null,
  }
  return [{ do: 'record', key: `A2:${input.cycle}`, event: { type: 'decision.point', phase: 'check', data } }]
}
