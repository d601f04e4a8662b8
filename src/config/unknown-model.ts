import { defaults } from '../policy/defaults.ts'
import { priceOf } from '../policy/prices-lookup.ts'
import type { Config } from './schema.ts'

/** A misspelt step of the progression would be found out only when a run is in trouble already. `null`: all are known. */
export function unknownModel(config: Config): { path: string[]; text: string } | null {
  const { model_progression: names } = config.stagnation.escalation
  const known = new Set<string>([...defaults.tiers, ...namedIn(config.models)])
  const at = names.findIndex((name) => !known.has(name) && priceOf(name, config.prices) === null)
  if (at === -1) return null
  const path = ['stagnation', 'escalation', 'model_progression']
  return {
    path: [...path, String(at)],
    text: `"${path.join('.')}" names "${names[at]}", a model that is not known; correct it, or name it under models.tiers too`,
  }
}

function namedIn({ default: first, archetypes, workflows, tiers, agents }: Config['models']): string[] {
  const narrow = Object.values(workflows).flatMap((each) => [each.default, ...Object.values(each.archetypes)])
  const named = [first, ...Object.values(archetypes), ...narrow, ...tiers, ...Object.values(agents ?? {})]
  return named.filter((name) => name !== null)
}
