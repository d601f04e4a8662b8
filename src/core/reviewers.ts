import type { EventData } from './events.ts'

const BUILT_IN = new Set(['guardian', 'skeptic', 'sage', 'trickster'])

/** A role that gives a verdict; a user's own roles all do. */
export function isReviewer(start: Pick<EventData['run.start'], 'archetypes'> | null, role: string): boolean {
  return BUILT_IN.has(role) || start?.archetypes.some(({ name }) => name === role) === true
}
