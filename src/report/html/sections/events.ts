import type { GraphNode, RunFacts } from '../../facts/facts.ts'
import { duration, plural } from '../../words.ts'
import { type Markup, markup } from '../markup.ts'
import { figure } from '../plots/figure.ts'
import { type LaneNode, lanes } from '../plots/lanes.ts'
import { seriesClass } from '../plots/series.ts'

/** How the events follow from each other: a lane a role, the newest at the bottom. */
export function events({ graph, spend, events: count }: RunFacts): Markup | null {
  if (graph.nodes.length === 0) return null
  const roles = spend.by_role.shares.map(({ name }) => name)
  const classes = graph.lanes.map((name) =>
    roles.includes(name) ? seriesClass(roles.indexOf(name)) : 'nobody',
  )
  const hidden = graph.left_out.reduce((sum, each) => sum + each.count, 0)
  const kinds = graph.left_out
    .slice(0, 6)
    .map(({ type, count: many }) => `${many} ${type}`)
    .join(', ')
  const left =
    hidden > 0
      ? ` ${plural(hidden, 'event')} not shown, because another tells the same or they lie in a gap: ${kinds}${graph.left_out.length > 6 ? ', …' : ''}.`
      : ''
  const key = graph.lanes.map(
    (name, at) =>
      markup`<li><svg class="swatch" width="14" height="14" aria-hidden="true"><line class="edge ${classes[at]!}" x1="7" x2="7" y1="0" y2="14"/></svg><span class="name">${at + 1}. ${name}</span></li>`,
  )
  return figure({
    id: 'plot-events',
    title: 'Events, and what each follows from',
    summary: `${plural(graph.nodes.length, 'event')} of ${count}, in ${plural(graph.lanes.length, 'lane')} from left to right. ○ a call begins, ● it ends, ■ checks and merges, ◆ decisions and questions, ▲ signals and the breaker.${left}`,
    plot: markup`<ul class="legend">${key}</ul>${lanes(
      graph.nodes.map((node, at) => nodeOf(node, at === graph.gap_after ? gapWords(graph.nodes, at) : null)),
      classes,
    )}`,
    table: {
      head: ['event', 'at', 'type', 'lane', 'what', 'follows from'],
      rows: graph.nodes.map((node) => [
        node.seq,
        duration(node.at_ms),
        node.type,
        graph.lanes[node.lane] ?? '',
        node.words,
        node.parents.join(', '),
      ]),
    },
  })
}

function gapWords(nodes: GraphNode[], at: number): string | null {
  const [before, after] = [nodes[at - 1]?.seq, nodes[at]?.seq]
  const missing = before !== undefined && after !== undefined ? after - before - 1 : 0
  return missing > SEVERAL ? `${missing} events between are left out` : null
}

/** Fewer than these are only such as are seen through. */
const SEVERAL = 20

function nodeOf(
  { seq, at_ms, type, lane, words, tone, parents }: GraphNode,
  before: string | null,
): LaneNode {
  return {
    id: seq,
    lane,
    shape: shapeOf(type),
    className: tone,
    words: markup`<time>${duration(at_ms)}</time>${words === '' ? type : words}`,
    parents,
    before,
  }
}

function shapeOf(type: string): LaneNode['shape'] {
  if (type === 'agent.start') return 'ring'
  if (/^(?:verify|merge|land|run\.merged|run\.reverted|hook|work)\b/.test(type)) return 'square'
  if (/^(?:decision|gate|phase|cycle)\b/.test(type)) return 'diamond'
  return /^(?:shadow|correction|breaker|wiggum|drift|budget|judge)\b/.test(type) ? 'triangle' : 'dot'
}
