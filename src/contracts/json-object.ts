/** JSON that an agent wrote. Depth and size are checked by a linear scan before `JSON.parse` sees it. */

export type JsonObject = { readonly [key: string]: unknown }
export type JsonReading = { ok: true; value: JsonObject } | { ok: false; problem: string }

const MAX_LENGTH = 1_000_000
const MAX_DEPTH = 64

/** `once` names the keys that may not be given twice: a second one would silently win. */
export function readJsonObject(text: string, once: readonly string[]): JsonReading {
  if (text.length > MAX_LENGTH) return { ok: false, problem: 'the block is too large' }
  const shape = scanShape(text)
  if (shape.depth > MAX_DEPTH) return { ok: false, problem: 'the block is nested too deeply' }
  const value = parse(text)
  if (value === undefined) return { ok: false, problem: 'the block is not valid JSON' }
  if (!isObject(value)) return { ok: false, problem: 'the block is not a JSON object' }
  const twice = once.find((key) => shape.keys.filter((k) => k === key).length > 1)
  return twice ? { ok: false, problem: `the block says ${twice} twice` } : { ok: true, value }
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Own properties only: what `__proto__` or a prototype holds is nobody's answer. */
export function ownValue(object: JsonObject, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The greatest depth, and the outermost keys in order. Stops as soon as it is too deep. */
function scanShape(text: string): { depth: number; keys: string[] } {
  const keys: string[] = []
  let open = 0
  let depth = 0
  for (let at = 0; at < text.length && depth <= MAX_DEPTH; at++) {
    const char = text[at]
    if (char === '"') {
      const end = stringEnd(text, at)
      if (open === 1 && isKey(text, end)) keys.push(String(parse(text.slice(at, end))))
      at = end - 1
    } else if (char === '{' || char === '[') depth = Math.max(depth, ++open)
    else if (char === '}' || char === ']') open--
  }
  return { depth, keys }
}

function stringEnd(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === '"') return at + 1
  }
  return text.length
}

function isKey(text: string, end: number): boolean {
  let at = end
  while (at < text.length && ' \t\n\r'.includes(text.charAt(at))) at++
  return text[at] === ':'
}
