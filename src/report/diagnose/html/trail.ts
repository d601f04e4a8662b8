import type { DiagnosedRun } from '../../../diagnose/diagnosed-run.ts'
import { type Markup, markup } from '../../html/markup.ts'
import { percent } from '../../html/plots/scale.ts'

/** Letters of a trail, with what they are called. */
const KEYS: [string, string][] = [
  ['E', 'changed something new'],
  ['T', 'tests better'],
  ['R', 'read something new'],
  ['D', 'to-do done'],
  ['x', 'failed'],
  ['.', 'nothing new'],
]

const HEIGHT = 18
const TOP = 16

/** A run from left to right, a stripe an agent step; above it what was seen, and a line where progress stopped. */
export function trailOf({ trail, stopped, would, detections }: DiagnosedRun): Markup {
  const length = Math.max(1, trail.length)
  const stripes = KEYS.map(([letter]) => stripe(trail, letter))
  const at = (step: number) => percent((step - 0.5) / length)
  const signs = [
    ...(would.nudge ? [sign(at(would.nudge.step), 'ask', '!')] : []),
    ...(would.halt ? [sign(at(would.halt.step), 'bad', '■')] : []),
  ]
  const line = stopped.step > 0 && stopped.step <= length ? percent(stopped.step / length) : null
  return markup`<svg class="trail" width="100%" height="${TOP + HEIGHT + 4}" role="img" aria-label="${says(stopped.step, detections.length)}"><svg x="0" y="${TOP}" width="100%" height="${HEIGHT}" viewBox="0 0 ${length} 1" preserveAspectRatio="none">${stripes}</svg>${signs}${line !== null && markup`<line class="stop" x1="${line}" x2="${line}" y1="${TOP - 3}" y2="${TOP + HEIGHT + 3}"/>`}</svg>`
}

export function trailKeys(): Markup {
  const keys = KEYS.map(
    ([letter, words]) =>
      markup`<li><svg class="trail" width="12" height="12" aria-hidden="true"><rect class="${nameOf(letter)}" width="12" height="12"/></svg>${words}</li>`,
  )
  return markup`<ul class="keys">${keys}<li><b aria-hidden="true">┃</b> progress stopped</li><li><b class="ask" aria-hidden="true">!</b> nudge</li><li><b class="bad" aria-hidden="true">■</b> halt</li></ul>`
}

/** One path a letter: a rectangle a step would make the page heavy. */
function stripe(trail: string, letter: string): Markup {
  const parts: string[] = []
  for (let from = 0; from < trail.length; from++) {
    if (trail[from] !== letter) continue
    const start = from
    while (trail[from + 1] === letter) from += 1
    const width = from + 1 - start
    parts.push(`M${start} 0h${width}v1h-${width}z`)
  }
  return parts.length === 0 ? markup`` : markup`<path class="area ${nameOf(letter)}" d="${parts.join('')}"/>`
}

function nameOf(letter: string): string {
  return letter === '.' ? 'o' : letter
}

function sign(x: string, className: string, text: string): Markup {
  return markup`<text class="sign ${className}" x="${x}" y="${TOP - 5}" text-anchor="middle">${text}</text>`
}

function says(step: number, seen: number): string {
  return `Agent steps from left to right. Progress stopped at step ${step}. ${seen} times something was seen.`
}
