import type { Confidence } from '../core/events.ts'

const AXES = ['task_understanding', 'solution_completeness', 'risk_coverage'] as const
const DECIMAL = /^(?:0|1|0?\.\d{1,20}|1\.0{1,20})$/

/** All three axes, each in [0, 1], or nothing: half a confidence is not one. */
export function readConfidence(axis: (name: string) => unknown): Confidence | null {
  const [understanding, completeness, coverage] = AXES.map((name) => readScore(axis(name)))
  if (understanding == null || completeness == null || coverage == null) return null
  return { task_understanding: understanding, solution_completeness: completeness, risk_coverage: coverage }
}

function readScore(value: unknown): number | null {
  const text = typeof value === 'string' ? value.trim() : null
  const score = text === null ? value : DECIMAL.test(text) ? Number(text) : null
  return typeof score === 'number' && score >= 0 && score <= 1 ? score : null
}
