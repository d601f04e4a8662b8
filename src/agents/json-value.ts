/** Reading a stranger's JSON: a value of another kind than expected is absent, not an error. */

export type JsonObject = Readonly<Record<string, unknown>>

export function asObject(value: unknown): JsonObject | null {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  // Narrowing to `object` loses the index signature; every key is read as unknown.
  return isObject ? (value as JsonObject) : null
}

export function parseObject(text: string): JsonObject | null {
  try {
    return asObject(JSON.parse(text))
  } catch {
    // Not JSON: agents also print plain text, and a line may be cut.
    return null
  }
}

export function asText(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

export function asList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

/** Those of a list's members that are objects. */
export function asObjects(value: unknown): JsonObject[] {
  return asList(value)
    .map(asObject)
    .filter((each) => each !== null)
}

export function asNumber(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}

/** An amount cannot be negative: then it is not known. */
export function asAmount(value: unknown): number | null {
  const number = asNumber(value)
  return number !== null && number >= 0 ? number : null
}
