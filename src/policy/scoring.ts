/** How reviewers are scored, and from where on something is recommended. */
export const scoring = {
  weights: { signal: 0.3, fix: 0.25, cost: 0.2, accuracy: 0.15, impact: 0.1 },
  /** A useful finding for this much is half of the best there is: a cost efficiency of 0.50. */
  fairUsd: 0.25,
  /** So many runs are compared with those before them. */
  trendRuns: 5,
  /** Nothing is recommended about a reviewer with fewer runs, nor about its findings with fewer of them. */
  adviceRuns: 10,
  adviceFindings: 5,
  /** Below this signal a reviewer costs more attention than it is worth. */
  leaveOutSignal: 0.2,
  /** Below either, a stronger model may see better. */
  strongerSignal: 0.5,
  strongerAccuracy: 0.75,
  /** So good and so dear, a cheaper model may do. */
  cheaperSignal: 0.7,
  cheaperAccuracy: 0.9,
  cheaperCost: 0.5,
  /** From this share on, what a reviewer finds is what others find. */
  echoShare: 0.8,
} as const

export type Dimension = keyof typeof scoring.weights
