import { detectors } from '../detectors/index.ts'
import type { DetectorSettings } from '../detectors/settings.ts'
import { configJsonSchema } from './json-schema.ts'
import { nearest } from './nearest-key.ts'

/** What the user has written beside the configuration, by name. */
export interface OwnNames {
  workflows: string[]
  detectors: string[]
}

/** What is wrong, and where under `detectors`. */
interface Wrong {
  path: string[]
  text: string
}

/** Rules are switched and tuned by their ids. `own` are those of the user's own, whose thresholds are not known here. */
export function wrongDetector(settings: DetectorSettings, own: string[]): Wrong | null {
  const known = [...detectors.map(({ id }) => id), ...own]
  for (const [id, { thresholds = {} }] of Object.entries(settings)) {
    if (!known.includes(id)) return { path: [id], text: `unknown detector "${id}"; ${near(id, known)}` }
    const rule = detectors.find((each) => each.id === id)
    const name = rule && wrongThreshold(thresholds, rule.thresholds)
    if (name) return { path: [id, 'thresholds', name], text: thresholdText(id, name, rule.thresholds) }
  }
  return null
}

export function wrongThreshold(given: object, known: object): string | undefined {
  return Object.keys(given).find((name) => !Object.hasOwn(known, name))
}

export function thresholdText(id: string, name: string, known: object): string {
  return `the detector "${id}" has no threshold "${name}"; ${near(name, Object.keys(known))}`
}

function near(word: string, known: string[]): string {
  const found = nearest(word, known)
  return found === null ? 'it has none at all' : `the nearest known one is "${found}"`
}

/** For an editor: the whole schema, with every rule by its id. */
export function editorSchema({ workflows, detectors: own }: OwnNames): Record<string, unknown> {
  const schema = configJsonSchema(workflows)
  // zod types its JSON Schema more widely than the one member that is replaced.
  const properties = schema.properties as Record<string, unknown>
  return { ...schema, properties: { ...properties, detectors: detectorsSchema(own) } }
}

/** Each rule with what it notices, and its numbers with their defaults. */
function detectorsSchema(own: string[]): Record<string, unknown> {
  const known = detectors.map(({ id, notices, thresholds }) => [
    id,
    { ...ruleSchema(thresholds), description: notices },
  ])
  const users = own.map((id) => [id, ruleSchema(null)])
  return {
    type: 'object',
    default: {},
    properties: Object.fromEntries([...known, ...users]),
    additionalProperties: false,
  }
}

function ruleSchema(thresholds: Record<string, number> | null): Record<string, unknown> {
  const numbers = Object.entries(thresholds ?? {}).map(([name, value]) => [
    name,
    { type: 'number', exclusiveMinimum: 0, default: value },
  ])
  return {
    type: 'object',
    properties: {
      enabled: { type: 'boolean', default: true },
      thresholds: {
        type: 'object',
        properties: Object.fromEntries(numbers),
        additionalProperties: thresholds === null ? { type: 'number', exclusiveMinimum: 0 } : false,
      },
    },
    additionalProperties: false,
  }
}
