const WHOLE = 256 * 1024
const PART = 64 * 1024

const utf8 = new TextEncoder()
/** Room for the longest text that is read whole, written in UTF-8; four bytes of it are one word. */
const room = new Uint8Array(3 * WHOLE + 64)
const words = new Int32Array(room.buffer)

/** 64 bits of a text, as 16 hex digits: to tell texts apart, not to keep anybody from making two alike. */
export function digestOf(text: string): string {
  return digestOfRoom(encoded(text), text.length)
}

/** The digest of a text and its length in UTF-8, for the price of one. */
export function measured(text: string): { digest: string; bytes: number } {
  const length = encoded(text)
  return { digest: digestOfRoom(length, text.length), bytes: text.length <= WHOLE ? length : utf8Bytes(text) }
}

/** A long one is told by its length, its beginning and its end: what is between costs time and says little. */
function encoded(text: string): number {
  const told = text.length <= WHOLE ? text : `${text.length}:${text.slice(0, PART)}:${text.slice(-PART)}`
  const { written } = utf8.encodeInto(told, room)
  // The last word has nothing of the text before in it.
  room.fill(0, written, written + 4)
  return written
}

/** Multiply and rotate, a word at a time: two halves, since a number here has 32 bits. */
function digestOfRoom(length: number, units: number): string {
  let left = 0x811c9dc5 ^ units
  let right = 0x2b5f39a1 ^ length
  const end = (length + 3) >> 2
  for (let at = 0; at < end; at++) {
    const word = words[at]!
    left = Math.imul(left ^ word, 0x01000193)
    left = (left << 13) | (left >>> 19)
    right = Math.imul(right ^ word, 0x5bd1e995)
    right = (right << 15) | (right >>> 17)
  }
  return mixed(left) + mixed(right)
}

function mixed(half: number): string {
  let hash = Math.imul(half ^ (half >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return ((hash ^ (hash >>> 16)) >>> 0).toString(16).padStart(8, '0')
}

const CHUNK = 64 * 1024

/** Counted in pieces: no copy of the whole is made. A pair cut in two would be counted as six bytes, not four. */
function utf8Bytes(text: string): number {
  let bytes = 0
  for (let at = 0; at < text.length; ) {
    let end = Math.min(text.length, at + CHUNK)
    const last = text.charCodeAt(end - 1)
    if (end < text.length && last >= 0xd800 && last <= 0xdbff) end -= 1
    bytes += utf8.encodeInto(text.slice(at, end), room).written
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
