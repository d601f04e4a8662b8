import type { RunFacts } from './facts.ts'

interface Stretch {
  start_ms: number
  end_ms: number
}

/** When somebody worked. `whole`: also while calls were made that are not listed; `shown`: only during those that are. */
export function busyOf({ spans, took_ms }: RunFacts, what: 'whole' | 'shown'): Stretch[] {
  const { items, left_out, gap_after } = spans
  const busy = items
    .filter(({ kind }) => kind !== 'gate')
    .map(({ start_ms, end_ms }) => ({ start_ms, end_ms: end_ms ?? took_ms }))
  if (what === 'shown' || left_out === 0) return busy
  const [before, after] = [items[gap_after - 1]?.start_ms ?? 0, items[gap_after]?.start_ms ?? took_ms]
  return [...busy, { start_ms: before, end_ms: after }]
}
