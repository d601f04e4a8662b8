import type { EventData } from './events.ts'

/** Left over where no change was ever made: then no check has run either. */
export const NOTHING_CHANGED = 'nothing was changed'

type Told = Pick<EventData['pass.complete'], 'pass' | 'check' | 'left'> & { facts: { changed: boolean } }

/** A pass in one line, as people are told of it. */
export function passWords({ pass, check, facts, left }: Told): string {
  const checks = left.includes(NOTHING_CHANGED) ? 'nothing to check' : `checks ${check}`
  const open = left.length > 0 ? `open: ${left.slice(0, 2).join('; ')}` : 'nothing left open'
  return `pass ${pass}: ${checks}, ${facts.changed ? 'files changed' : 'nothing changed'}, ${open}`
}
