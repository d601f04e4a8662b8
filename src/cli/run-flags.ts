import type { Config } from '../config/schema.ts'
import type { OptionSpec } from './command.ts'
import { amountIn, gateKnownTo, levelFor, modelForAll, wholeIn } from './flag-values.ts'

/** The commands that start runs. */
export type Starter = 'run' | 'loop' | 'review' | 'sprint'

interface RunFlag extends OptionSpec {
  /** Who has it; a text is what it means there, where that is not what it means to a run. */
  of: Partial<Record<Starter, true | string>>
  /** The configuration with this value over it. Without it, the flag is a wish about this one run: `wishOf` reads it. */
  into?(config: Config, given: string): Config
}

const MAKING = { run: true, loop: true } as const
const REVIEWING = { ...MAKING, review: true } as const
const EACH_TASK = 'as for run, for every task'
const UNNAMED = 'for tasks that name none; with add: of this task'

/** Every flag of a run. Parsing, help, completion and the settings that it changes come from here; the guide's table is compared with it. */
export const RUN_FLAGS: RunFlag[] = [
  {
    flags: '--strategy <name>',
    about: 'how: pipeline, pdca or loop (auto chooses by the task)',
    of: { run: true, sprint: UNNAMED },
  },
  {
    flags: '--workflow <name>',
    about: 'how thorough: fast, standard, thorough, or one of your own (auto chooses by the task)',
    of: {
      run: true,
      review: 'who reviews: fast, standard (the default), thorough, or one of your own',
      sprint: UNNAMED,
    },
  },
  {
    flags: '--agent <name>',
    about:
      'claude, codex, pi, acp:<name> or scripted:<file>; several, as in claude,codex: the next takes over; by role: maker=claude,guardian=codex',
    of: {
      ...MAKING,
      review: 'claude, codex, pi, acp:<name> or scripted:<file>; by role: guardian=claude,sage=codex',
      sprint: EACH_TASK,
    },
  },
  {
    flags: '--model <name>',
    about: 'the model of the first agent named',
    of: { ...REVIEWING, sprint: EACH_TASK },
    into: modelForAll,
  },
  {
    flags: '--effort <level>',
    about: 'how hard the model thinks: low, medium or high',
    choices: ['low', 'medium', 'high'],
    of: REVIEWING,
    into: levelFor,
  },
  {
    flags: '--check <command>',
    about: 'an acceptance command that must exit 0 (may be repeated)',
    many: true,
    of: { ...MAKING, review: 'an acceptance command that must exit 0; means --verify (may be repeated)' },
  },
  {
    flags: '--files <path>',
    about: 'a file the task is about (may be repeated)',
    many: true,
    of: MAKING,
  },
  {
    flags: '--domain <name>',
    about: 'code, writing or research',
    choices: ['code', 'writing', 'research'],
    of: MAKING,
  },
  { flags: '--target <branch>', about: 'the branch to land on (the one checked out)', of: MAKING },
  {
    flags: '--max-cycles <count>',
    about: 'how often Plan, Do, Check, Act may go round',
    of: { run: true },
    into: (config, given) => {
      const max_cycles = wholeIn(given, '--max-cycles')
      return { ...config, limits: { ...config.limits, max_cycles } }
    },
  },
  { flags: '--max-passes <count>', about: 'how often the loop may go round (5)', of: MAKING },
  { flags: '--single-pass', about: 'the loop makes one pass, which is verified all the same', of: MAKING },
  {
    flags: '--accept',
    about: 'when the passes are used up: take what is there if its checks are green',
    of: MAKING,
  },
  {
    flags: '--stagnation-threshold <count>',
    about: 'passes without progress before the breaker opens (3)',
    of: MAKING,
    into: (config, given) => {
      const threshold = wholeIn(given, '--stagnation-threshold')
      return { ...config, stagnation: { ...config.stagnation, threshold } }
    },
  },
  {
    flags: '--on-stagnation <action>',
    about: 'what then: pause, alert, abort or escalate',
    choices: ['pause', 'alert', 'abort', 'escalate'],
    of: MAKING,
    into: (config, given) => {
      // The command line lets only known actions through.
      const action = given as Config['stagnation']['action']
      return { ...config, stagnation: { ...config.stagnation, action } }
    },
  },
  {
    flags: '--budget-usd <amount>',
    about: 'stop when this much money is spent',
    of: { ...REVIEWING, sprint: 'money for all tasks together' },
    into: (config, given) => {
      const usd = amountIn(given, '--budget-usd', 'an amount above 0, such as 2.50')
      return { ...config, budget: { ...config.budget, usd } }
    },
  },
  {
    flags: '--budget-tokens <count>',
    about: 'stop when this many tokens are spent',
    of: { ...REVIEWING, sprint: 'tokens for all tasks together' },
    into: (config, given) => {
      const tokens = wholeIn(given, '--budget-tokens')
      return { ...config, budget: { ...config.budget, tokens } }
    },
  },
  {
    flags: '--meter',
    about: 'count tokens with a proxy on this machine, exactly and for every agent',
    of: REVIEWING,
    into: (config) => ({ ...config, metering: true }),
  },
  {
    flags: '--allow <gate>',
    about: 'answer a gate of this kind with yes beforehand (may be repeated)',
    many: true,
    of: {
      ...MAKING,
      review: 'what a gate of this kind would ask about does not count (may be repeated)',
      sprint: `${EACH_TASK} (may be repeated)`,
    },
    into: gateKnownTo,
  },
  {
    flags: '--dry-run',
    about: 'only plan; show who would be called and an estimate of the cost, then ask',
    of: { run: true },
  },
  {
    flags: '--start-from <phase>',
    about: 'begin with this phase and take what comes before it from an earlier run',
    choices: ['plan', 'do', 'check', 'act'],
    of: { run: true },
  },
  { flags: '--from-run <id>', about: 'the earlier run (the newest with the same task)', of: { run: true } },
  { flags: '--no-merge', about: 'verify, but leave the branch unmerged', of: MAKING },
  {
    flags: '--yes',
    about: 'answer "go on?" questions with yes; never a gate',
    of: { ...MAKING, sprint: true },
  },
]
