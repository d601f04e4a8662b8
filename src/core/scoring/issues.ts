import type { Finding } from '../events.ts'
import { sameFinding } from '../findings.ts'
import { ADOPTED, type Review, type RunState, type StepState } from '../state.ts'

/** A review that stood, and who played it. */
export interface PlayedReview {
  review: Review
  reviewer: string
  model: string
}

/** One thing that a reviewer holds against the work, in all the ways it put it. */
export interface Issue {
  reviewer: string
  model: string
  wordings: Finding[]
  /** The changes that it was raised about, oldest first. */
  heads: string[]
  /** Why it does not count, where no wording of it does. */
  downgraded: string | null
}

/** A second asking replaces the first; what was taken over from another run was scored there. */
export function playedReviews({ reviews, steps }: RunState): PlayedReview[] {
  return Object.values(reviews).flatMap((review) => {
    const step = steps[review.step]
    if (!step || step.agent === ADOPTED || reviews[`${review.step}-again`]) return []
    return [{ review, reviewer: review.role, model: modelName(step) }]
  })
}

/** Where no model was chosen, it is the agent's own choice. */
export function modelName({ model, agent }: Pick<StepState, 'model' | 'agent'>): string {
  return model ?? `${agent} default`
}

/** INFO asks for nothing, so it is neither signal nor noise. */
export function issuesOf(played: PlayedReview[], downgrades: RunState['downgrades']): Issue[] {
  const issues: Issue[] = []
  for (const { review, reviewer, model } of played) {
    for (const [index, finding] of review.findings.entries()) {
      if (finding.severity === 'INFO') continue
      const reason = downgrades[`${review.step}:${index}`] ?? null
      const known = issues.find((issue) => issue.reviewer === reviewer && isAbout(issue, finding))
      if (known) add(known, { finding, head: review.head, reason })
      else issues.push({ reviewer, model, wordings: [finding], heads: [review.head], downgraded: reason })
    }
  }
  return issues
}

function add(issue: Issue, more: { finding: Finding; head: string; reason: string | null }): void {
  issue.wordings.push(more.finding)
  issue.heads.push(more.head)
  if (more.reason === null) issue.downgraded = null
}

export function isAbout({ wordings }: Issue, finding: Finding): boolean {
  return wordings.some((wording) => sameFinding(wording, finding))
}
