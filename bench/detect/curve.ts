import { figuresOf } from './measure.ts'
import { atFalseShare } from './operate.ts'
import type { Judged } from './out-of-fold.ts'

export interface CurvePoint {
  falseHalts: number
  recall: number
}

const MOST = 0.1

export function curveOf(judged: readonly Judged[]): CurvePoint[] {
  return Array.from({ length: 41 }, (_, at) => figuresOf(atFalseShare(judged, (at / 40) * MOST)))
    .map(({ falseHalts, recall }) => ({ falseHalts, recall }))
    .filter(({ falseHalts }) => falseHalts <= MOST)
}

export interface Drawn {
  name: string
  points: CurvePoint[]
}

const WIDTH = 720
const HEIGHT = 460
const LEFT = 60
const TOP = 30
const COLOURS = ['#1b6ca8', '#c8553d', '#588157']

/** Curves of ours, and one dot for each other tool. */
export function curveSvg(title: string, curves: readonly Drawn[], dots: readonly Drawn[]): string {
  const x = (value: number) => LEFT + (Math.min(value, MOST) / MOST) * (WIDTH - LEFT - 160)
  const y = (value: number) => HEIGHT - 50 - value * (HEIGHT - 50 - TOP)
  const text = (at: [number, number], said: string, more = '') =>
    `<text x="${at[0].toFixed(1)}" y="${at[1].toFixed(1)}" ${more}>${escaped(said)}</text>`
  const ticks = [0, 0.02, 0.04, 0.06, 0.08, 0.1].map((tick) =>
    text([x(tick) - 8, HEIGHT - 32], `${tick * 100} %`),
  )
  const rows = [0, 0.2, 0.4, 0.6, 0.8, 1].map(
    (tick) =>
      `<path d="M${LEFT} ${y(tick).toFixed(1)}H${x(MOST).toFixed(1)}" stroke="#ddd"/>${text([12, y(tick) + 4], `${tick * 100} %`)}`,
  )
  const lines = curves.map(({ name, points }, at) => {
    const path = points.map(
      (point, index) => `${index ? 'L' : 'M'}${x(point.falseHalts).toFixed(1)} ${y(point.recall).toFixed(1)}`,
    )
    const colour = COLOURS[at % COLOURS.length]
    return `<path d="${path.join('')}" fill="none" stroke="${colour}" stroke-width="2"/>${text([x(MOST) + 6, TOP + 20 * at + 10], name, `fill="${colour}"`)}`
  })
  const marks = dots.flatMap(({ name, points }, at) =>
    points.map(
      (point) =>
        `<circle cx="${x(point.falseHalts).toFixed(1)}" cy="${y(point.recall).toFixed(1)}" r="4" fill="#777"/>${text([x(point.falseHalts) + 6, y(point.recall) + 4 + (at % 2) * 8 - 4], name, 'fill="#777" font-size="10"')}`,
    ),
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12">
<title>${escaped(title)}</title>
<rect width="${WIDTH}" height="${HEIGHT}" fill="white"/>
${text([LEFT, 18], title, 'font-weight="bold"')}
${rows.join('\n')}
${ticks.join('\n')}
<path d="M${x(0.02).toFixed(1)} ${TOP}V${HEIGHT - 50}" stroke="#bbb" stroke-dasharray="4"/>
${lines.join('\n')}
${marks.join('\n')}
${text([x(MOST / 2) - 60, HEIGHT - 10], 'successes that were ended')}
${text([-HEIGHT / 2 - 60, 10], 'failures that were ended', 'transform="rotate(-90)"')}
</svg>
`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
