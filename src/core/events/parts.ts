import * as z from 'zod'
import { CONTRACT_KEYS, INGREDIENTS } from '../../archetypes/archetype.ts'
import { DESTRUCTIVE } from '../../policy/destructive/operation.ts'
import { LESSON_KINDS } from '../memory/kinds.ts'

/** What several kinds of events are made of. */

export const PHASES = ['plan', 'do', 'check', 'act'] as const
export const SEVERITIES = ['CRITICAL', 'WARNING', 'INFO'] as const
export const STATUSES = ['DONE', 'DONE_WITH_CONCERNS', 'NEEDS_CONTEXT', 'BLOCKED'] as const

export const count = z.int().nonnegative()
export const commitId = z.string().regex(/^[0-9a-f]{40,64}$/)

export const findingSchema = z.object({
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

/** A lesson of earlier runs, as this run was given it: text of others', and never an instruction. */
export const lessonSchema = z.object({
  id: z.string(),
  kind: z.enum(LESSON_KINDS),
  /** `null`: for whoever makes. */
  role: z.string().nullable(),
  category: z.string().nullable(),
  files: z.array(z.string()),
  text: z.string(),
  fix: z.string(),
  wordings: z.array(z.string()),
  frequency: count,
  /** Earlier runs that were given it, and those of them that met it all the same. */
  injected: count,
  repeated: count,
  /** Why it fits this run. */
  why: z.string(),
})

export const confidenceSchema = z.object({
  task_understanding: z.number(),
  solution_completeness: z.number(),
  risk_coverage: z.number(),
})

/** Whatever it is, as a reader of the log would get it: JSON knows no `undefined` and no negative zero. */
export const plain = z.unknown().transform((value): unknown => JSON.parse(JSON.stringify(value ?? null)))

export const todosSchema = z.array(z.object({ content: z.string(), status: z.string() }))

export const contractSchema = z.object({
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
  todos: todosSchema,
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
export const saidSchema = contractSchema
  .partial()
  .required({ form: true, status: true, status_assumed: true })

/** `null` is "the agent did not say": unknown, never zero. */
export const usageSchema = z.object({
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
export const counted = {
  usage: usageSchema,
  usage_source: z.enum(['agent', 'proxy', 'unknown']).optional(),
  agent_usage: usageSchema.optional(),
}

/** How full the model's window was at the end of a call; `estimate`: from what went through it, since nobody said. A window of 0 is not known. */
export const outlookSchema = z.object({
  false_completion: z.number(),
  reasons: z.array(z.string()),
  /** `false`: the model knows nothing of this agent, so that the figure orders calls and is no probability. */
  calibrated: z.boolean(),
})

export const windowUseSchema = z.object({ used: count, window: count, source: z.enum(['agent', 'estimate']) })

/** What it wanted to do beyond its workspace, and whether it was let. */
export const askedSchema = z.object({ kind: z.enum(DESTRUCTIVE), what: z.string(), allowed: z.boolean() })

export const testRunSchema = z.object({
  runner: z.string().nullable(),
  passed: count.nullable(),
  failed: count.nullable(),
  skipped: count.nullable(),
  ok: z.boolean().nullable(),
})
export const repeatsSchema = z.object({ period: z.int().positive(), times: z.int().positive() })
/** What an agent did in one call, in figures; the artifact `steps/<step>-<attempt>.jsonl` has each step. */
export const stepTallySchema = z.object({
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
  todos: todosSchema.optional(),
})

export const checkResultSchema = z.object({
  name: z.string(),
  command: z.string(),
  exit: z.int().nullable(),
  timed_out: z.boolean(),
  duration_ms: count,
  artifact: z.string().nullable(),
  tail: z.string(),
  /** The same once more, where once is not enough: what is red, or green, by chance shows nothing. */
  again: z.object({ exit: z.int().nullable(), timed_out: z.boolean(), duration_ms: count }).optional(),
})

/** Tests of the change's own, run alone: on the old code, or on the merged tree. */
export const ownTestsSchema = z.object({
  files: z.array(z.string()),
  /** `red`, `green`: twice. `flaky`: it was each once. `once`: red, and there was no time for a second run. */
  outcome: z.enum(['red', 'green', 'flaky', 'once', 'not-run']),
  /** Whether they could be loaded there; `null`: not known. */
  loads: z.boolean().nullable(),
  /** Names that they use, that the change brings, and that are not there without it. */
  missing: z.array(z.string()),
})

const canaryGroups = z.array(z.object({ file: z.string(), what: z.array(z.string()) }))

/** Tests that must fail, put into a copy of a tree. */
export const canariesSchema = z.object({
  planted: count,
  /** Told of as failed, by file, and what must fail in it. */
  red: canaryGroups,
  /** Not told of. */
  dull: canaryGroups,
  /** The command as a whole did not end green. */
  exit_red: z.boolean(),
  /** Files of the change that make them dull, once they were looked for. */
  causes: z.array(z.string()).optional(),
  /** They were dull when they were run again. */
  again: z.boolean().optional(),
})

export const changedFileSchema = z.object({
  path: z.string(),
  change: z.enum(['added', 'modified', 'deleted', 'type']),
  added: count,
  deleted: count,
  test: z.boolean(),
})

/** Of a secret that a change brings: where it is, what it is, and what it is known by. */
export const addedSecretSchema = z.object({
  file: z.string(),
  /** `null`: in a name, or in a commit's message. */
  line: count.nullable(),
  kind: z.string(),
  /** `$NAME` of the variable that holds it, else `sha256:` and the beginning of its digest. */
  id: z.string(),
})

export const verifyPlanSchema = z.object({
  setup: z.array(z.string()),
  test: z.string().nullable(),
  acceptance: z.array(z.string()),
  required_files: z.array(z.string()),
  timeout_minutes: z.number(),
  detected: z.string(),
})

export const hookSchema = z.object({
  point: z.string(),
  run: z.string(),
  on_failure: z.enum(['warn', 'abort']),
  timeout_minutes: z.number(),
})

/** How thorough a run is: who explores, who reviews after the Guardian, how often it may go round. */
export const workflowSchema = z.object({
  name: z.string(),
  explores: z.boolean(),
  reviewers: z.array(z.string()),
  max_cycles: z.int().positive(),
})

/** A reviewer of the user's own, copied whole: a resumed run uses exactly this one. */
export const ownArchetypeSchema = z.object({
  name: z.string(),
  title: z.string(),
  doing: z.string(),
  sees: z.enum(['change', 'base']),
  receives: z.array(z.enum(INGREDIENTS)),
  contract: z.array(z.enum(CONTRACT_KEYS)),
  prompt: z.string(),
})

export const choiceSchema = z.object({
  chosen: z.string(),
  alternatives: z.array(z.string()),
  rationale: z.string(),
})

export const adoptsSchema = z.object({
  from: z.string(),
  phase: z.enum(['do', 'check', 'act']),
  /** The work that is taken over; `null` where it is only the plan. */
  head: commitId.nullable(),
  artifacts: z.array(z.string()),
})

/** Where a change under review comes from. */
const REVIEWED = ['range', 'commit', 'staged', 'working-tree', 'patch'] as const
/** From which severity on what is open fails a review. */
const FAIL_ON = ['critical', 'warning', 'never'] as const

/** A change that somebody else made, and that is only reviewed. */
export const reviewedSchema = z.object({
  kind: z.enum(REVIEWED),
  /** Which change it is, in words: `main...HEAD`, `the staged changes`. */
  what: z.string(),
  head: commitId,
  /** What it is said to be for, by its commits or by `--task`. Nobody's instruction. */
  intent: z.string(),
  /** Those that were asked for by name; `null`: the workflow's. */
  reviewers: z.array(z.string()).nullable(),
  fail_on: z.enum(FAIL_ON),
  verify: z.boolean(),
  /** The artifact with the change, where the user's repository has no commit of it. */
  patch: z.string().nullable(),
})

export const convergenceSchema = z.object({
  score: z.number(),
  band: z.enum(['converging', 'stalling', 'diverging', 'stuck']),
  new: count,
  resolved: count,
  persistent: count,
  regressed: count,
})

export const gateKinds = [
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
  'unproven',
  'rewritten-target',
  'lfs',
  'secret',
] as const

/** The target no longer has the commit that the run started from. */
export const rewrittenSchema = z.object({
  /** What the target was when that was first seen: a person is asked about this, and not again while it only grows. */
  tip: commitId,
  /** Commits that it no longer has, newest first. */
  dropped: z.array(z.string()),
})

export const step = { step: z.string(), attempt: z.int().positive() }
