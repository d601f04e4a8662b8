import { type Markup, markup } from '../markup.ts'

/** Colours repeat after so many; every second one is hatched, so that no two neighbours differ by colour alone. */
const COLOURS = 6

export function seriesClass(at: number): string {
  return `s${at % COLOURS}${isHatched(at) ? ' hatched' : ''}`
}

export function isHatched(at: number): boolean {
  return at % 2 === 1
}

interface LegendEntry {
  name: string
  value: string
}

export function legend(entries: LegendEntry[]): Markup {
  const items = entries.map(
    ({ name, value }, at) =>
      markup`<li>${swatch(at)}<span class="name">${name}</span> <span class="value">${value}</span></li>`,
  )
  return markup`<ul class="legend">${items}</ul>`
}

function swatch(at: number): Markup {
  const lines = isHatched(at) ? markup`<rect class="hatch" width="14" height="14" fill="url(#hatch)"/>` : null
  return markup`<svg class="swatch" width="14" height="14" aria-hidden="true"><rect class="${seriesClass(at)}" width="14" height="14"/>${lines}</svg>`
}

/** Once on a page that has plots. */
export const PATTERNS = markup`<svg class="defs" width="0" height="0" aria-hidden="true"><defs><pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><line class="hatching" x1="0" y1="0" x2="0" y2="6"/></pattern></defs></svg>`
