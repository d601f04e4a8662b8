import type { WiggumEvent } from '../../core/events.ts'
import type { RunState } from '../../core/state.ts'
import { progressLine } from '../progress.ts'
import { oneLine, roleTitle } from '../words.ts'
import { keeper } from './bounded.ts'
import type { GraphFacts, GraphNode } from './facts.ts'

const FIRST = 30
const LAST = 90
/** How far back an event that is not shown is remembered, to be seen through. */
const MEMORY = 4_000
const MAX_LANES = 10
const WORDS = 160

/** They say that something begins, or are a part of what another event says: their children hang on their parents. */
const SEEN_THROUGH = new Set<string>([
  'agent.session',
  'verify.start',
  'land.start',
  'evidence.downgrade',
  'change.surveyed',
  'detectors.own',
  'notification.sent',
  'clock.gap',
  'context.loaded',
  'fix.applied',
])

export interface Graph {
  note(event: WiggumEvent, state: RunState, at_ms: number): void
  result(): GraphFacts
}

/** The events as they follow from each other, in lanes by role. */
export function graphOf(): Graph {
  const lanes = new Map<string, number>([['wiggum', 0]])
  const kept = keeper<GraphNode>(FIRST, LAST)
  const through = new Map<number, number[]>()
  const counted = new Map<string, number>()
  return {
    note(event, state, at_ms) {
      const parents = [...new Set((event.parent ?? []).flatMap((seq) => through.get(seq) ?? [seq]))]
      counted.set(event.type, (counted.get(event.type) ?? 0) + 1)
      if (SEEN_THROUGH.has(event.type)) {
        through.set(event.seq, parents)
        if (through.size > MEMORY) through.delete(through.keys().next().value!)
        return
      }
      const lane = laneOf(lanes, event.agent === null ? null : roleTitle(event.agent, state.start))
      kept.push({ seq: event.seq, at_ms, type: event.type, lane, ...told(event, state), parents })
    },
    result() {
      const { items, gap_after } = kept.result()
      const shown = new Set(items.map(({ seq }) => seq))
      const nodes = items.map((node) => ({ ...node, parents: node.parents.filter((seq) => shown.has(seq)) }))
      return { lanes: [...lanes.keys()], nodes, gap_after, left_out: leftOut(counted, nodes) }
    },
  }
}

/** More roles than there is room for share the last lane. */
function laneOf(lanes: Map<string, number>, role: string | null): number {
  if (role === null) return 0
  if (!lanes.has(role) && lanes.size < MAX_LANES) lanes.set(role, lanes.size)
  return lanes.get(role) ?? MAX_LANES - 1
}

function leftOut(counted: Map<string, number>, nodes: GraphNode[]): GraphFacts['left_out'] {
  const shown = new Map<string, number>()
  for (const { type } of nodes) shown.set(type, (shown.get(type) ?? 0) + 1)
  return [...counted]
    .map(([type, count]) => ({ type, count: count - (shown.get(type) ?? 0) }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count)
}

function told(event: WiggumEvent, state: RunState): Pick<GraphNode, 'words' | 'tone'> {
  const line = progressLine(event, state)
  const words = line ? [line.what, line.result].filter(Boolean).join(': ') : plainly(event, state)
  return { words: oneLine(words, WORDS), tone: line?.tone ?? toneOf(event) }
}

function plainly({ type, data }: WiggumEvent, { start }: RunState): string {
  switch (type) {
    case 'agent.complete':
      return `${roleTitle(data.archetype, start)} has answered`
    case 'work.inspected':
      return 'wiggum looked at the change'
    case 'merge.built':
      return 'the merge was built'
    case 'run.start':
      return 'the run begins'
    case 'phase.transition':
      return `on to ${data.to}`
    case 'decision':
      return `${data.what}: ${data.chosen}`
    case 'cycle.boundary':
      return `cycle ${data.cycle} ends: ${data.exit_condition}`
    case 'run.complete':
      return `${data.status}: ${data.reason}`
    default:
      return ''
  }
}

function toneOf({ type, data }: WiggumEvent): GraphNode['tone'] {
  return type === 'run.complete' ? (data.exit_code === 0 ? 'good' : 'bad') : 'plain'
}
