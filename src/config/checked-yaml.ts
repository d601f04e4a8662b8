import type { z } from 'zod'
import { nearest } from './nearest-key.ts'
import { readYaml, type YamlText } from './safe-yaml.ts'

/** `message` is one sentence with file, line and column. */
export type Checked<T> = { ok: true; value: T; placeOf: YamlText['placeOf'] } | { ok: false; message: string }

interface Expected<T> {
  path: string
  /** The `error` of each leaf finishes the sentence "<key> must be …". */
  schema: z.ZodType<T>
  keys: string[]
  maxBytes: number
}

/** A small file of the user's: bounded, and checked whole. */
export function readChecked<T>(text: string, { path, schema, keys, maxBytes }: Expected<T>): Checked<T> {
  const yaml = readYaml(text, maxBytes)
  if (!yaml.ok) return refused(path, yaml.place, yaml.problem)
  const parsed = schema.safeParse(yaml.value ?? {})
  if (parsed.success) return { ok: true, value: parsed.data, placeOf: yaml.placeOf }
  const { at, problem } = problemOf(parsed.error.issues, keys)
  return refused(path, yaml.placeOf(at), problem)
}

export function refused(
  path: string,
  place: { line: number; column: number },
  problem: string,
): { ok: false; message: string } {
  return { ok: false, message: `${path}:${place.line}:${place.column}: ${problem}.` }
}

/** A misspelt key is what went wrong, even where the key it stands for is missing too. */
function problemOf(issues: z.core.$ZodIssue[], keys: string[]): { at: PropertyKey[]; problem: string } {
  for (const issue of issues) {
    if (issue.code !== 'unrecognized_keys') continue
    const key = issue.keys[0] ?? ''
    return { at: [key], problem: `unknown key "${key}"; the nearest known key is "${nearest(key, keys)}"` }
  }
  const issue = issues[0]!
  const [name] = issue.path
  const what = name === undefined ? 'the file' : `"${String(name)}"`
  const must =
    issue.code === 'invalid_type' && issue.path.length === 0 ? 'a mapping of keys to values' : issue.message
  return { at: issue.path, problem: `${what} must be ${must}` }
}
