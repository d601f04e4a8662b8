const WHOLE = 256 * 1024
const PART = 64 * 1024

/** 64 bits of a text, as 16 hex digits: to tell texts apart, not to keep anybody from making two alike. */
export function digestOf(text: string): string {
  // A long one is told by its length, its beginning and its end: what is between costs time and says little.
  const told = text.length <= WHOLE ? text : `${text.length}:${text.slice(0, PART)}:${text.slice(-PART)}`
  return halfDigest(told, 0x811c9dc5) + halfDigest(told, 0x2b5f39a1)
}

/** Multiply and rotate, one UTF-16 unit at a time. */
function halfDigest(text: string, seed: number): string {
  let hash = seed ^ text.length
  for (let at = 0; at < text.length; at++) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
    hash = (hash << 13) | (hash >>> 19)
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return ((hash ^ (hash >>> 16)) >>> 0).toString(16).padStart(8, '0')
}

const utf8 = new TextEncoder()
const CHUNK = 64 * 1024

/** Counted in pieces: no copy of the whole is made. A pair cut in two would be counted as six bytes, not four. */
export function utf8Bytes(text: string): number {
  let bytes = 0
  for (let at = 0; at < text.length; ) {
    let end = Math.min(text.length, at + CHUNK)
    const last = text.charCodeAt(end - 1)
    if (end < text.length && last >= 0xd800 && last <= 0xdbff) end -= 1
    bytes += utf8.encode(text.slice(at, end)).length
    at = end
  }
  return bytes
}

/** The beginning and the end, where tools say what matters. */
export function headAndTail(text: string, max: number): string {
  if (text.length <= max) return text
  const half = Math.floor(max / 2)
  return `${text.slice(0, half)}\n…\n${text.slice(-half)}`
}
