import { readContract } from '../../src/contracts/contract.ts'
import type { Contract } from '../../src/core/events.ts'

const reviewer = { name: 'guardian', reviews: true }
export const maker = { name: 'maker', reviews: false }

export function review(message: string): Contract {
  return readContract(message, reviewer)
}

export function block(value: unknown): string {
  return ['```wiggum', typeof value === 'string' ? value : JSON.stringify(value), '```'].join('\n')
}

export const approved = block({ status: 'DONE', verdict: 'APPROVED' })

/** Every line behind a prefix: a quotation, an indent, a diff. */
export function prefixed(prefix: string, text: string): string {
  return text
    .split('\n')
    .map((line) => prefix + line)
    .join('\n')
}
