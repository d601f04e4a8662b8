import type { Finding } from '../core/events.ts'
import { columns, shortened } from './columns.ts'
import type { Comparison, RunSide } from './compare.ts'
import { findingLine } from './open-findings.ts'
import type { TimelinePoint } from './timeline.ts'
import { duration, oneLine, plural, spent } from './words.ts'

/** A label, and what stands for it on either side, one line each. */
type Pair = [label: string, left: string[], right: string[]]

/** Below this a column says nothing any more, and the two stand below each other. */
const NARROWEST = 24
const GAPS = 4

export function compareLines(comparison: Comparison, width: number): string[] {
  const { left, right } = comparison
  const pairs = [
    ...facts(left, right),
    ...roles(left, right),
    ...stories(left, right),
    ...findings(comparison),
  ]
  const shown = pairs.filter(([, a, b]) => a.length + b.length > 0)
  const label = Math.max(...shown.map(([name]) => name.length))
  const cell = Math.floor((width - label - GAPS) / 2)
  const body = cell < NARROWEST ? stacked(shown, width) : beside(shown, cell)
  return [...body, '', ...common(comparison.findings.common, width), ...parting(comparison, width)]
}

function facts(left: RunSide, right: RunSide): Pair[] {
  const both = (label: string, words: (side: RunSide) => string): Pair => [
    label,
    [words(left)],
    [words(right)],
  ]
  return [
    both('run', (side) => side.run_id),
    both('task', (side) => side.task),
    both('strategy', (side) => `${side.strategy}, ${side.workflow}`),
    both('ended', ({ ended }) => `${ended.status}${ended.exit_code === null ? '' : ` (${ended.exit_code})`}`),
    both('because', ({ ended }) => ended.reason),
    both('went', (side) => `${plural(side.cycles, 'cycle')}, ${plural(side.passes, 'pass', 'passes')}`),
    both('time', (side) => duration(side.took_ms)),
    both('cost', (side) => costWords(side.calls, side.spend)),
  ]
}

function costWords(calls: number, spend: RunSide['spend']): string {
  return `${spent(spend)}, ${spend.tokens.toLocaleString('en')} tokens, ${plural(calls, 'call')}`
}

function roles(left: RunSide, right: RunSide): Pair[] {
  const names = [...new Set([...Object.keys(left.roles), ...Object.keys(right.roles)])]
  const words = ({ roles: known }: RunSide, name: string) =>
    Object.hasOwn(known, name) ? [costWords(known[name]!.calls, known[name]!.spend)] : ['–']
  return names.map((name) => [`  ${oneLine(name, 30)}`, words(left, name), words(right, name)])
}

function stories(left: RunSide, right: RunSide): Pair[] {
  return [
    ['verdicts', verdicts(left), verdicts(right)],
    ['signals', signals(left), signals(right)],
    ['breaker', breaker(left), breaker(right)],
  ]
}

function verdicts({ verdicts: given }: RunSide): string[] {
  return given.map(({ head, reviewer, verdict }) => `${head.slice(0, 7)} ${reviewer} ${verdict}`)
}

function signals({ signals: seen }: RunSide): string[] {
  return Object.entries(seen).map(([shadow, times]) => (times > 1 ? `${shadow}, ${times} times` : shadow))
}

function breaker({ breaker: moves }: RunSide): string[] {
  return moves.map(({ to, pass, reason }) => `${to} after pass ${pass}: ${reason}`)
}

function findings({ findings: { only_left, only_right } }: Comparison): Pair[] {
  return [['findings only here', only_left.map(findingLine), only_right.map(findingLine)]]
}

function beside(pairs: Pair[], cell: number): string[] {
  const rows = pairs.flatMap(([label, left, right]) =>
    Array.from({ length: Math.max(left.length, right.length) }, (_, at) => [
      at === 0 ? label : '',
      within(left[at] ?? '', cell),
      within(right[at] ?? '', cell),
    ]),
  )
  return columns(rows)
}

function stacked(pairs: Pair[], width: number): string[] {
  return pairs.flatMap(([label, left, right]) => [
    label,
    ...left.map((line) => within(`  < ${line}`, width)),
    ...right.map((line) => within(`  > ${line}`, width)),
  ])
}

function common(found: Finding[], width: number): string[] {
  if (found.length === 0) return []
  const lines = found.map((finding) => within(`  ${findingLine(finding)}`, width))
  return [`${plural(found.length, 'finding')} in both`, ...lines, '']
}

function parting({ parts, left, right }: Comparison, width: number): string[] {
  if (parts === null) return ['Every point of decision is the same.']
  const side = (run: string, point: TimelinePoint | null) =>
    within(`  ${run}: ${point ? `${point.kind} ${point.about}: ${point.chosen}` : 'nothing more'}`, width)
  const first =
    parts.same === 0 ? 'They part at the first point' : `They part after ${plural(parts.same, 'point')}`
  return [`${first} of decision`, side(left.run_id, parts.left), side(right.run_id, parts.right)]
}

/** What agents wrote is one line, and no longer than there is room. */
function within(text: string, width: number): string {
  const indent = /^\s*/.exec(text)![0]
  return shortened(indent + oneLine(text.slice(indent.length), 1_000), width)
}
