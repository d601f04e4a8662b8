import type { Config } from '../config/schema.ts'
import { EXIT, Problem } from '../runtime/problem.ts'

/** `null`: the flag was not given. */
export function whole(given: string | null, name: string): number | null {
  return given === null ? null : wholeIn(given, name)
}

/** A whole number above 0, or a problem that names the flag. */
export function wholeIn(given: string, name: string): number {
  const wanted = 'a whole number above 0'
  const parsed = amountIn(given, name, wanted)
  if (Number.isInteger(parsed)) return parsed
  throw new Problem(EXIT.usage, `${name} must be ${wanted}, not "${given}"`, '')
}

export function amountIn(given: string, name: string, wanted: string): number {
  const parsed = Number(given)
  if (Number.isFinite(parsed) && parsed > 0) return parsed
  throw new Problem(EXIT.usage, `${name} must be ${wanted}, not "${given}"`, '')
}

/** One model named on the command line is every role's, in every workflow. */
export function modelForAll(config: Config, name: string): Config {
  if (name === '') return config
  const none = { default: null, archetypes: {} }
  const workflows = Object.fromEntries(Object.keys(config.models.workflows).map((each) => [each, none]))
  const models = {
    ...config.models,
    default: name,
    archetypes: {},
    workflows: { ...config.models.workflows, ...workflows },
  }
  return { ...config, models }
}

/** The command line lets only known levels through. */
export function levelFor(config: Config, level: string): Config {
  return { ...config, effort: { default: level as Config['effort']['default'], archetypes: {} } }
}

/** `--allow` changes no setting: it only has to name a gate that there is. */
export function gateKnownTo(config: Config, gate: string): Config {
  const known = Object.keys(config.gates).filter((key) => key !== 'secret_ignore')
  if (known.includes(gate)) return config
  throw new Problem(EXIT.usage, `There is no gate "${gate}"`, `Known: ${known.join(', ')}.`)
}
