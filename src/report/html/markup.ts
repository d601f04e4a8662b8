import { cleanText } from '../../contracts/clean-text.ts'

/** HTML that was built here. Only `markup` makes it, so text from elsewhere cannot pass for it. */
export class Markup {
  readonly html: string

  constructor(html: string) {
    this.html = html
  }
}

type Value = string | number | Markup | Markup[] | null | false

const MAX_TEXT = 8_000

/** A template whose values are text, escaped, unless they are markup themselves. */
export function markup(parts: TemplateStringsArray, ...values: Value[]): Markup {
  const html = parts.map((part, at) => part + (at < values.length ? htmlOf(values[at]!) : '')).join('')
  return new Markup(html)
}

function htmlOf(value: Value | undefined): string {
  if (value === null || value === undefined || value === false) return ''
  if (value instanceof Markup) return value.html
  if (Array.isArray(value)) return value.map((each) => each.html).join('')
  return typeof value === 'number' ? String(value) : escaped(value)
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;',
}

/** Safe as text and within a quoted attribute. Control bytes and what turns the direction of text around are gone. */
function escaped(text: string): string {
  return cleanText(text, MAX_TEXT).replace(/[&<>"'`]/g, (char) => ENTITIES[char]!)
}
