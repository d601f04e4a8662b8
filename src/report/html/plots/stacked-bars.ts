import { type Markup, markup } from '../markup.ts'
import { axis, percent, round } from './scale.ts'
import { isHatched } from './series.ts'

export interface Bar {
  label: string
  /** From the bottom up. */
  parts: { className: string; value: number; letter: string }[]
  note: string
}

const HEIGHT = 140
const TOP = 20
const MIN_LETTER = 14

/** One column each, made of parts; each part has its figure in it where there is room. */
export function stackedBars(bars: Bar[]): Markup {
  const { top, marks } = axis(Math.max(0, ...bars.map(sumOf)))
  const y = (value: number) => TOP + HEIGHT - (value / top) * HEIGHT
  const slot = 1 / Math.max(1, bars.length)
  const width = Math.min(0.16, slot * 0.6)
  const lines = marks
    .filter(Number.isInteger)
    .map(
      (mark) =>
        markup`<line class="grid" x1="0" x2="100%" y1="${round(y(mark))}" y2="${round(y(mark))}"/><text class="tick" x="0" y="${round(y(mark)) - 4}">${mark}</text>`,
    )
  const columns = bars.flatMap((bar, at) => columnOf(bar, { centre: (at + 0.5) * slot, width, y, top }))
  return markup`<svg class="chart" width="100%" height="${TOP + HEIGHT + 40}" aria-hidden="true">${lines}${columns}<line class="axis" x1="0" x2="100%" y1="${TOP + HEIGHT}" y2="${TOP + HEIGHT}"/></svg>`
}

interface Place {
  centre: number
  width: number
  y(value: number): number
  top: number
}

function columnOf({ label, parts, note }: Bar, { centre, width, y, top }: Place): Markup[] {
  let below = 0
  const x = percent(centre - width / 2)
  const blocks = parts.map(({ className, value, letter }, at) => {
    const [foot, head] = [y(below), y(below + value)]
    below += value
    if (value === 0) return markup``
    const box = markup` x="${x}" width="${percent(width)}" y="${round(head)}" height="${round(foot - head)}"`
    const inside = (value / top) * HEIGHT >= MIN_LETTER
    return markup`<rect class="bar ${className}"${box}/>${isHatched(at) && markup`<rect class="hatch" fill="url(#hatch)"${box}/>`}${inside && markup`<text class="in" x="${percent(centre)}" y="${round((foot + head) / 2 + 4)}" text-anchor="middle">${value} ${letter}</text>`}`
  })
  const foot = TOP + HEIGHT
  const none = below === 0
  return [
    ...blocks,
    markup`${none && markup`<text class="tick" x="${percent(centre)}" y="${foot - 6}" text-anchor="middle">0</text>`}`,
    markup`<text class="tick strong" x="${percent(centre)}" y="${foot + 16}" text-anchor="middle">${label}</text><text class="tick" x="${percent(centre)}" y="${foot + 32}" text-anchor="middle">${note}</text>`,
  ]
}

function sumOf({ parts }: Bar): number {
  return parts.reduce((sum, { value }) => sum + value, 0)
}
