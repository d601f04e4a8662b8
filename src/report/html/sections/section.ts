import type { Bounded } from '../../facts/facts.ts'
import { type Markup, markup } from '../markup.ts'

/** A part of the page that the navigation names. */
export interface Section {
  /** Also its name there. */
  id: string
  title: string
  body: Markup
}

export function sectionOf(id: string, title: string, body: Markup | null): Section[] {
  return body === null ? [] : [{ id, title, body }]
}

export function sectionMarkup({ id, title, body }: Section): Markup {
  return markup`<section id="${id}" aria-labelledby="${id}-h"><h2 id="${id}-h">${title}</h2>${body}</section>
`
}

/** What a list leaves out, it says. */
export function gapNote({ left_out, gap_after }: Bounded<unknown>): Markup | null {
  if (left_out === 0) return null
  return markup`<p class="soft">${left_out} more, after the first ${gap_after}, are not shown.</p>`
}

export function points(lines: string[]): Markup {
  return markup`<ul class="points">${lines.map((line) => markup`<li>${line}</li>`)}</ul>`
}
