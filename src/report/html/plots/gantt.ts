import { type Markup, markup } from '../markup.ts'
import { percent } from './scale.ts'
import { isHatched, seriesClass } from './series.ts'
import { timeLabels } from './stacked-area.ts'
import type { TimeScale } from './time-scale.ts'

export interface GanttRow {
  who: string
  /** Beside it, smaller. */
  aside: string
  from_ms: number
  to_ms: number
  running: boolean
  /** Which series it belongs to; `null`: nobody's. */
  series: number | null
  result: string
  className: string
  time: string
  /** A heading before it. */
  heading: string | null
}

interface Gantt {
  rows: GanttRow[]
  scale: TimeScale
  time(ms: number): string
}

/** A line each, with a bar from where it began to where it ended. The words are text, so that they wrap and are read aloud. */
export function gantt({ rows, scale, time }: Gantt): Markup {
  const lines = rows.flatMap((row) => [
    ...(row.heading === null ? [] : [markup`<li class="heading">${row.heading}</li>`]),
    lineOf(row, scale),
  ])
  return markup`<ol class="gantt">${lines}</ol>
<div class="gantt-axis"><svg class="chart" width="100%" height="24" aria-hidden="true">${timeLabels(scale, 4, time)}</svg></div>`
}

const MIN_WIDTH = 0.004

function lineOf(row: GanttRow, scale: TimeScale): Markup {
  const [from, to] = [scale.at(row.from_ms), scale.at(row.to_ms)]
  const box = markup` x="${percent(Math.min(from, 1 - MIN_WIDTH))}" width="${percent(Math.max(MIN_WIDTH, to - from))}" y="3" height="12"`
  const colour = row.series === null ? 'nobody' : seriesClass(row.series)
  const hatched = row.series !== null && isHatched(row.series)
  return markup`<li><span class="who">${row.who} <small>${row.aside}</small></span><svg class="track" width="100%" height="18" aria-hidden="true"><line class="grid" x1="0" x2="100%" y1="9" y2="9"/><rect class="bar ${colour}${row.running ? ' running' : ''}"${box}/>${hatched && markup`<rect class="hatch" fill="url(#hatch)"${box}/>`}</svg><span class="result ${row.className}">${row.result}</span><span class="time">${row.time}</span></li>`
}
