import * as z from 'zod'
import { defaults } from '../policy/defaults.ts'

/**
 * Every key a user may write in `.wiggum/config.yaml`, all optional. The `error` of each leaf finishes the sentence
 * "<key> must be …".
 */

const whole = (least: number) => {
  const error = `a whole number of at least ${least}`
  return z.int({ error }).min(least, { error })
}
const positive = (what: string) => {
  const error = `${what} above 0`
  return z.number({ error }).positive({ error })
}
const minutes = () => positive('a number of minutes')
const flag = () => z.boolean({ error: 'true or false' })
const text = (error: string) => z.string({ error }).min(1, { error }).max(4096, { error })
const texts = (error: string) => z.array(text(error), { error })
const oneOf = <const T extends [string, ...string[]]>(...values: T) =>
  z.enum(values, { error: `one of ${values.join(', ')}` })
const share = () => {
  const error = 'a share between 0 and 1'
  return z.number({ error }).gt(0, { error }).max(1, { error })
}
/** YAML reads `auto` as a word; `null` and `[]` both mean "none". */
const autoOr = <T extends z.ZodType>(other: T, error: string) =>
  z.union([z.literal('auto'), other], { error })

const model = () => text('the name of a model')
const agent = () => text('the name of an agent, such as claude or scripted:<file>')
const chain = () => {
  const error = 'the name of an agent, or a list of names with the first choice first'
  return z.union([agent(), z.array(agent(), { error }).min(1, { error })], { error })
}
const roles = <T extends z.ZodType>(value: T) => z.record(z.string(), value)
const modelChoice = { default: model().nullable().default(null), archetypes: roles(model()).default({}) }

const perWorkflow = () => z.strictObject(modelChoice).prefault({})

const models = (own: string[]) =>
  z.strictObject({
    ...modelChoice,
    workflows: z
      .strictObject({
        fast: perWorkflow(),
        standard: perWorkflow(),
        thorough: perWorkflow(),
        // Known only at run time; whoever reads them looks them up by name.
        ...(Object.fromEntries(own.map((name) => [name, perWorkflow()])) as Record<never, never>),
      })
      .prefault({}),
    /** Agent → its model, where none of the wishes above is for it. */
    agents: z.record(z.string(), model()).default({}),
    tiers: texts('a list of model names, weakest first').default([...defaults.tiers]),
  })

const level = () => oneOf('low', 'medium', 'high')
const effort = z.strictObject({
  default: level().nullable().default(null),
  archetypes: roles(level()).default({}),
})

const command = 'a command'
const commands = 'a list of commands'
const verify = z.strictObject({
  setup: autoOr(
    z.union([text(command), texts(commands), z.null()]),
    `auto, ${command}, ${commands} or null`,
  ).default('auto'),
  test: autoOr(text(command).nullable(), `auto, ${command} or null`).default('auto'),
  acceptance: texts(commands).default([]),
  required_files: texts('a list of paths').default([]),
  timeout_minutes: minutes().default(defaults.verify.timeout_minutes),
  /** Tests that must fail, in a copy of the merged tree. `auto` leaves them out where nothing that runs was changed. */
  canary: oneOf('auto', 'always', 'off').default('auto'),
})

const limits = z.strictObject({
  agent_idle_minutes: minutes().default(defaults.limits.agent_idle_minutes),
  agent_minutes: minutes().default(defaults.limits.agent_minutes),
  max_cycles: autoOr(whole(1), 'auto or a whole number of at least 1').default('auto'),
})

const budget = z.strictObject({
  usd: positive('null or an amount of dollars').nullable().default(null),
  tokens: whole(1).nullable().default(null),
})

export const stagnationThreshold = whole(1)
export const stagnationAction = oneOf('pause', 'alert', 'abort', 'escalate')

const signals = z.strictObject({
  no_file_changes: flag().default(defaults.stagnation.signals.no_file_changes),
  repeated_errors: flag().default(defaults.stagnation.signals.repeated_errors),
  task_timeout_iterations: whole(1).nullable().default(defaults.stagnation.signals.task_timeout_iterations),
  completion_without_evidence: flag().default(defaults.stagnation.signals.completion_without_evidence),
})
const escalation = z.strictObject({
  enabled: flag().default(defaults.stagnation.escalation.enabled),
  model_progression: texts('a list of model names, weakest first').default([
    ...defaults.stagnation.escalation.model_progression,
  ]),
})
export const webhookAddress = z.url({ protocol: /^https?$/, error: 'null or an http(s) address' })
const notifications = z.strictObject({
  desktop: flag().default(defaults.stagnation.notifications.desktop),
  webhook: webhookAddress.nullable().default(null),
  /** An addition to the seed's keys: receivers that speak like Slack or Discord are not all at those hosts. */
  webhook_format: oneOf('auto', 'plain', 'slack', 'discord').default(
    defaults.stagnation.notifications.webhook_format,
  ),
})
const figure = () => z.number({ error: 'a number' })
const limit = () => z.number({ error: 'a number' }).positive({ error: 'a number above 0' })
const calibration = z.strictObject({
  scale: figure(),
  shift: figure(),
  nudge: limit().nullable(),
  halt: limit().nullable(),
  runs: whole(0),
})
const stagnation = z.strictObject({
  threshold: stagnationThreshold.default(defaults.stagnation.threshold),
  action: stagnationAction.default(defaults.stagnation.action),
  signals: signals.prefault({}),
  escalation: escalation.prefault({}),
  notifications: notifications.prefault({}),
  /** An addition to the seed's keys: what the shipped model's scores mean for an agent, from the user's own history. */
  calibration: z.record(z.string(), calibration).default({}),
})

const loop = z.strictObject({
  default_active: flag().default(defaults.loop.default_active),
  max_passes: whole(1).default(defaults.loop.max_passes),
  checkpoint_interval_minutes: minutes().default(defaults.loop.checkpoint_interval_minutes),
  max_duration_minutes: minutes().nullable().default(null),
})

const context = z
  .strictObject({
    checkpoint_at: share().default(defaults.context.checkpoint_at),
    clear_at: share().default(defaults.context.clear_at),
  })
  .refine((value) => value.checkpoint_at <= value.clear_at, {
    path: ['clear_at'],
    error: 'at least as large as context.checkpoint_at',
  })

const checkpoint = z.strictObject({
  minutes: minutes().default(defaults.checkpoint.minutes),
  tasks: whole(1).default(defaults.checkpoint.tasks),
  push: flag().default(defaults.checkpoint.push),
})

const git = z.strictObject({
  target: text('null or the name of a branch').nullable().default(null),
  merge: oneOf('no-ff', 'squash', 'rebase').default(defaults.git.merge),
  branch_prefix: text('the beginning of a branch name').default(defaults.git.branch_prefix),
  isolation: oneOf('clone').default(defaults.git.isolation),
})

const live = z.strictObject({
  verify: flag().default(defaults.live.verify),
  review: oneOf('self', 'agent', 'off').default(defaults.live.review),
  self_launch: flag().default(defaults.live.self_launch),
  protect: flag().default(defaults.live.protect),
})

const gate = () => oneOf('ask', 'allow', 'deny').default(defaults.gate)
/** `warn`: it goes on, and its ending says so. */
const gateOrWarning = () => oneOf('ask', 'allow', 'warn', 'deny').default(defaults.gate)
const gates = z.strictObject({
  delete: gate(),
  'git-force': gate(),
  database: gate(),
  external: gate(),
  'test-tampering': gate(),
  unverified: gate(),
  'baseline-red': gate(),
  'mass-deletion': gate(),
  'rewritten-target': gateOrWarning(),
  lfs: gateOrWarning(),
  /** `auto` asks about a fix of code that nothing was red before, and warns about other work. */
  unproven: oneOf('auto', 'ask', 'warn', 'allow', 'deny').default('auto'),
  /** What looks like a secret in what a change adds. */
  secret: oneOf('ask', 'warn', 'allow', 'deny').default('ask'),
  /** What is none: paths (`*`, `**`), digests as the question names them (`sha256:…`), variables (`$NAME`). */
  secret_ignore: z.array(z.string().min(1)).default([]),
})

const memory = z.strictObject({
  enabled: flag().default(defaults.memory.enabled),
  max_lessons: whole(0).default(defaults.memory.max_lessons),
  decay_after_runs: whole(1).default(defaults.memory.decay_after_runs),
})

const envName = () => {
  const error = 'a list of variable names, such as NPM_TOKEN or AWS_*'
  return z.array(z.string({ error }).regex(/^[A-Za-z_][A-Za-z0-9_]{0,200}\*?$/, { error }), { error })
}

const ACP_NAME = /^[a-z][a-z0-9_-]{0,31}$/
const acpCommand = 'a list with the program, then its arguments'
const mode = () => text('null or the id of a mode').nullable().default(null)
const variable = 'the name of a variable, such as MY_BASE_URL'
/** An agent that speaks the Agent Client Protocol, for `--agent acp:<name>`. */
const acp = z.record(
  z.string().regex(ACP_NAME, { error: 'named with small letters, digits, - and _' }),
  z.strictObject({
    command: texts(acpCommand).min(1, { error: acpCommand }),
    env: envName().default([]),
    model_option: text('null or the id of an option').nullable().default(null),
    modes: z.strictObject({ maker: mode(), reviewer: mode() }).prefault({}),
    /** The variable that holds the address of its model, for `metering`. */
    base_url_env: z
      .string({ error: variable })
      .regex(/^[A-Za-z_]\w{0,200}$/, { error: variable })
      .exactOptional(),
  }),
)

const usd = 'dollars per million tokens, 0 or more'
const rate = () => z.number({ error: usd }).min(0, { error: usd })
const rates = {
  input: rate(),
  output: rate(),
  cache_read: rate().exactOptional(),
  cache_write: rate().exactOptional(),
}
/** Model, with `*` for any characters → what it costs. */
const prices = z.record(
  z.string().min(1).max(200),
  z.strictObject({ ...rates, long: z.strictObject({ above: whole(1), ...rates }).exactOptional() }),
)

export const sandboxWish = oneOf('auto', 'none', 'bubblewrap', 'srt')
const ports = 'all, none or a list of port numbers'
const network = () =>
  z.union([z.literal('all'), z.literal('none'), z.array(z.int().min(1).max(65535))], { error: ports })
const paths = () => texts('a list of paths that start with / or ~').default([])
const sandboxOptions = z.strictObject({
  write: paths(),
  read: paths(),
  hide: paths(),
  network: network().default('all'),
  verify_network: network().default('all'),
  domains: texts('a list of host names').default([]),
})

const threshold = 'a number above 0'
/** Which ids and thresholds there are is checked beside this: see `wrongDetector`. */
const detectors = z.record(
  z.string(),
  z.strictObject({
    enabled: flag().default(true),
    thresholds: z
      .record(z.string(), z.number({ error: threshold }).gt(0, { error: threshold }))
      .exactOptional(),
  }),
)

/** What of a policy that stands in a log says how calls were watched. */
export const watchPolicySchema = z.object({
  detectors: detectors.default({}),
  stagnation: z.object({ calibration: z.record(z.string(), calibration).default({}) }),
})

const judge = z.strictObject({
  agent: agent().nullable().default(null),
  model: model().nullable().default(null),
})

/** `own` are the user's own workflows, by name. */
export const configSchemaWith = (own: string[]) =>
  z.strictObject({
    version: z.literal(1, { error: '1, the only version there is' }).default(1),
    /** `null`: the first installed one of the default order. */
    agent: chain().nullable().default(null),
    agents: roles(chain()).default({}),
    /** An addition to the specified keys: what makes any agent that speaks the protocol usable without code. */
    acp: acp.default({}),
    models: models(own).prefault({}),
    effort: effort.prefault({}),
    workflow: oneOf('auto', 'fast', 'standard', 'thorough', ...own).default(defaults.workflow),
    strategy: oneOf('auto', 'pdca', 'pipeline', 'loop').default(defaults.strategy),
    domain: oneOf('code', 'writing', 'research').default(defaults.domain),
    verify: verify.prefault({}),
    limits: limits.prefault({}),
    budget: budget.prefault({}),
    /** Two additions to the specified keys: exact tokens for every agent, and what they cost where none says it. */
    metering: flag().default(defaults.metering),
    prices: prices.default({}),
    stagnation: stagnation.prefault({}),
    loop: loop.prefault({}),
    /** An addition to the specified keys: the loop inside a person's own session. */
    live: live.prefault({}),
    context: context.prefault({}),
    checkpoint: checkpoint.prefault({}),
    git: git.prefault({}),
    gates: gates.prefault({}),
    memory: memory.prefault({}),
    sandbox: sandboxWish.default(defaults.sandbox),
    /** An addition to the specified keys: no list of places fits every machine. */
    sandbox_options: sandboxOptions.prefault({}),
    /** An addition to the specified keys: who decides what a rule can only suspect. No agent, no judge. */
    judge: judge.prefault({}),
    detectors: detectors.default({}),
    /**
     * An addition to the specified keys: which of the user's environment variables agents and verification may see
     * besides the built-in list. Without it a project whose tests need a variable could not be verified at all.
     */
    env: envName().default([]),
  })

/** The resolved configuration: every default is filled in. */
export type Config = z.output<ReturnType<typeof configSchemaWith>>
