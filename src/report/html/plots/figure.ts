import { type Markup, markup } from '../markup.ts'

export interface Table {
  head: string[]
  rows: (string | number)[][]
}

interface Figure {
  /** Unique on the page. */
  id: string
  title: string
  /** What it shows, for whoever cannot see it. */
  summary: string
  plot: Markup
  table: Table
}

/** A plot with its title, what it says in words, and its figures as a table. */
export function figure({ id, title, summary, plot, table }: Figure): Markup {
  return markup`<figure class="plot" id="${id}" aria-labelledby="${id}-title" aria-describedby="${id}-says">
<figcaption><h3 id="${id}-title">${title}</h3><p class="says" id="${id}-says">${summary}</p></figcaption>
${plot}
<details><summary>Figures of “${title}”</summary>${dataTable(table, title)}</details>
</figure>
`
}

/** What is too wide scrolls in a box of its own, which the keyboard reaches. */
export function dataTable({ head, rows }: Table, label: string): Markup {
  const heads = head.map((cell) => markup`<th scope="col">${cell}</th>`)
  const body = rows.map(
    (row) =>
      markup`<tr>${row.map((cell) => markup`<td${typeof cell === 'number' ? NUMBER : null}>${cell}</td>`)}</tr>`,
  )
  return markup`<div class="scroll" role="region" tabindex="0" aria-label="${label}, table"><table><thead><tr>${heads}</tr></thead><tbody>${body}</tbody></table></div>`
}

const NUMBER = markup` class="number"`
