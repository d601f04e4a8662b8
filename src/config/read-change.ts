import { stringify } from 'yaml'
import { parseConfig } from './load.ts'
import { readYaml } from './safe-yaml.ts'

/** Part of a configuration: only what is to be otherwise. `message` is one sentence. */
export type ChangeResult = { ok: true; change: Record<string, unknown> } | { ok: false; message: string }

const MAX_BYTES = 32 * 1024

/** A file with keys of the configuration, checked as the configuration is. */
export function readChange(text: string, path: string): ChangeResult {
  const checked = parseConfig(text, path)
  if (!checked.ok) return checked
  const yaml = readYaml(text, MAX_BYTES)
  // What could be checked could be read.
  const value = yaml.ok ? yaml.value : null
  return { ok: true, change: isMapping(value) ? withoutEmpty(value) : {} }
}

/** One key with its value, as a command line has it. */
export function changeOf(path: string[], value: unknown): ChangeResult {
  const change = path.reduceRight<unknown>((inside, key) => ({ [key]: inside }), value)
  const checked = parseConfig(stringify(change), '')
  if (!checked.ok) return { ok: false, message: checked.message.replace(/^:\d+:\d+: /, '') }
  // A path has at least one key.
  return { ok: true, change: change as Record<string, unknown> }
}

export function scalarOf(text: string): unknown {
  const yaml = readYaml(text, MAX_BYTES)
  return yaml.ok ? yaml.value : text
}

/** A section whose keys are all commented out, and the version of the format, change nothing. */
function withoutEmpty({ version: _, ...value }: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).filter(([, section]) => section !== null))
}

function isMapping(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
