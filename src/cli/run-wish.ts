import type { Config } from '../config/schema.ts'
import { strategies } from '../core/decide/index.ts'
import { type Choice, chooseStrategy, chooseWorkflow } from '../core/selection.ts'
import { workflows } from '../policy/workflows.ts'
import { EXIT, Problem } from '../runtime/problem.ts'
import type { RunWish } from '../runtime/start.ts'
import { type Call, flag, text, texts } from './command.ts'

interface Flags {
  model: string | null
  budgetUsd: string | null
  budgetTokens: string | null
  maxCycles: string | null
  strategy: string | null
  workflow: string | null
  allow: string[]
}

/** Flags beat the configuration. */
export function applyFlags(config: Config, flags: Flags): Config {
  const usd = number(flags.budgetUsd, '--budget-usd', 'an amount above 0, such as 2.50')
  const cycles = number(flags.maxCycles, '--max-cycles', 'a whole number above 0')
  const tokens = number(flags.budgetTokens, '--budget-tokens', 'a whole number above 0')
  knownGates(flags.allow, Object.keys(config.gates))
  const models = flags.model
    ? { ...config.models, default: flags.model, archetypes: {}, workflows: noModels(config) }
    : config.models
  return {
    ...config,
    models,
    limits: { ...config.limits, max_cycles: cycles ?? config.limits.max_cycles },
    budget: { usd: usd ?? config.budget.usd, tokens: tokens ?? config.budget.tokens },
  }
}

function noModels(config: Config): Config['models']['workflows'] {
  const none = { default: null, archetypes: {} }
  return { ...config.models.workflows, fast: none, standard: none, thorough: none }
}

export function wishOf(call: Call, config: Config): RunWish {
  const task = (call.args[0] ?? '').trim()
  if (!task)
    throw new Problem(
      EXIT.usage,
      'The task is empty',
      'Say what is to be done: wiggum run "fix the date parser".',
    )
  const files = texts(call, 'files')
  const workflowChoice = chooseWorkflow({
    task,
    files,
    flag: knownWorkflow(text(call, 'workflow')),
    configured: config.workflow,
  })
  return {
    task,
    workflowChoice,
    strategyChoice: chosenStrategy(call, config, { task, files, workflow: workflowChoice.chosen }),
    agent: text(call, 'agent'),
    // Commander and the configuration let only these three through.
    domain: (text(call, 'domain') ?? config.domain) as RunWish['domain'],
    files,
    checks: texts(call, 'check'),
    target: text(call, 'target'),
    merge: call.options.merge !== false,
    yes: flag(call, 'yes'),
    allow: texts(call, 'allow'),
  }
}

/** The flag beats the configuration; both beat detection. */
function chosenStrategy(
  call: Call,
  config: Config,
  about: { task: string; files: string[]; workflow: string },
): Choice {
  const known = Object.keys(strategies)
  const flagged = text(call, 'strategy')
  const wanted = flagged ?? config.strategy
  if (wanted !== 'auto' && !known.includes(wanted))
    throw new Problem(
      EXIT.usage,
      `There is no strategy "${wanted}" in this version`,
      `Known: ${known.join(', ')}.`,
    )
  return chooseStrategy({
    ...about,
    flag: flagged === 'auto' ? null : flagged,
    configured: config.strategy,
    known,
  })
}

function knownWorkflow(name: string | null): string | null {
  const known = Object.keys(workflows)
  if (name === null || name === 'auto') return null
  if (known.includes(name)) return name
  throw new Problem(EXIT.usage, `There is no workflow "${name}"`, `Known: ${known.join(', ')}.`)
}

function knownGates(kinds: string[], known: string[]): void {
  const bad = kinds.find((kind) => !known.includes(kind))
  if (bad) throw new Problem(EXIT.usage, `There is no gate "${bad}"`, `Known: ${known.join(', ')}.`)
}

function number(value: string | null, name: string, wanted: string): number | null {
  if (value === null) return null
  const parsed = Number(value)
  if (Number.isFinite(parsed) && parsed > 0) return parsed
  throw new Problem(EXIT.usage, `${name} must be ${wanted}, not "${value}"`, '')
}
