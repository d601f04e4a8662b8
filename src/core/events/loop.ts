import * as z from 'zod'
import { surveySchema } from '../drift/survey.ts'
import { commitId, count, repeatsSchema, step, todosSchema } from './parts.ts'

/** The passes of the loop, and what watches them. */
export const loopEvents = {
  /** One turn of the loop: what was checked, what is left. */
  'pass.complete': z.object({
    pass: z.int().positive(),
    max_passes: z.int().positive(),
    started_at: z.string(),
    head: commitId,
    check: z.enum(['green', 'red']),
    /** `null`: not asked, since the checks were red or nothing was changed. */
    review: z.enum(['APPROVED', 'REJECTED', 'NONE']).nullable(),
    /** The agent said that it is done. It proves nothing. */
    claims_done: z.boolean(),
    /** What keeps it from being the last one. */
    left: z.array(z.string()),
    issues_found: count,
    issues_fixed: count,
    todos: todosSchema,
    facts: z.object({
      /** Commits, staged, unstaged and untracked changes: what git said after the pass. */
      changed: z.boolean(),
      tests_only: z.boolean(),
      research: z.boolean(),
      /** Signatures of what failed in the supervisor's own checks. */
      errors: z.array(z.string()),
      /** By the runner's own count; `null`: it gives none, or the checks are green. */
      failed_tests: count.nullable(),
      denials: count,
      /** Signatures of the agent's own commands that failed. */
      agent_errors: z.array(z.string()).optional(),
      /** The agent's calls that went round. */
      repeats: repeatsSchema.nullable().optional(),
      /** Why the agent's call came to nothing; `null`: it gave a result. */
      failed: z.string().nullable().optional(),
      /** What the agent says keeps it from going on. */
      blocked: z.string().nullable().optional(),
    }),
  }),
  /** Where a pass stands, written down for whoever goes on with it. */
  'context.checkpoint': z.object({
    ...step,
    pass: z.int().positive(),
    /** `exhausted`: the agent's call ended because its window was full. `compact`: a live session is about to sum itself up. */
    trigger: z.enum(['occupancy', 'exhausted', 'interval', 'compact']),
    /** `null`: nobody knows. */
    occupancy: z.number().nullable(),
    source: z.enum(['agent', 'estimate']).nullable(),
    /** `clear`: the same pass goes on from `head`, in a fresh conversation that is given `text`. */
    action: z.enum(['checkpoint', 'clear']),
    head: commitId,
    artifact: z.string(),
    text: z.string(),
  }),
  /** What a change is made of, as far as drift is judged by it. `problem`: it could not be seen, and nothing is held against it. */
  'change.surveyed': surveySchema.extend({ head: commitId, problem: z.string().nullable() }),
  /** A pass has left its task. */
  'drift.detected': z.object({
    pass: z.int().positive(),
    head: commitId,
    /** Of the lines of code that were changed, those that are not about the task. */
    share: z.number(),
    causes: z.array(z.enum(['not-asked-for', 'another-problem', 'over-engineering', 'core-missing'])),
    evidence: z.array(z.string()),
    /** Files off the task. */
    off: z.array(z.string()),
  }),
  /** Seen while an agent was at work: what it does leads nowhere. */
  'stagnation.detected': z.object({
    ...step,
    detector: z.string(),
    /** `nudge`: it is told, and goes on. `halt`: the breaker opens. */
    tier: z.enum(['nudge', 'halt']),
    /** Which of its agent steps showed it. */
    agent_step: count,
    /** How much of its budget was used by then; `null`: nobody knows. */
    share: z.number().nullable(),
    /** The model's; `null`: a rule saw it. */
    probability: z.number().nullable(),
    evidence: z.array(z.string()),
    /** The call was ended for it. Otherwise it is only said: nothing is calibrated for this agent, or something else came first. */
    acted: z.boolean(),
    /** The agent step after which the work stood best. */
    best: z.object({ agent_step: count, why: z.string() }).nullable(),
  }),
  /** The stagnation breaker moved. */
  'breaker.transition': z.object({
    from: z.enum(['CLOSED', 'OPEN', 'HALF_OPEN']),
    to: z.enum(['CLOSED', 'OPEN', 'HALF_OPEN']),
    reason: z.string(),
    evidence: z.array(z.string()),
    /** The rules that saw it. */
    signals: z.array(z.string()),
    pass: z.int().positive(),
    /** In the middle of that pass: the call that was ended for it, where it was one: `step@attempt`. */
    call: z.string().optional(),
    /** So many models up from here on. */
    lift: z.int().positive().optional(),
    /** Somebody is told, on every channel that the configuration names. */
    alert: z.boolean().optional(),
  }),
  /** Somebody was told that the run stands still, or could not be. Nothing depends on it. */
  'notification.sent': z.object({
    pass: z.int().positive(),
    channel: z.enum(['desktop', 'webhook']),
    /** The same for every try, so that a receiver knows it again. */
    delivery: z.string(),
    ok: z.boolean(),
    problem: z.string().nullable(),
  }),
} as const
