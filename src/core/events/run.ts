import * as z from 'zod'
import { ownDetectorSchema } from '../../detectors/own/own-detector.ts'
import {
  adoptsSchema,
  choiceSchema,
  commitId,
  count,
  findingSchema,
  gateKinds,
  hookSchema,
  lessonSchema,
  ownArchetypeSchema,
  PHASES,
  plain,
  reviewedSchema,
  verifyPlanSchema,
  workflowSchema,
} from './parts.ts'

/** What is chosen before a run begins. */
export const CHOICES = ['workflow', 'strategy', 'agent'] as const

/** Everything that a run decides and its log tells. `fold` knows each of them, so the list is closed. */
const DECISIONS = [
  ...CHOICES,
  'A1-escalation',
  'A3-upgrade',
  'test-first',
  'dry-run',
  'agent-fallback',
  'metering',
  'fix-round',
  'next-pass',
  'more-passes',
  'more-time',
] as const

/** A run as a whole: its start and end, what was decided and asked, and what befell the log. */
export const runEvents = {
  'run.start': z.object({
    task: z.string(),
    workflow: z.string(),
    max_cycles: z.int().positive(),
    workflows: z.record(z.string(), workflowSchema),
    choices: z.partialRecord(z.enum(CHOICES), choiceSchema),
    archetypes: z.array(ownArchetypeSchema),
    /** Rules of the user's own, copied whole: a resumed run uses exactly these. */
    detectors: z.array(ownDetectorSchema).optional(),
    strategy: z.string(),
    /** How often the loop may go round, and why only once if so. */
    loop: z
      .object({ max_passes: z.int().positive(), suppressed: z.string().nullable(), accept: z.boolean() })
      .optional(),
    /** The agent called us: a session of a person's own, whose hooks move the run on. */
    live: z
      .object({
        session: z.string(),
        host: z.enum(['claude', 'codex']),
        /** What the agent has to say, in its tag, before the work can be done; `null`: its to-do list tells. */
        promise: z.string().nullable(),
        review: z.enum(['self', 'agent', 'off']),
        verify: z.boolean(),
        /** Somebody asked for the loop by name. Otherwise a prompt that changes nothing was no task. */
        asked: z.boolean(),
      })
      .optional(),
    /** Nothing is made: a change that is there is reviewed, and nothing lands. */
    review: reviewedSchema.optional(),
    domain: z.enum(['code', 'writing', 'research']),
    /** Another run's artifacts that this one starts from. */
    adopts: adoptsSchema.nullable(),
    files: z.array(z.string()),
    base: commitId,
    target: z.string(),
    branch: z.string(),
    policy: z.record(z.string(), plain),
    sources: z.array(z.object({ path: z.string(), sha256: z.string(), from: z.string() })),
    /** Role → the agent that plays it, or a chain of them: the next one takes over where one cannot. */
    agents: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
    options: z.object({
      merge: z.boolean(),
      yes: z.boolean(),
      allow: z.array(z.string()),
      dry_run: z.boolean(),
    }),
    verify: verifyPlanSchema,
    hooks: z.array(hookSchema),
    /** What agents and verification ran in; `why` says how it came to that. */
    sandbox: z.object({ name: z.enum(['none', 'bubblewrap', 'srt']), why: z.string() }).optional(),
    wiggum_version: z.string(),
  }),
  /** What earlier runs of the project left that matters to this one; once, right after the start, if there is any. */
  'context.loaded': z.object({
    deferred: z.array(
      z.object({
        run: z.string(),
        warnings: count,
        findings: z.array(findingSchema.pick({ file: true, line: true, category: true, description: true })),
      }),
    ),
    /** Tasks that earlier runs completed; `counted` of them say in how many passes. */
    history: z.object({ completed: count, last: z.string(), counted: count, passes: count }).optional(),
    /** What the memory has for this task. */
    lessons: z.array(lessonSchema).optional(),
    /** How tasks of its kind came out before, and all tasks. */
    alike: z
      .object({
        kind: z.string(),
        done: count,
        stuck: count,
        of_all: z.object({ done: count, stuck: count }),
      })
      .optional(),
  }),
  'run.adopted': z.object({
    from: z.string(),
    phase: z.enum(['do', 'check', 'act']),
    artifacts: z.array(z.string()),
  }),
  /** `now`: whoever resumed it does not want to wait for a limit. */
  'run.resumed': z.object({
    reason: z.string(),
    after: count,
    now: z.boolean().optional(),
    /** The session that goes on with a live loop. */
    session: z.string().optional(),
  }),
  'run.interrupted': z.object({ signal: z.string() }),
  decision: z.object({
    what: z.enum(DECISIONS),
    chosen: z.string(),
    alternatives: z.array(z.string()),
    rationale: z.string(),
    /** Which call it is about, where a later decision has to find it again. */
    about: z.string().optional(),
  }),
  'decision.point': z.object({
    archetype: z.string(),
    input: plain,
    decision: z.string(),
    confidence: z.number().nullable(),
  }),
  'phase.transition': z.object({
    from: z.enum(PHASES).nullable(),
    to: z.enum(PHASES),
    artifacts_so_far: z.array(z.string()),
  }),
  'gate.opened': z.object({
    gate: z.string(),
    kind: z.enum(gateKinds),
    question: z.string(),
    choices: z.array(z.string()),
    evidence: z.array(z.string()),
  }),
  'gate.answered': z.object({
    gate: z.string(),
    answer: z.string(),
    text: z.string().nullable(),
    by: z.string(),
  }),
  /** What a person added while a live session was at it. */
  'user.said': z.object({ text: z.string() }),
  'rescue.saved': z.object({
    ref: z.string(),
    commit: commitId,
    reason: z.string(),
    files: count,
    /** The run's own repository, where the ref is: something in it looks like a secret. */
    held_in: z.string().optional(),
  }),
  /** `step`: whose call it was in; older logs do not say it. */
  'clock.gap': z.object({ slept_ms: count, step: z.string().optional() }),
  'journal.recovered': z.object({ set_aside: z.string(), bytes: count }),
  'run.complete': z.object({
    status: z.string(),
    exit_code: z.int(),
    reason: z.string(),
    cycles: count,
    agents_total: count,
    fixes_total: count,
    /** What the run's branch shows at the end; `null` if no work was collected. */
    head: commitId.nullable(),
    /** Whether something was red before the change and is green with it. Not there where nothing was verified green. */
    proof: z.enum(['proven', 'unbroken']).optional(),
    /** What was red and is green. */
    proven_by: z.array(z.string()).optional(),
    /** What an earlier run had mended and this one met again. */
    regressions: z
      .array(z.object({ lesson: z.string(), text: z.string(), fixed_in: z.string(), stands: z.boolean() }))
      .optional(),
  }),
} as const
