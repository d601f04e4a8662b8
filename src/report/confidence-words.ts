import type { Confidence } from '../core/events.ts'

export function confidenceWords(confidence: Confidence): string {
  const { task_understanding: task, solution_completeness: solution, risk_coverage: risks } = confidence
  return `task ${task.toFixed(2)}, solution ${solution.toFixed(2)}, risks ${risks.toFixed(2)}`
}

/** A plan is as sure as its weakest side. */
export function lowestConfidence(confidence: Confidence): number {
  return Math.min(...Object.values(confidence))
}
