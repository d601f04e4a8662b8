import { z } from 'zod'
import { CONTRACT_KEYS, INGREDIENTS } from '../archetypes/archetype.ts'
import { ownDetectorSchema } from '../detectors/own/own-detector.ts'
import { DESTRUCTIVE } from '../policy/destructive/operation.ts'
import { surveySchema } from './drift/survey.ts'
import { findingFactsSchema, measuresSchema } from './measures.ts'

/** The schema of every event. A run is the list of these; nothing else holds state. */

const PHASES = ['plan', 'do', 'check', 'act'] as const
const SEVERITIES = ['CRITICAL', 'WARNING', 'INFO'] as const
export const STATUSES = ['DONE', 'DONE_WITH_CONCERNS', 'NEEDS_CONTEXT', 'BLOCKED'] as const

const count = z.int().nonnegative()
const commitId = z.string().regex(/^[0-9a-f]{40,64}$/)

const findingSchema = z.object({
  id: z.string(),
  file: z.string().nullable(),
  line: z.int().nullable(),
  severity: z.enum(SEVERITIES),
  category: z.string(),
  description: z.string(),
  fix: z.string(),
  evidence: z.string(),
  sources: z.array(z.string()),
  needs: z.enum(['redesign', 'code']).optional(),
})

const confidenceSchema = z.object({
  task_understanding: z.number(),
  solution_completeness: z.number(),
  risk_coverage: z.number(),
})

/** Whatever it is, as a reader of the log would get it: JSON knows no `undefined` and no negative zero. */
const plain = z.unknown().transform((value): unknown => JSON.parse(JSON.stringify(value ?? null)))

const contractSchema = z.object({
  form: z.enum(['block', 'markdown', 'none']),
  status: z.enum(STATUSES),
  status_assumed: z.boolean(),
  verdict: z.enum(['APPROVED', 'REJECTED']).nullable(),
  verdict_problem: z.string().nullable(),
  findings: z.array(findingSchema),
  confidence: confidenceSchema.nullable(),
  files: z.array(z.string()),
  test_strategy: z.array(z.string()),
  risks: z.array(z.string()),
  todos: z.array(z.object({ content: z.string(), status: z.string() })),
  decisions: z.array(z.string()),
  alternatives: z.array(z.string()),
  assumptions: z.array(z.string()),
  top_risk: z.string().nullable(),
  addressed: z.array(
    z.object({ finding: z.string(), how: z.enum(['fixed', 'deferred', 'accepted', 'disputed']) }),
  ),
  summary: z.string().nullable(),
  notes: z.string().nullable(),
})
/** See `said.ts`. */
const saidSchema = contractSchema.partial().required({ form: true, status: true, status_assumed: true })

/** `null` is "the agent did not say": unknown, never zero. */
const usageSchema = z.object({
  input_tokens: z.number().nullable(),
  output_tokens: z.number().nullable(),
  cost_usd: z.number().nullable(),
  turns: z.number().nullable(),
  /** Of `input_tokens`, where it is known: what came from a cache, and what went into one. */
  cache_read_tokens: z.number().nullable().optional(),
  cache_write_tokens: z.number().nullable().optional(),
  /** Nobody said what it cost: the tokens, at the price table's prices. */
  cost_estimated: z.boolean().optional(),
  /** It was this much at least; a part of the call is not known. */
  partial: z.boolean().optional(),
})
/** Who counted: the agent itself, or the metering proxy. Then `agent_usage` has the agent's own figures if they differ. */
const counted = {
  usage: usageSchema,
  usage_source: z.enum(['agent', 'proxy', 'unknown']).optional(),
  agent_usage: usageSchema.optional(),
}

/** How full the model's window was at the end of a call; `estimate`: from what went through it, since nobody said. A window of 0 is not known. */
const windowUseSchema = z.object({ used: count, window: count, source: z.enum(['agent', 'estimate']) })

/** What it wanted to do beyond its workspace, and whether it was let. */
const askedSchema = z.object({ kind: z.enum(DESTRUCTIVE), what: z.string(), allowed: z.boolean() })

const testRunSchema = z.object({
  runner: z.string().nullable(),
  passed: count.nullable(),
  failed: count.nullable(),
  skipped: count.nullable(),
  ok: z.boolean().nullable(),
})
const repeatsSchema = z.object({ period: z.int().positive(), times: z.int().positive() })
/** What an agent did in one call, in figures; the artifact `steps/<step>-<attempt>.jsonl` has each step. */
const stepTallySchema = z.object({
  total: count,
  edits: count,
  failed_edits: count,
  /** Commands, whatever they did. */
  shells: count,
  failed_shells: count,
  tests: count,
  last_test: testRunSchema.nullable(),
  distinct_errors: count,
  /** Steps with something that was not there before. */
  novel: count,
  /** Different ones. Past a few thousand the oldest is forgotten. */
  files_read: count.optional(),
  /** Signatures of commands that failed, each once, at most 20. */
  errors: z.array(z.string()).optional(),
  /** The same calls with the same that came of them, made round after round: how many to a round, and how often. */
  repeats: repeatsSchema.optional(),
  /** The agent's own list at the end, from the calls of its to-do tool. */
  todos: z.array(z.object({ content: z.string(), status: z.string() })).optional(),
})

const checkResultSchema = z.object({
  name: z.string(),
  command: z.string(),
  exit: z.int().nullable(),
  timed_out: z.boolean(),
  duration_ms: count,
  artifact: z.string().nullable(),
  tail: z.string(),
})

const changedFileSchema = z.object({
  path: z.string(),
  change: z.enum(['added', 'modified', 'deleted', 'type']),
  added: count,
  deleted: count,
  test: z.boolean(),
})

const verifyPlanSchema = z.object({
  setup: z.array(z.string()),
  test: z.string().nullable(),
  acceptance: z.array(z.string()),
  required_files: z.array(z.string()),
  timeout_minutes: z.number(),
  detected: z.string(),
})

const hookSchema = z.object({
  point: z.string(),
  run: z.string(),
  on_failure: z.enum(['warn', 'abort']),
  timeout_minutes: z.number(),
})

/** How thorough a run is: who explores, who reviews after the Guardian, how often it may go round. */
const workflowSchema = z.object({
  name: z.string(),
  explores: z.boolean(),
  reviewers: z.array(z.string()),
  max_cycles: z.int().positive(),
})

/** A reviewer of the user's own, copied whole: a resumed run uses exactly this one. */
const ownArchetypeSchema = z.object({
  name: z.string(),
  title: z.string(),
  doing: z.string(),
  sees: z.enum(['change', 'base']),
  receives: z.array(z.enum(INGREDIENTS)),
  contract: z.array(z.enum(CONTRACT_KEYS)),
  prompt: z.string(),
})

const choiceSchema = z.object({
  chosen: z.string(),
  alternatives: z.array(z.string()),
  rationale: z.string(),
})

const adoptsSchema = z.object({
  from: z.string(),
  phase: z.enum(['do', 'check', 'act']),
  /** The work that is taken over; `null` where it is only the plan. */
  head: commitId.nullable(),
  artifacts: z.array(z.string()),
})

const convergenceSchema = z.object({
  score: z.number(),
  band: z.enum(['converging', 'stalling', 'diverging', 'stuck']),
  new: count,
  resolved: count,
  persistent: count,
  regressed: count,
})

const gateKinds = [
  'delete',
  'git-force',
  'database',
  'external',
  'test-tampering',
  'unverified',
  'baseline-red',
  'mass-deletion',
  'context',
  'review',
  'same-finding',
  'shadow',
  'limits',
  'passes',
  'stagnation',
] as const

const step = { step: z.string(), attempt: z.int().positive() }

export const eventData = {
  'run.start': z.object({
    task: z.string(),
    workflow: z.string(),
    max_cycles: z.int().positive(),
    workflows: z.record(z.string(), workflowSchema),
    choices: z.record(z.string(), choiceSchema),
    archetypes: z.array(ownArchetypeSchema),
    /** Rules of the user's own, copied whole: a resumed run uses exactly these. */
    detectors: z.array(ownDetectorSchema).optional(),
    strategy: z.string(),
    /** How often the loop may go round, and why only once if so. */
    loop: z
      .object({ max_passes: z.int().positive(), suppressed: z.string().nullable(), accept: z.boolean() })
      .optional(),
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
  }),
  'run.adopted': z.object({
    from: z.string(),
    phase: z.enum(['do', 'check', 'act']),
    artifacts: z.array(z.string()),
  }),
  /** `now`: whoever resumed it does not want to wait for a limit. */
  'run.resumed': z.object({ reason: z.string(), after: count, now: z.boolean().optional() }),
  'run.interrupted': z.object({ signal: z.string() }),
  decision: z.object({
    what: z.string(),
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
  'agent.start': z.object({
    ...step,
    archetype: z.string(),
    agent: z.string(),
    model: z.string().nullable(),
    prompt_summary: z.string(),
    prompt_artifact: z.string(),
    head: commitId,
    about: commitId.nullable(),
    /** The agent as the configuration names it; `agent` is what a screen shows. */
    name: z.string().optional(),
    /** The conversation of an earlier attempt that this one goes on with. */
    continues: z.string().nullable().optional(),
  }),
  /** The conversation under way, so that it can be continued after a crash. `null`: it is lost, and `problem` says how. */
  'agent.session': z.object({ ...step, session: z.string().nullable(), problem: z.string().nullable() }),
  'agent.complete': z.object({
    ...step,
    archetype: z.string(),
    duration_ms: count,
    steps: stepTallySchema.optional(),
    artifacts: z.array(z.string()),
    /** The final message; `null` if it is too long for an event, and then the artifact alone holds it. */
    text: z.string().nullable(),
    summary: z.string(),
    measures: measuresSchema.optional(),
    contract: saidSchema,
    ...counted,
    session: z.string().nullable(),
    denials: z.array(z.string()),
    killed_after_result: z.boolean(),
    truncated_bytes: count,
    context: windowUseSchema.optional(),
    asked: z.array(askedSchema).optional(),
  }),
  'agent.failed': z.object({
    ...step,
    archetype: z.string(),
    duration_ms: count,
    steps: stepTallySchema.optional(),
    cause: z.enum([
      'missing',
      'crash',
      'no-result',
      'authentication',
      'limit',
      'overload',
      'connection',
      'context',
      'refusal',
      'max-turns',
      'budget',
      'model',
      'output',
      'interrupted',
      'error',
    ]),
    message: z.string(),
    ...counted,
    retry_at: z.string().nullable(),
    asked: z.array(askedSchema).optional(),
  }),
  'agent.timeout': z.object({
    ...step,
    archetype: z.string(),
    duration_ms: count,
    steps: stepTallySchema.optional(),
    limit: z.enum(['idle', 'wall']),
    limit_ms: count,
    ...counted,
    asked: z.array(askedSchema).optional(),
  }),
  'work.collected': z.object({
    ...step,
    start: commitId,
    head: commitId,
    commits: count,
    files: z.array(changedFileSchema),
    /** How many more there are than an event can hold; the artifact lists them all. */
    more_files: count,
    /** Paths this step changed; `files` is everything since the base. */
    touched: z.array(z.string()),
    took_along: z.array(z.string()),
    history_rewritten: z.boolean(),
  }),
  'work.inspected': z.object({
    head: commitId,
    findings: z.array(findingSchema),
    unplanned_deletions: z.array(z.string()),
    mass_deletion: z.object({ deleted: count, total: count }).nullable(),
    protected_changed: z.array(z.string()),
    /** The change adds a way to end the process early: then it is shown that the tests can still fail. */
    adds_exit: z.boolean(),
    /** Links that lead outside the repository: what they show can change after it was verified. */
    outside_links: z.array(z.string()),
  }),
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
  'verify.start': z.object({ kind: z.string(), commit: commitId }),
  'verify.complete': z.object({
    kind: z.enum(['baseline', 'merged', 'base-copies', 'can-fail', 'proof']),
    commit: commitId,
    /** What the result holds for: a tree for the merge (a rebuilt merge with the same tree is proven already), else a commit. */
    subject: commitId,
    green: z.boolean(),
    ran: z.boolean(),
    reason: z.string(),
    checks: z.array(checkResultSchema),
    duration_ms: count,
  }),
  'merge.built': z.object({
    head: commitId,
    onto: commitId,
    commit: commitId,
    tree: commitId,
    method: z.string(),
  }),
  'merge.conflict': z.object({ head: commitId, onto: commitId, files: z.array(z.string()) }),
  'land.start': z.object({ commit: commitId, target: z.string(), previous: commitId }),
  'land.refused': z.object({
    commit: commitId,
    reason: z.enum(['dirty', 'busy', 'moved', 'missing']),
    detail: z.string(),
  }),
  'run.merged': z.object({
    commit: commitId,
    target: z.string(),
    previous: commitId,
    method: z.string(),
    checkout: z.enum(['updated', 'not-checked-out', 'left']),
  }),
  /** `commit` is the reverting one; `null` if the merge could not be taken back, and then `problem` says why. */
  'run.reverted': z.object({
    commit: commitId.nullable(),
    target: z.string(),
    reason: z.string(),
    problem: z.string().nullable(),
  }),
  'hook.complete': z.object({
    point: z.string(),
    commit: commitId,
    ok: z.boolean(),
    aborts: z.boolean(),
    reason: z.string(),
    checks: z.array(checkResultSchema),
  }),
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
  'rescue.saved': z.object({ ref: z.string(), commit: commitId, reason: z.string(), files: count }),
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
  /** `step`: whose call it was in; older logs do not say it. */
  'clock.gap': z.object({ slept_ms: count, step: z.string().optional() }),
  'journal.recovered': z.object({ set_aside: z.string(), bytes: count }),
  'phase.transition': z.object({
    from: z.enum(PHASES).nullable(),
    to: z.enum(PHASES),
    artifacts_so_far: z.array(z.string()),
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
    todos: z.array(z.object({ content: z.string(), status: z.string() })),
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
    /** `exhausted`: the agent's call ended because its window was full. */
    trigger: z.enum(['occupancy', 'exhausted', 'interval']),
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
  /** The stagnation breaker moved. */
  'breaker.transition': z.object({
    from: z.enum(['CLOSED', 'OPEN', 'HALF_OPEN']),
    to: z.enum(['CLOSED', 'OPEN', 'HALF_OPEN']),
    reason: z.string(),
    evidence: z.array(z.string()),
    /** The rules that saw it. */
    signals: z.array(z.string()),
    pass: z.int().positive(),
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
  'run.complete': z.object({
    status: z.string(),
    exit_code: z.int(),
    reason: z.string(),
    cycles: count,
    agents_total: count,
    fixes_total: count,
    /** What the run's branch shows at the end; `null` if no work was collected. */
    head: commitId.nullable(),
  }),
} as const

type EventType = keyof typeof eventData

export type Finding = z.infer<typeof findingSchema>
export type Severity = Finding['severity']
export type Measures = z.infer<typeof measuresSchema>
export type Contract = z.infer<typeof contractSchema>
export type SaidContract = z.infer<typeof saidSchema>
export type Confidence = z.infer<typeof confidenceSchema>
export type Usage = z.infer<typeof usageSchema>
export type WindowUse = z.infer<typeof windowUseSchema>
export type Asked = z.infer<typeof askedSchema>
export type TestRun = z.infer<typeof testRunSchema>
export type StepTally = z.infer<typeof stepTallySchema>
export type CheckResult = z.infer<typeof checkResultSchema>
export type ChangedFile = z.infer<typeof changedFileSchema>
export type VerifyPlan = z.infer<typeof verifyPlanSchema>
export type OwnArchetype = z.infer<typeof ownArchetypeSchema>
export type GateKind = (typeof gateKinds)[number]
export type Phase = (typeof PHASES)[number]
export type EventData = { [T in EventType]: z.infer<(typeof eventData)[T]> }

/** What every line of the log has, whatever its type. */
interface Envelope<T, D> {
  v: 1
  seq: number
  ts: string
  run_id: string
  type: T
  phase: Phase | null
  agent: string | null
  parent: number[]
  data: D
}

export type EventOf<T extends EventType> = Envelope<T, EventData[T]>
/** The closed union that `fold` knows. A log from a newer version may hold other types: they are carried, not dropped. */
export type WiggumEvent = { [T in EventType]: EventOf<T> }[EventType]

/** An event before the journal gave it its place. */
export type Draft = {
  [T in EventType]: {
    type: T
    data: EventData[T]
    phase?: Phase | null
    agent?: string | null
    parent?: number[]
  }
}[EventType]
