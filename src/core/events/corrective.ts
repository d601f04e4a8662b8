import * as z from 'zod'
import { count, findingSchema, plain, step } from './parts.ts'

/** What rules saw, and what was done about it. */
export const correctiveEvents = {
  /** A signal: what rules saw, once for all triggers of one shadow in one step. */
  'shadow.detected': z.object({
    archetype: z.string().nullable(),
    shadow: z.string(),
    trigger: z.string(),
    action: z.string(),
    layer: z.enum(['archetype', 'system', 'boundary', 'stagnation']),
    triggers: z.array(z.object({ detector: z.string(), evidence: z.array(z.string()) })),
    step: z.string().nullable(),
    attempt: z.int().positive().nullable(),
    cycle: z.int().positive(),
  }),
  /** What the user's own rules saw in one step, and which were asked. `problem`: they could not be asked. */
  'detectors.own': z.object({
    ...step,
    asked: z.array(z.string()),
    seen: z.array(z.object({ detector: z.string(), evidence: z.array(z.string()) })),
    problem: z.string().nullable(),
  }),
  /** A rule of the user's own broke, and is not asked again in this run. */
  'detector.disabled': z.object({ detector: z.string(), reason: z.string() }),
  /** A judge was asked about a suspicion. Anything but a clear yes is a no. */
  'judge.ruled': z.object({
    detector: z.string(),
    ...step,
    ruling: z.enum(['yes', 'no']),
    reason: z.string(),
  }),
  /** What was done about a signal: one rung of the ladder. */
  'correction.applied': z.object({
    /** Which signal: see `signalId`. */
    signal: z.string(),
    shadow: z.string(),
    layer: z.enum(['archetype', 'system', 'boundary', 'stagnation']),
    rung: z.enum(['correct', 'replace', 'ask', 'stop']),
    /** The step that is called again because of it. */
    step: z.string().nullable(),
    attempt: z.int().positive().nullable(),
    text: z.string(),
  }),
  'wiggum.break': z.object({
    trigger: z.string(),
    kind: z.enum(['hard', 'soft']),
    run_state: z.record(z.string(), plain),
    unresolved_findings: z.array(findingSchema),
    evidence: z.array(z.string()),
    /** The rule behind it. */
    detector: z.string().optional(),
  }),
  'budget.threshold': z.object({
    percent: z.number(),
    spent: z.number(),
    budget: z.number(),
    unit: z.string(),
  }),
  /** Work in progress is saved, and what stands is written down; `.wiggum/control-center.md` says it in words. */
  'policy.checkpoint': z.object({
    trigger: z.enum(['minutes', 'tasks', 'context', 'budget']),
    /** Calls of unknown cost count like the dearest known one. */
    spend: z.object({ usd: z.number(), tokens: z.number(), unknown_calls: count }),
    /** The present cycle against the first, one sentence a figure. */
    quality: z.array(z.string()),
    /** `null`: `checkpoint.push` is off. */
    pushed: z.object({ ok: z.boolean(), what: z.string() }).nullable(),
    /** Rescue refs with the work in progress. */
    refs: z.array(z.string()),
    /** What could not be saved, and why. */
    problems: z.array(z.string()),
    decision: z.string(),
  }),
} as const
