import { secondAsking } from './kin.ts'
import type { Review, RunState } from './state.ts'

/** A verdict counts only for the head it was given for; a second asking replaces the first. */
export function reviewsAbout(state: Pick<RunState, 'reviews' | 'steps'>, head: string | null): Review[] {
  return Object.values(state.reviews).filter((review) => review.head === head && !isReplaced(state, review))
}

/** The same reviewer was asked again, and has answered. */
export function isReplaced(
  state: Pick<RunState, 'reviews' | 'steps'>,
  { step }: Pick<Review, 'step'>,
): boolean {
  const again = secondAsking(state, step)
  return again !== null && state.reviews[again] !== undefined
}
