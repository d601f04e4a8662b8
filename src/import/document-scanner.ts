import { holdPiece } from './held-piece.ts'
import { MAX_DEPTH } from './json-text.ts'

export interface ScanWish {
  /** Keys of the document whose lists come element by element; `''`: the document is such a list. */
  lists: readonly string[]
  /** Bytes. A larger piece is skipped. */
  largest: number
}

/** `text`: `null` where it was skipped. `list`: `null` for what is in no list; then `key` names it. */
export type OnPiece = (text: string | null, place: { list: string | null; key: string | null }) => void

const QUOTE = 0x22
const COMMA = 0x2c
const COLON = 0x3a
const OPEN_LIST = 0x5b
const BACKSLASH = 0x5c
const CLOSE_LIST = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d

export interface DocumentScanner {
  push(chunk: Buffer): void
  /** Whether the document was whole, and alone. */
  end(): 'whole' | 'cut' | 'followed'
}

/** Cuts a JSON document into pieces, byte by byte. It holds one piece, and does not mind what is in it. */
export function createDocumentScanner({ lists, largest }: ScanWish, give: OnPiece): DocumentScanner {
  const held = holdPiece(largest)
  let depth = 0
  let inString = false
  let escaped = false
  let root = 0
  let key: string | null = null
  let list: string | null = null
  let ended = false
  let tooDeep = false
  let hasMore = false

  /** Where pieces are divided: in the document, or in one of its lists. */
  const level = () => (list === null || list === '' ? 1 : 2)
  const hand = () => {
    const text = held.take()
    if (tooDeep) give(null, { list, key })
    else if (text !== '') give(text, { list, key })
    tooDeep = false
    if (level() === 1) key = null
  }
  const open = (byte: number): boolean => {
    depth += 1
    if (depth > MAX_DEPTH) tooDeep = true
    if (depth === 1) {
      root = byte
      list = byte === OPEN_LIST ? '' : null
      return true
    }
    const isList = byte === OPEN_LIST && depth === 2 && list === null && key !== null && lists.includes(key)
    if (isList) list = key
    return isList
  }
  const close = () => {
    if (depth === level()) {
      hand()
      if (depth === 2) list = key = null
      else ended = true
    }
    depth -= 1
  }
  const isAfterKey = (byte: number) => byte === COLON && depth === 1 && root === OPEN_OBJECT && key === null
  /** True: a piece ends before this byte, or begins after it. */
  const divides = (byte: number): boolean => {
    if (byte === OPEN_LIST || byte === OPEN_OBJECT) return open(byte)
    if (depth === level() && (isClosing(byte) || byte === COMMA || isAfterKey(byte))) return true
    if (isClosing(byte)) depth = Math.max(0, depth - 1)
    return false
  }
  const divide = (byte: number) => {
    if (byte === COMMA) hand()
    else if (byte === COLON) key = keyOf(held.take())
    else if (isClosing(byte)) close()
    else held.take()
  }

  return {
    push: (chunk) => {
      let from = 0
      for (let at = 0; at < chunk.length && !ended; at++) {
        const byte = chunk[at]!
        if (inString) {
          if (escaped) escaped = false
          else if (byte === BACKSLASH) escaped = true
          else if (byte === QUOTE) inString = false
        } else if (byte === QUOTE) inString = true
        else if (isStructure(byte) && divides(byte)) {
          held.add(chunk.subarray(from, at))
          divide(byte)
          from = at + 1
        }
      }
      if (ended) hasMore ||= /\S/.test(chunk.subarray(from).toString('latin1'))
      // A copy: the chunk may be used again by whoever reads.
      else held.add(Buffer.from(chunk.subarray(from)))
    },
    end: () => (ended ? (hasMore ? 'followed' : 'whole') : 'cut'),
  }
}

function isStructure(byte: number): boolean {
  return byte === COMMA || byte === COLON || byte === OPEN_LIST || byte === OPEN_OBJECT || isClosing(byte)
}

function isClosing(byte: number): boolean {
  return byte === CLOSE_LIST || byte === CLOSE_OBJECT
}

function keyOf(text: string | null): string | null {
  try {
    const key: unknown = JSON.parse(text ?? '')
    return typeof key === 'string' ? key : null
  } catch {
    return null
  }
}
