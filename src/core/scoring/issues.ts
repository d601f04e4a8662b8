import type { Finding } from '../events.ts'
import type { findingNumbers } from '../findings.ts'
import { isReplaced } from '../reviews-about.ts'
import { ADOPTED, type Review, type RunState, type StepState } from '../state.ts'

/** A review that stood, and who played it. */
export interface PlayedReview {
  review: Review
  reviewer: string
  model: string
}

/** One thing that a reviewer holds against the work, in all the ways it put it. */
export interface Issue {
  /** The same for everybody who raised it. */
  number: number
  reviewer: string
  model: string
  wordings: Finding[]
  /** The changes that it was raised about, oldest first. */
  heads: string[]
  /** Why it does not count, where no wording of it does. */
  downgraded: string | null
}

/** A second asking replaces the first; what was taken over from another run was scored there. */
export function playedReviews(state: RunState): PlayedReview[] {
  const { reviews, steps } = state
  return Object.values(reviews).flatMap((review) => {
    const step = steps[review.step]
    if (!step || step.agent === ADOPTED || isReplaced(state, review)) return []
    return [{ review, reviewer: review.role, model: modelName(step) }]
  })
}

/** Where no model was chosen, it is the agent's own choice. */
export function modelName({ model, agent }: Pick<StepState, 'model' | 'agent'>): string {
  return model ?? `${agent} default`
}

/** Which findings are the same one, for a whole run. */
export type Numbers = ReturnType<typeof findingNumbers>

/** INFO asks for nothing, so it is neither signal nor noise. */
export function issuesOf(
  played: PlayedReview[],
  downgrades: RunState['downgrades'],
  numberOf: Numbers,
): Issue[] {
  const issues = new Map<string, Issue>()
  for (const { review, reviewer, model } of played) {
    for (const [index, finding] of review.findings.entries()) {
      if (finding.severity === 'INFO') continue
      const number = numberOf(finding)
      const downgraded = downgrades[`${review.step}:${index}`] ?? null
      const known = issues.get(`${reviewer} ${number}`)
      const issue = known ?? { number, reviewer, model, wordings: [], heads: [], downgraded }
      issues.set(`${reviewer} ${number}`, issue)
      issue.wordings.push(finding)
      issue.heads.push(review.head)
      if (downgraded === null) issue.downgraded = null
    }
  }
  return [...issues.values()]
}
