import { cleanText } from '../contracts/clean-text.ts'
import type { Notice } from '../report/notice.ts'

export type Format = 'plain' | 'slack' | 'discord'

const HOSTS: [RegExp, Format][] = [
  [/(?:^|\.)slack(?:-gov)?\.com$/, 'slack'],
  [/(?:^|\.)discord(?:app)?\.com$/, 'discord'],
]
/** Discord takes no more. */
const MAX_DISCORD = 2_000

export function formatFor(url: URL, wish: Format | 'auto'): Format {
  if (wish !== 'auto') return wish
  return HOSTS.find(([host]) => host.test(url.hostname))?.[1] ?? 'plain'
}

export function webhookBody(notice: Notice, format: Format): string {
  return JSON.stringify(bodies[format](notice))
}

const bodies: Record<Format, (notice: Notice) => object> = {
  plain: ({ kind, at, title, data }) => ({ type: `wiggum.${kind}`, timestamp: at, data: { title, ...data } }),
  // Escaped as Slack asks: then nothing in it is a link or calls a channel.
  slack: ({ title, lines }) => ({ text: [`*${title}*`, ...lines].map(escaped).join('\n') }),
  discord: ({ title, lines }) => ({
    content: cleanText([`**${title}**`, ...lines].join('\n'), MAX_DISCORD),
    // Whatever stands in it, nobody is called by it.
    allowed_mentions: { parse: [] },
  }),
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
