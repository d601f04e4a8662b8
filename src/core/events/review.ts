import * as z from 'zod'
import { findingFactsSchema } from '../measures.ts'
import { commitId, convergenceSchema, count, findingSchema, SEVERITIES, step } from './parts.ts'

/** What reviewers said, and what became of it. */
export const reviewEvents = {
  'review.verdict': z.object({
    ...step,
    archetype: z.string(),
    verdict: z.enum(['APPROVED', 'REJECTED', 'NONE']),
    problem: z.string().nullable(),
    head: commitId,
    findings: z.array(findingSchema),
    /** One for each finding, in their order. */
    facts: z.array(findingFactsSchema).optional(),
  }),
  'evidence.downgrade': z.object({
    archetype: z.string(),
    step: z.string(),
    /** Which of the review's findings: two may have the same text, one with evidence and one without. */
    index: count,
    finding: z.string(),
    from: z.enum(SEVERITIES),
    to: z.literal('INFO'),
    reason: z.string(),
    head: commitId,
  }),
  'fix.applied': z.object({
    source: z.string(),
    finding: z.string(),
    file: z.string().nullable(),
    line: z.int().nullable(),
  }),
  'cycle.boundary': z.object({
    cycle: z.int().positive(),
    max_cycles: z.int().positive(),
    exit_condition: z.string(),
    convergence: convergenceSchema.nullable(),
    head: commitId,
    green: z.boolean().nullable(),
    findings: z.array(findingSchema),
    /** What the next cycle's Creator and Maker are told; each gets only its own. */
    feedback: z.object({ creator: z.string(), maker: z.string() }),
  }),
} as const
