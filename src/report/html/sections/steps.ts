import type { RunFacts, Span } from '../../facts/facts.ts'
import { duration, money, plural } from '../../words.ts'
import type { Markup } from '../markup.ts'
import { figure } from '../plots/figure.ts'
import { type GanttRow, gantt } from '../plots/gantt.ts'
import type { TimeScale } from '../plots/time-scale.ts'

/** Who was called when, for how long, and what came of it. */
export function steps(facts: RunFacts, scale: TimeScale): Markup | null {
  const { items } = facts.spans
  if (items.length === 0) return null
  const roles = facts.spend.by_role.shares.map(({ name }) => name)
  const plot = gantt({
    rows: items.map((span, at) => rowOf(span, { facts, roles, at })),
    scale,
    time: duration,
  })
  return figure({
    id: 'plot-steps',
    title: 'Steps over time',
    summary: says(facts, scale),
    plot,
    table: { head: HEAD, rows: items.map(cells) },
  })
}

interface Where {
  facts: RunFacts
  roles: string[]
  at: number
}

function rowOf(span: Span, { facts, roles, at }: Where): GanttRow {
  const before = facts.spans.items[at - 1]
  const series = span.kind === 'call' ? Math.max(0, roles.indexOf(span.title)) : null
  const end = span.end_ms ?? facts.took_ms
  return {
    who: span.title,
    aside: span.attempt !== null && span.attempt > 1 ? `call ${span.attempt}` : '',
    from_ms: span.start_ms,
    to_ms: end,
    running: span.end_ms === null,
    series,
    result: `${SIGN[span.tone]}${span.result}`,
    className: span.tone,
    time: duration(end - span.start_ms),
    heading: headingOf(facts, span, before),
  }
}

function headingOf({ spans, findings }: RunFacts, span: Span, before: Span | undefined): string | null {
  if (spans.left_out > 0 && span === spans.items[spans.gap_after])
    return `${spans.left_out} more, which are not shown`
  return findings.unit === 'cycle' && span.cycle !== before?.cycle ? `Cycle ${span.cycle}` : null
}

const SIGN: Record<Span['tone'], string> = { plain: '', good: '✓ ', bad: '✗ ', ask: '? ' }

const HEAD = [
  'step',
  'who',
  'agent',
  'model',
  'attempt',
  'from',
  'time',
  'outcome',
  'result',
  'did',
  'cost',
  'tokens',
]

function cells(span: Span): (string | number)[] {
  return [
    span.id,
    span.title,
    span.agent ?? '',
    span.model ?? '',
    span.attempt ?? '',
    duration(span.start_ms),
    span.end_ms === null ? 'under way' : duration(span.end_ms - span.start_ms),
    span.outcome,
    span.result,
    span.did,
    span.kind !== 'call' ? '' : span.usd === null ? 'unknown' : money(span.usd),
    span.kind !== 'call' ? '' : (span.tokens ?? 'unknown'),
  ]
}

function says({ spans, took_ms }: RunFacts, { breaks }: TimeScale): string {
  const calls = spans.items.filter(({ kind }) => kind === 'call')
  const checks = spans.items.filter(({ kind }) => kind === 'check').length
  const all =
    spans.left_out > 0
      ? `The first ${spans.gap_after} and the last ${spans.items.length - spans.gap_after} of ${spans.items.length + spans.left_out} calls and checks`
      : `${plural(calls.length, 'call')} of agents and ${plural(checks, 'check')}`
  const longest = calls.toSorted((a, b) => lengthOf(b) - lengthOf(a))[0]
  const most = longest
    ? ` The longest call here was the ${longest.title}’s, ${duration(lengthOf(longest))}.`
    : ''
  const cut = breaks.map(({ ms }) => duration(ms)).join(', ')
  const missing = spans.left_out > 0 ? 'what is not shown, and ' : ''
  const short = cut ? ` // marks ${missing}time in which nobody worked, drawn short: ${cut}.` : ''
  return `${all} in ${duration(took_ms)}.${most}${short}`
}

function lengthOf({ start_ms, end_ms }: Span): number {
  return (end_ms ?? start_ms) - start_ms
}
