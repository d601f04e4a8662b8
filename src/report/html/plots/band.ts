import { type Markup, markup } from '../markup.ts'
import { percent } from './scale.ts'
import { timeLabels } from './stacked-area.ts'
import type { TimeScale } from './time-scale.ts'

export interface BandPart {
  from_ms: number
  to_ms: number
  className: string
  label: string
}

interface BandMark {
  at_ms: number
  className: string
  /** One or two characters. */
  sign: string
}

interface Band {
  parts: BandPart[]
  marks: BandMark[]
  /** The class that is told by more than its colour, where its name has no room. */
  hatched: string
  scale: TimeScale
  time(ms: number): string
}

const TOP = 24
const HEIGHT = 26
/** Pixels: the narrowest plot, and a letter. */
const PHONE = 320
const LETTER = 7.5

/** States one after the other, and what happened meanwhile above them. */
export function band({ parts, marks, hatched, scale, time }: Band): Markup {
  const blocks = parts.map(({ from_ms, to_ms, className, label }) => {
    const [from, to] = [scale.at(from_ms), scale.at(to_ms)]
    const fits = (to - from) * PHONE > label.length * LETTER + 8
    const box = markup` x="${percent(from)}" width="${percent(Math.max(0.004, to - from))}" y="${TOP}" height="${HEIGHT}"`
    return markup`<rect class="state ${className}"${box}/>${className === hatched && markup`<rect class="hatch" fill="url(#hatch)"${box}/>`}${fits && markup`<text class="in" x="${percent((from + to) / 2)}" y="${TOP + 17}" text-anchor="middle">${label}</text>`}`
  })
  const signs = marks.map(
    ({ at_ms, className, sign }) =>
      markup`<text class="sign ${className}" x="${percent(inside(scale.at(at_ms)))}" y="${TOP - 7}" text-anchor="middle">${sign}</text>`,
  )
  return markup`<svg class="chart" width="100%" height="${TOP + HEIGHT + 22}" aria-hidden="true">${blocks}${signs}${timeLabels(scale, TOP + HEIGHT, time)}</svg>`
}

/** A sign at the very edge would be cut in two. */
function inside(at: number): number {
  return Math.min(0.985, Math.max(0.015, at))
}
