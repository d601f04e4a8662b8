/** A stranger's JSON text to a value that is safe to walk. */

export type Parsed = { ok: true; value: unknown } | { ok: false; why: string }

/** Deeper than this nobody's transcript is, and walking it would end on the stack. */
export const MAX_DEPTH = 400
/** A text of this length may be nested so deep that its values alone would fill the memory. */
const LOOK_FIRST = 1024 * 1024
const TOO_DEEP: Parsed = { ok: false, why: 'nested too deep' }

export function parseText(text: string): Parsed {
  if (text.length > LOOK_FIRST && isDeepText(text)) return TOO_DEEP
  try {
    const value: unknown = JSON.parse(text)
    return isDeep(value, MAX_DEPTH) ? TOO_DEEP : { ok: true, value }
  } catch {
    return { ok: false, why: 'not JSON' }
  }
}

function isDeep(value: unknown, left: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (left === 0) return true
  const members = Array.isArray(value) ? value : Object.values(value)
  return members.some((member) => isDeep(member, left - 1))
}

/** Without parsing: strings are skipped from quote to quote. */
function isDeepText(text: string): boolean {
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]
    if (sign === '"') at = closingQuote(text, at)
    else if (sign === '[' || sign === '{') depth += 1
    else if (sign === ']' || sign === '}') depth -= 1
    if (depth > MAX_DEPTH) return true
  }
  return false
}

function closingQuote(text: string, open: number): number {
  for (let at = text.indexOf('"', open + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let slashes = 0
    while (text[at - 1 - slashes] === '\\') slashes += 1
    if (slashes % 2 === 0) return at
  }
  return text.length
}
