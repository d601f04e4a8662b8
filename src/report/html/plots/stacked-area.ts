import { type Markup, markup } from '../markup.ts'
import { axis, percent, round } from './scale.ts'
import { isHatched, seriesClass } from './series.ts'
import type { TimeScale } from './time-scale.ts'

export interface AreaPlot {
  /** Sums so far, oldest first; one value for each name. */
  points: { at_ms: number; values: number[] }[]
  scale: TimeScale
  /** Where the last value holds until. */
  until_ms: number
  /** A value on the axis. */
  words(value: number): string
  time(ms: number): string
}

const HEIGHT = 180
const TOP = 18
const UNITS = 1000

/** How sums grew, one on top of the other. A step is when a call ended: before that nobody knew. */
export function stackedArea({ points, scale, until_ms, words, time }: AreaPlot): Markup {
  const count = points[0]?.values.length ?? 0
  const last = points.at(-1)?.values ?? []
  const { top, marks } = axis(last.reduce((sum, each) => sum + each, 0))
  const y = (value: number) => round(HEIGHT - (value / top) * HEIGHT)
  const columns = columnsOf(points, scale, until_ms)
  const bands = Array.from({ length: count }, (_, at) => bandPath(columns, at, y))
  const areas = bands.flatMap((path, at) => [
    markup`<path class="area ${seriesClass(at)}" d="${path}"/>`,
    ...(isHatched(at) ? [markup`<path class="hatch" fill="url(#hatch)" d="${path}"/>`] : []),
  ])
  const lines = marks.map(
    (mark) => markup`<line class="grid" x1="0" x2="100%" y1="${TOP + y(mark)}" y2="${TOP + y(mark)}"/>`,
  )
  const labels = marks.map(
    (mark) => markup`<text class="tick" x="0" y="${TOP + y(mark) - 4}">${words(mark)}</text>`,
  )
  return markup`<svg class="chart" width="100%" height="${TOP + HEIGHT + 22}" aria-hidden="true">${lines}
<svg x="0" y="${TOP}" width="100%" height="${HEIGHT}" viewBox="0 0 ${UNITS} ${HEIGHT}" preserveAspectRatio="none">${areas}</svg>
${labels}<line class="axis" x1="0" x2="100%" y1="${TOP + HEIGHT}" y2="${TOP + HEIGHT}"/>${timeLabels(scale, TOP + HEIGHT, time)}</svg>`
}

interface Column {
  from: number
  to: number
  values: number[]
}

function columnsOf(points: AreaPlot['points'], scale: TimeScale, until_ms: number): Column[] {
  return points.map(({ at_ms, values }, at) => ({
    from: round(scale.at(at_ms) * UNITS),
    to: round(scale.at(points[at + 1]?.at_ms ?? until_ms) * UNITS),
    values,
  }))
}

/** Along the top from left to right, and back along the bottom. */
function bandPath(columns: Column[], at: number, y: (value: number) => number): string {
  const under = (values: number[]) => values.slice(0, at).reduce((sum, each) => sum + each, 0)
  const over = columns.flatMap(({ from, to, values }) => {
    const level = y(under(values) + values[at]!)
    return [`${from} ${level}`, `${to} ${level}`]
  })
  const back = columns.toReversed().flatMap(({ from, to, values }) => {
    const level = y(under(values))
    return [`${to} ${level}`, `${from} ${level}`]
  })
  return `M${[...over, ...back].join('L')}Z`
}

export function timeLabels(scale: TimeScale, y: number, time: (ms: number) => string): Markup[] {
  const anchors = ['start', 'middle', 'end']
  // What lies in a break says nothing of where it is.
  const labels = scale.ticks.filter((_, at) => at !== 1 || scale.breaks.length === 0)
  return [
    ...labels.map(({ at, ms }) => {
      const anchor = at === 0 ? anchors[0] : at > 0.9 ? anchors[2] : anchors[1]
      return markup`<text class="tick" x="${percent(at)}" y="${y + 16}" text-anchor="${anchor!}">${time(ms)}</text>`
    }),
    ...scale.breaks.map(
      ({ at }) =>
        markup`<text class="tick strong" x="${percent(at)}" y="${y + 4}" text-anchor="middle">//</text>`,
    ),
  ]
}
