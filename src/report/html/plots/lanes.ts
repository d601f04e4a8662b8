import { type Markup, markup } from '../markup.ts'

export interface LaneNode {
  id: number
  lane: number
  shape: 'dot' | 'ring' | 'square' | 'diamond' | 'triangle'
  className: string
  words: Markup
  /** Earlier nodes that it follows from. */
  parents: number[]
  /** A line of its own before it: what is left out. */
  before: string | null
}

const STEP = 15
const MIDDLE = 15
const EDGE = 9

/** Lines that enter a row from above and leave it below, each in a lane. */
interface Row {
  through: Set<number>
  into: Set<number>
  outOf: Set<number>
}

/** A graph from top to bottom, a row a node: lines in lanes beside the words. Rows may be of any height. */
export function lanes(nodes: LaneNode[], laneClasses: string[]): Markup {
  const rows = routed(nodes)
  const items = nodes.flatMap((node, at) => [
    ...(node.before === null ? [] : [markup`<li class="gap">${node.before}</li>`]),
    markup`<li>${drawn(node, rows[at]!, laneClasses)}<span class="words">${node.words}</span></li>`,
  ])
  return markup`<ol class="lanes">${items}</ol>`
}

/** From a role to the supervisor a line stays with the role until it arrives; any other changes lanes at once. */
function routed(nodes: LaneNode[]): Row[] {
  const rows = nodes.map((): Row => ({ through: new Set(), into: new Set(), outOf: new Set() }))
  const places = new Map(nodes.map(({ id }, at) => [id, at]))
  for (const [to, { lane, parents }] of nodes.entries())
    for (const parent of parents) {
      const from = places.get(parent)
      if (from === undefined || from >= to) continue
      const channel = lane === 0 ? nodes[from]!.lane : lane
      rows[from]!.outOf.add(channel)
      for (const row of rows.slice(from + 1, to)) row.through.add(channel)
      rows[to]!.into.add(channel)
    }
  return rows
}

function drawn(
  { lane, shape, className }: LaneNode,
  { through, into, outOf }: Row,
  classes: string[],
): Markup {
  const line = (at: number, x1: number, y1: string, [x2, y2]: [number, string]) =>
    markup`<line class="edge ${classes[at] ?? ''}" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}"/>`
  const here = xOf(lane)
  const segments = [
    ...[...through].map((at) => line(at, xOf(at), '0', [xOf(at), '100%'])),
    ...[...into].map((at) => line(at, xOf(at), '0', [here, `${MIDDLE}`])),
    ...[...outOf].map((at) => line(at, here, `${MIDDLE}`, [xOf(at), '100%'])),
  ]
  return markup`<svg class="graph" width="${xOf(classes.length - 1) + EDGE}" height="100%" aria-hidden="true">${segments}${shapeOf(shape, here, className)}</svg>`
}

function xOf(lane: number): number {
  return EDGE + lane * STEP
}

function shapeOf(shape: LaneNode['shape'], x: number, className: string): Markup {
  const name = `node ${className}`
  switch (shape) {
    case 'dot':
      return markup`<circle class="${name}" cx="${x}" cy="${MIDDLE}" r="5"/>`
    case 'ring':
      return markup`<circle class="${name} ring" cx="${x}" cy="${MIDDLE}" r="4"/>`
    case 'square':
      return markup`<rect class="${name}" x="${x - 4.5}" y="${MIDDLE - 4.5}" width="9" height="9"/>`
    case 'diamond':
      return markup`<path class="${name}" d="M${x} ${MIDDLE - 6}L${x + 6} ${MIDDLE}L${x} ${MIDDLE + 6}L${x - 6} ${MIDDLE}Z"/>`
    case 'triangle':
      return markup`<path class="${name}" d="M${x} ${MIDDLE - 6}L${x + 6} ${MIDDLE + 5}L${x - 6} ${MIDDLE + 5}Z"/>`
  }
}
