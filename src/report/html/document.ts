import { createHash } from 'node:crypto'
import { type Markup, markup } from './markup.ts'
import { STYLE } from './style.ts'

interface Page {
  title: string
  body: Markup
  /** Seconds after which it loads itself again. */
  refresh?: number | null
  /** What a page has beside the style of all of them. */
  style?: string
}

/** What may be loaded or run: this very style, and nothing else. */
export function documentOf({ title, body, refresh = null, style = '' }: Page): string {
  const whole = `${STYLE}${style}`
  const hash = createHash('sha256').update(whole).digest('base64')
  const policy = `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`
  // The style is ours and hashed as it stands, so it is the one thing that goes in as it is.
  return markup`<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
${refresh !== null && markup`<meta http-equiv="refresh" content="${refresh}">`}
<title>${title}</title>
<style>`.html.concat(whole, '</style></head>\n<body>\n', body.html, '\n</body></html>\n')
}
