import { archetypeOf } from '../archetypes/index.ts'
import { cleanText } from '../contracts/clean-text.ts'
import type { EventData, Finding } from '../core/events.ts'
import { tally } from '../core/findings.ts'

/** Small words that the screen and the report share. */

export function duration(ms: number): string {
  const seconds = Math.round(ms / 1000)
  if (ms < 10_000) return `${(ms / 1000).toFixed(1)} s`
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes} min ${String(seconds % 60).padStart(2, '0')} s`
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`
}

export function money(usd: number, unknownCalls = 0): string {
  const more = unknownCalls > 0 ? ` + ${unknownCalls} call${unknownCalls > 1 ? 's' : ''} of unknown cost` : ''
  return `$${usd.toFixed(usd < 1 ? 4 : 2)}${more}`
}

type Start = EventData['run.start'] | null

export function roleTitle(role: string, start: Start): string {
  return archetypeOf(start, role)?.title ?? role
}

export function roleDoing(role: string, start: Start): string {
  return archetypeOf(start, role)?.doing ?? 'working'
}

export function counts(findings: Finding[]): string {
  const { critical, warning, info } = tally(findings)
  const parts = [
    critical ? `${critical} CRITICAL` : '',
    warning ? `${warning} WARNING` : '',
    info ? `${info} INFO` : '',
  ].filter(Boolean)
  return parts.join(', ')
}

export function plural(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`
}

/** For a screen: what an agent wrote cannot begin a line of its own there. */
export function oneLine(text: string, max: number): string {
  return cleanText(text, max).replace(/\s+/g, ' ')
}
