import { createRedactor, type Redactor, secretVariables } from './redactor.ts'

/**
 * The secrets of this process: those of its environment, and what it was told besides. They are learned and never
 * forgotten, so that whatever writes or shows can ask without being handed anything.
 */
const values = new Map<string, string>()
let current: Redactor | null = null

export function learnSecrets(env: Record<string, string | undefined>): void {
  for (const [kind, value] of secretVariables(env)) learnSecret(kind, value)
}

export function learnSecret(kind: string, value: string): void {
  if (values.has(value)) return
  values.set(value, kind)
  current = null
}

/** `null`: nobody told of one. */
export function knownValueOf(kind: string): string | null {
  for (const [value, each] of values) if (each === kind) return value
  return null
}

export function redactor(): Redactor {
  current ??= createRedactor([...values].map(([value, kind]) => [kind, value] as const))
  return current
}

/** The same text, as it may be written down and shown. */
export function hideSecrets(text: string): string {
  return redactor().hide(text)
}

/** The same plain data, each text in it changed; where nothing was to be changed, the very object that was given. */
export function hideInData<T>(value: T, hide = hideSecrets): T {
  // Each text is changed into a text, and all else is kept.
  return hidden(value, hide) as T
}

function hidden(value: unknown, hide: (text: string) => string): unknown {
  if (typeof value === 'string') return hide(value)
  if (Array.isArray(value)) {
    const items = value.map((item) => hidden(item, hide))
    return items.some((item, at) => item !== value[at]) ? items : value
  }
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value)
  const after = entries.map(([key, each]) => [hide(key), hidden(each, hide)] as const)
  const isSame = after.every(([key, each], at) => key === entries[at]![0] && each === entries[at]![1])
  return isSame ? value : Object.fromEntries(after)
}
