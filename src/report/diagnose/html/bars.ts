import { type Markup, markup } from '../../html/markup.ts'
import { percent } from '../../html/plots/scale.ts'
import { isHatched, seriesClass } from '../../html/plots/series.ts'

export interface BarRow {
  name: string
  /** From left to right. */
  values: number[]
  words: string
  aside: string
}

/** A line each, with its parts one after the other; all on one scale. */
export function bars(rows: BarRow[]): Markup {
  const most = Math.max(1, ...rows.map(({ values }) => values.reduce((sum, each) => sum + each, 0)))
  return markup`<ul class="bars">${rows.map((row) => line(row, most))}</ul>`
}

function line({ name, values, words, aside }: BarRow, most: number): Markup {
  let from = 0
  const parts = values.map((value, at) => {
    const box = markup` x="${percent(from / most)}" width="${percent(value / most)}" y="2" height="16"`
    from += value
    return markup`<rect class="${seriesClass(at)}"${box}/>${isHatched(at) && markup`<rect class="hatch" fill="url(#hatch)"${box}/>`}`
  })
  return markup`<li><span class="who" title="${name}">${name}</span><svg width="100%" height="20" aria-hidden="true">${parts}</svg><span class="what">${words}<small class="soft">${aside}</small></span></li>`
}
