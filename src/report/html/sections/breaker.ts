import type { BreakerFacts, RunFacts } from '../../facts/facts.ts'
import { duration, plural } from '../../words.ts'
import { type Markup, markup } from '../markup.ts'
import { type BandPart, band } from '../plots/band.ts'
import { dataTable, figure } from '../plots/figure.ts'
import type { TimeScale } from '../plots/time-scale.ts'
import { gapNote } from './section.ts'

/** What watched over the passes, and what was done about what rules saw. */
export function breaker(facts: RunFacts, scale: TimeScale): Markup | null {
  const { breaker: watch, signals } = facts
  const watched = watch.passes.items.length > 0 || watch.moves.items.length > 0
  if (!watched && signals.items.length === 0) return null
  return markup`${watched && bandOf(facts, scale)}${signals.items.length > 0 && ladder(facts)}`
}

function bandOf(facts: RunFacts, scale: TimeScale): Markup {
  const { moves, passes, state } = facts.breaker
  const rows = [
    ...passes.items.map(({ at_ms, pass, words, found, fixed }) => ({
      at_ms,
      cells: [duration(at_ms), `pass ${pass}`, words, `${found} found, ${fixed} fixed`],
    })),
    ...moves.items.map(({ at_ms, from, to, reason, evidence, signals }) => ({
      at_ms,
      cells: [duration(at_ms), `${from} → ${to}`, [reason, ...evidence].join('; '), signals.join(', ')],
    })),
  ].sort((a, b) => a.at_ms - b.at_ms)
  const drawn = figure({
    id: 'plot-breaker',
    title: 'Breaker and passes',
    summary: `The breaker is ${state} after ${plural(passes.items.length + passes.left_out, 'pass', 'passes')} and ${plural(moves.items.length + moves.left_out, 'move')}. Above it the passes: ✓ checks green, ✗ checks red, – nothing changed. Hatched: OPEN.`,
    plot: band({
      parts: partsOf(facts),
      marks: marksOf(facts.breaker),
      hatched: 'open',
      scale,
      time: duration,
    }),
    table: { head: ['at', 'what', 'why', 'seen'], rows: rows.map(({ cells }) => cells) },
  })
  return markup`${drawn}${gapNote(passes)}${gapNote(moves)}`
}

function partsOf({ breaker: { moves, state }, took_ms }: RunFacts): BandPart[] {
  const all = moves.items
  const first = all[0]
  const states = [
    { from_ms: 0, state: first?.from ?? state },
    ...all.map(({ at_ms, to }) => ({ from_ms: at_ms, state: to })),
  ]
  return states.map((each, at) => ({
    from_ms: each.from_ms,
    to_ms: states[at + 1]?.from_ms ?? took_ms,
    className: each.state.toLowerCase(),
    label: each.state,
  }))
}

function marksOf({ passes }: BreakerFacts) {
  return passes.items.map(({ at_ms, check, words }) => {
    const sign = words.includes('nothing to check') ? '–' : check === 'green' ? '✓' : '✗'
    return { at_ms, sign, className: sign === '✓' ? 'good' : sign === '✗' ? 'bad' : 'ask' }
  })
}

function ladder({ signals }: RunFacts): Markup {
  const rows = signals.items.map(({ at_ms, what, where, seen, done }) => [
    duration(at_ms),
    what,
    where,
    seen,
    done,
  ])
  return markup`<h3>What rules saw, and what was done</h3>${dataTable({ head: ['at', 'signal', 'step', 'seen', 'done'], rows }, 'Signals and corrections')}${gapNote(signals)}`
}
