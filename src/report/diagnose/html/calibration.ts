import type { CalibrationBin } from '../../../diagnose/distributions.ts'
import { type Markup, markup } from '../../html/markup.ts'
import { percent, round } from '../../html/plots/scale.ts'

const HEIGHT = 220
const TOP = 8
const MARKS = [0, 0.25, 0.5, 0.75, 1]

/** What was said from left to right, what was so from the bottom up. */
export function calibrationPlot(bins: CalibrationBin[]): Markup {
  const y = (share: number) => round(TOP + HEIGHT * (1 - share))
  const most = Math.max(...bins.map(({ runs }) => runs))
  const lines = MARKS.map(
    (mark) =>
      markup`<line class="grid" x1="0" x2="100%" y1="${y(mark)}" y2="${y(mark)}"/><text class="tick" x="0" y="${y(mark) - 4}">${mark > 0 ? `${mark * 100} % wrong` : ''}</text><text class="tick" x="${percent(mark)}" y="${TOP + HEIGHT + 16}" text-anchor="${anchor(mark)}">${mark * 100} %</text>`,
  )
  const dots = bins.map(
    ({ runs, said, was }) =>
      markup`<circle class="dot" cx="${percent(said)}" cy="${y(was)}" r="${round(4 + 4 * Math.sqrt(runs / most))}"/>`,
  )
  return markup`<svg class="chart" width="100%" height="${TOP + HEIGHT + 38}" aria-hidden="true">${lines}<line class="ideal" x1="0" x2="100%" y1="${y(0)}" y2="${y(1)}"/>${dots}<text class="tick" x="50%" y="${TOP + HEIGHT + 33}" text-anchor="middle">risk that the trace gave</text></svg>`
}

function anchor(mark: number): string {
  return mark === 0 ? 'start' : mark === 1 ? 'end' : 'middle'
}
