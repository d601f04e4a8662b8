import { archetypeOf } from '../archetypes/index.ts'
import { cleanText } from '../contracts/clean-text.ts'
import type { Spend } from '../core/budget.ts'
import type { EventData, Finding, StepTally, TestRun } from '../core/events.ts'
import { tally } from '../core/findings.ts'
import { plural } from '../core/plural.ts'

export { plural }

/** Small words that the screen and the report share. */

export function duration(ms: number): string {
  const seconds = Math.round(ms / 1000)
  if (ms < 10_000) return `${(ms / 1000).toFixed(1)} s`
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes} min ${String(seconds % 60).padStart(2, '0')} s`
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`
}

/** An instant as a person reads it, and how far away it is. */
export function untilWords(until: string, now: number): string {
  const at = new Date(until)
  const left = Math.max(0, at.getTime() - now)
  const shown = left < DAY_MS ? at.toLocaleTimeString() : at.toLocaleString()
  return `until ${shown} (in ${duration(left)})`
}

const DAY_MS = 86_400_000

/** What an agent was refused, for a line of its own or the end of one. */
export function denialWords(denials: string[]): string {
  return denials.length > 0 ? `refused: ${[...new Set(denials)].join(', ')}` : ''
}

/** What an agent did in a call. Only what it did at all; a figure that nobody gave is left out. */
export function workWords(work: StepTally | null): string {
  if (work === null) return ''
  const failed = (count: number) => (count > 0 ? ` (${count} failed)` : '')
  const parts = [
    plural(work.total, 'agent step'),
    work.edits > 0 ? `${plural(work.edits, 'edit')}${failed(work.failed_edits)}` : '',
    work.shells > 0 ? `${plural(work.shells, 'command')}${failed(work.failed_shells)}` : '',
    work.last_test ? `last tests ${testWords(work.last_test)}` : '',
  ]
  return parts.filter((part) => part !== '').join(', ')
}

function testWords({ passed, failed, ok }: TestRun): string {
  if (passed !== null && failed !== null) return `${passed} passed and ${failed} failed`
  return ok === null ? 'without a result' : ok ? 'green' : 'red'
}

/** `~` where the sum, or a part of it, is an estimate. */
export function money(usd: number, isEstimate = false): string {
  return `${isEstimate ? '~' : ''}$${usd.toFixed(usd < 1 ? 4 : 2)}`
}

/** What a run has spent, with what is estimated and what is not known. */
export function spent(spend: Spend): string {
  const { unknown_calls: unknown, estimated_usd: estimate = 0 } = spend
  const more = unknown > 0 ? ` + ${plural(unknown, 'call')} of unknown cost` : ''
  return `${money(spend.usd, estimate > 0)}${more}`
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

/** For a screen: what an agent wrote cannot begin a line of its own there. */
export function oneLine(text: string, max: number): string {
  return cleanText(text, max).replace(/\s+/g, ' ')
}
