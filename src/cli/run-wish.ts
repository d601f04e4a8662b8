import type { Config } from '../config/schema.ts'
import { strategies } from '../core/decide/index.ts'
import { EXIT, Problem } from '../runtime/problem.ts'
import type { RunWish } from '../runtime/start.ts'
import { type Call, flag, text, texts } from './command.ts'

const WORKFLOWS = ['fast', 'standard', 'thorough']

interface Flags {
  model: string | null
  budgetUsd: string | null
  budgetTokens: string | null
  strategy: string | null
  workflow: string | null
  allow: string[]
}

/** Flags beat the configuration. */
export function applyFlags(config: Config, flags: Flags): Config {
  const usd = number(flags.budgetUsd, '--budget-usd', 'an amount above 0, such as 2.50')
  const tokens = number(flags.budgetTokens, '--budget-tokens', 'a whole number above 0')
  knownGates(flags.allow, Object.keys(config.gates))
  const models = flags.model
    ? { ...config.models, default: flags.model, archetypes: {}, workflows: noModels(config) }
    : config.models
  return {
    ...config,
    models,
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
  return {
    task,
    strategyChoice: chosenStrategy(text(call, 'strategy'), config.strategy),
    workflow: chosenWorkflow(text(call, 'workflow') ?? config.workflow),
    agent: text(call, 'agent'),
    domain: (text(call, 'domain') ?? config.domain) as RunWish['domain'],
    files: texts(call, 'files'),
    checks: texts(call, 'check'),
    target: text(call, 'target'),
    merge: call.options.merge !== false,
    yes: flag(call, 'yes'),
    allow: texts(call, 'allow'),
  }
}

/** The flag beats the configuration; both beat detection. */
function chosenStrategy(flagged: string | null, configured: string): RunWish['strategyChoice'] {
  const known = Object.keys(strategies)
  const wanted = flagged ?? configured
  const chosen = wanted === 'auto' ? known[0]! : wanted
  if (!known.includes(chosen))
    throw new Problem(
      EXIT.usage,
      `There is no strategy "${chosen}" in this version`,
      `Known: ${known.join(', ')}.`,
    )
  const why = flagged ? 'asked for by --strategy' : 'asked for by the configuration'
  const rationale = wanted === 'auto' ? 'the only one this version has' : why
  return { chosen, alternatives: known.filter((name) => name !== chosen), rationale }
}

function chosenWorkflow(name: string): string {
  if (name === 'auto') return 'fast'
  if (WORKFLOWS.includes(name)) return name
  throw new Problem(EXIT.usage, `There is no workflow "${name}"`, `Known: ${WORKFLOWS.join(', ')}.`)
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
