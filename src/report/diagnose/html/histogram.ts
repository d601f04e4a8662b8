import { type Markup, markup } from '../../html/markup.ts'
import { axis, percent, round } from '../../html/plots/scale.ts'
import { isHatched, seriesClass } from '../../html/plots/series.ts'

export interface Column {
  label: string
  /** From the bottom up. */
  values: number[]
}

const HEIGHT = 170
const TOP = 22

/** Columns side by side, each made of the same parts, with its sum on top. */
export function histogram(columns: Column[]): Markup {
  const { top, marks } = axis(Math.max(0, ...columns.map(sumOf)))
  const y = (value: number) => round(TOP + HEIGHT - (value / top) * HEIGHT)
  const slot = 1 / Math.max(1, columns.length)
  const lines = marks
    .filter(Number.isInteger)
    .map((mark) => markup`<line class="grid" x1="0" x2="100%" y1="${y(mark)}" y2="${y(mark)}"/>`)
  const drawn = columns.map((column, at) => columnOf(column, { left: at * slot, slot, y }))
  const foot = TOP + HEIGHT
  return markup`<svg class="chart" width="100%" height="${foot + 22}" aria-hidden="true">${lines}${drawn}<line class="axis" x1="0" x2="100%" y1="${foot}" y2="${foot}"/></svg>`
}

interface Place {
  left: number
  slot: number
  y(value: number): number
}

function columnOf(column: Column, { left, slot, y }: Place): Markup {
  const middle = percent(left + slot / 2)
  let below = 0
  const parts = column.values.map((value, at) => {
    const [foot, head] = [y(below), y(below + value)]
    below += value
    if (value === 0) return markup``
    const box = markup` x="${percent(left + slot * 0.1)}" width="${percent(slot * 0.8)}" y="${head}" height="${round(foot - head)}"`
    return markup`<rect class="${seriesClass(at)}"${box}/>${isHatched(at) && markup`<rect class="hatch" fill="url(#hatch)"${box}/>`}`
  })
  const count =
    below > 0 &&
    markup`<text class="top" x="${middle}" y="${y(below) - 5}" text-anchor="middle">${below}</text>`
  return markup`${parts}${count}<text class="tick" x="${middle}" y="${TOP + HEIGHT + 16}" text-anchor="middle">${column.label}</text>`
}

function sumOf({ values }: Pick<Column, 'values'>): number {
  return values.reduce((sum, each) => sum + each, 0)
}
