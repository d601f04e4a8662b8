import type { Review, RunState } from './state.ts'

/** A verdict counts only for the head it was given for; a second asking replaces the first. */
export function reviewsAbout({ reviews }: Pick<RunState, 'reviews'>, head: string | null): Review[] {
  return Object.values(reviews).filter((review) => review.head === head && !reviews[`${review.step}-again`])
}
