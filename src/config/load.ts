import type { z } from 'zod'
import { type OwnNames, wrongDetector } from './detector-settings.ts'
import { suggestKey } from './nearest-key.ts'
import type { Place } from './nesting.ts'
import { readYaml, type YamlText } from './safe-yaml.ts'
import {
  type Config,
  configSchemaWith,
  sandboxWish,
  stagnationAction,
  stagnationThreshold,
  webhookAddress,
} from './schema.ts'
import { unknownModel } from './unknown-model.ts'

/** `message` is one sentence: file, line and column, what is wrong, what to do. */
export type ConfigResult = { ok: true; config: Config } | { ok: false; message: string }

const MAX_BYTES = 32 * 1024

export function defaultConfig(): Config {
  return configSchemaWith([]).parse({})
}

const NOTHING_OWN: OwnNames = { workflows: [], detectors: [] }

export function parseConfig(text: string, path: string, own: OwnNames = NOTHING_OWN): ConfigResult {
  const yaml = readYaml(text, MAX_BYTES)
  if (!yaml.ok) return refuse(path, yaml.place, `${yaml.problem}; correct it or delete the file`)
  if (yaml.value === null || yaml.value === undefined) return { ok: true, config: defaultConfig() }
  const parsed = configSchemaWith(own.workflows).safeParse(withoutEmptySections(yaml.value))
  if (parsed.success) return withKnownNames(parsed.data, { path, yaml, own: own.detectors })
  const problem = firstProblem(parsed.error.issues, yaml, own.workflows)
  return refuse(path, problem.place, problem.text)
}

function withKnownNames(
  config: Config,
  { path, yaml, own }: { path: string; yaml: YamlText; own: string[] },
): ConfigResult {
  const wrong = wrongDetector(config.detectors, own)
  const model = unknownModel(config)
  if (model) return refuse(path, yaml.placeOf(model.path), shown(model.text, 300))
  if (!wrong) return { ok: true, config }
  return refuse(path, yaml.placeOf(['detectors', ...wrong.path]), shown(wrong.text, 300))
}

/** A section whose keys are all commented out is `null` in YAML: it means the defaults. */
function withoutEmptySections(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).filter(([, section]) => section !== null))
}

interface Problem {
  place: Place
  text: string
}

function firstProblem(issues: z.core.$ZodIssue[], yaml: YamlText, own: string[]): Problem {
  const problems = issues.flatMap((issue) => problemsOf(issue, yaml, own))
  problems.sort((a, b) => a.place.line - b.place.line || a.place.column - b.place.column)
  return problems[0] ?? { place: { line: 1, column: 1 }, text: 'it is not a valid configuration' }
}

function problemsOf(issue: z.core.$ZodIssue, yaml: YamlText, own: string[]): Problem[] {
  const path = issue.path.map(String)
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      place: yaml.placeOf([...path, key]),
      text: `unknown key "${shown([...path, key].join('.'))}"; ${suggestKey(path, key, own)}`,
    }))
  }
  const name = path.length === 0 ? 'the file' : `"${shown(path.join('.'))}"`
  if (issue.code === 'invalid_key')
    return [
      { place: yaml.placeOf(issue.path), text: `${name} must be ${issue.issues[0]?.message ?? 'otherwise'}` },
    ]
  const found = valueAt(yaml.value, path)
  const text = `${name} must be ${allowed(issue)}, not ${path.at(-1) === 'webhook' ? veiled(found) : describe(found)}`
  return [{ place: yaml.placeOf(issue.path), text }]
}

function allowed(issue: z.core.$ZodIssue): string {
  const isMapping = issue.code === 'invalid_type' && ['object', 'record'].includes(issue.expected)
  return isMapping ? 'a mapping of keys to values' : issue.message
}

function valueAt(value: unknown, path: string[]): unknown {
  return path.reduce<unknown>(
    (inside, name) => (typeof inside === 'object' && inside !== null ? Reflect.get(inside, name) : undefined),
    value,
  )
}

function describe(value: unknown): string {
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object' && value !== null) return 'a mapping'
  if (typeof value === 'string') return shown(JSON.stringify(value))
  return String(value)
}

/** Who knows the address of a webhook may write to it: of a wrong one no more is shown than how it begins. */
function veiled(value: unknown): string {
  if (typeof value !== 'string') return describe(value)
  const [scheme] = /^[a-z]{1,12}:/i.exec(value) ?? []
  return scheme ? `"${scheme}…"` : 'what is written there'
}

function shown(text: string, max = 80): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: what a file holds must not reach the terminal as control bytes
  const clean = text.replace(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, '\ufffd')
  return clean.length > max ? `${clean.slice(0, max - 1)}…` : clean
}

function refuse(path: string, place: Place, text: string): ConfigResult {
  return { ok: false, message: `${path}:${place.line}:${place.column}: ${text}.` }
}

/** The settings a person may give for one shell. An empty value is an unset one. */
export function applyEnvironment(
  config: Config,
  env: Readonly<Record<string, string | undefined>>,
): ConfigResult {
  const { WIGGUM_STAGNATION_THRESHOLD: threshold, WIGGUM_ON_STAGNATION: action, WIGGUM_SANDBOX: wish } = env
  const sandbox = wish ? sandboxWish.safeParse(wish) : { success: true as const, data: config.sandbox }
  if (!sandbox.success) return refuseVariable('WIGGUM_SANDBOX', describe(wish ?? ''), sandbox.error)
  const stagnation = { ...config.stagnation }
  if (threshold) {
    const parsed = stagnationThreshold.safeParse(/^\d{1,6}$/.test(threshold) ? Number(threshold) : threshold)
    if (!parsed.success)
      return refuseVariable('WIGGUM_STAGNATION_THRESHOLD', describe(threshold), parsed.error)
    stagnation.threshold = parsed.data
  }
  if (action) {
    const parsed = stagnationAction.safeParse(action)
    if (!parsed.success) return refuseVariable('WIGGUM_ON_STAGNATION', describe(action), parsed.error)
    stagnation.action = parsed.data
  }
  const { WIGGUM_WEBHOOK_URL: address } = env
  if (address) {
    const parsed = webhookAddress.safeParse(address)
    if (!parsed.success) return refuseVariable('WIGGUM_WEBHOOK_URL', veiled(address), parsed.error)
    stagnation.notifications = { ...stagnation.notifications, webhook: parsed.data }
  }
  return { ok: true, config: { ...config, stagnation, sandbox: sandbox.data } }
}

function refuseVariable(name: string, found: string, error: z.ZodError): ConfigResult {
  const must = error.issues[0]?.message ?? 'something else'
  return { ok: false, message: `The environment variable ${name} must be ${must}, not ${found}.` }
}
