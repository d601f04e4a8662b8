/** Deeper than any path that is looked for. Below it only brackets are counted, so that memory stays the same. */
const MAX_DEPTH = 6
const MAX_KEY = 64
const MAX_VALUE = 65_536

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a]
const [OBJECT, OBJECT_END, LIST, LIST_END] = [0x7b, 0x7d, 0x5b, 0x5d]

export interface Picker {
  take(bytes: Uint8Array): void
  /** The text is over; the next bytes begin another one. */
  reset(): void
}

interface Scan {
  depth: number
  /** Of the first few levels: is it an object, and which key are we at. */
  objects: boolean[]
  keys: string[]
  text: 'no' | 'key' | 'value'
  escaped: boolean
  key: number[]
  keyComesNext: boolean
  /** In the middle of a number or a word. */
  plain: boolean
  caught: { path: string; depth: number; bytes: number[] } | null
}

/**
 * Reads JSON as it comes and hands over the values at a few paths (`message.usage`, `choices.*.finish_reason`); the rest,
 * however long, is only passed over. A list around everything is not part of a path. Never throws.
 */
export function createPicker(
  wanted: ReadonlySet<string>,
  found: (path: string, value: unknown) => void,
): Picker {
  let scan = fresh()
  const finish = () => {
    const { caught } = scan
    scan.caught = null
    const value = caught && parse(caught.bytes)
    if (caught && value !== undefined) found(caught.path, value)
  }
  const begin = () => {
    const path = scan.caught || scan.depth > MAX_DEPTH ? null : pathOf(scan)
    if (path !== null && wanted.has(path)) scan.caught = { path, depth: scan.depth, bytes: [] }
  }
  return {
    take(bytes) {
      for (let at = 0; at < bytes.length; at += 1) {
        if (scan.text === 'value' && !scan.caught) at = skipText(scan, bytes, at)
        if (at < bytes.length) step(scan, bytes[at]!, { begin, finish })
      }
    },
    reset() {
      finish()
      scan = fresh()
    },
  }
}

function fresh(): Scan {
  const levels = { depth: 0, objects: [], keys: [], keyComesNext: false }
  return { ...levels, text: 'no', escaped: false, key: [], plain: false, caught: null }
}

interface Hooks {
  begin(): void
  finish(): void
}

function step(scan: Scan, byte: number, hooks: Hooks): void {
  if (scan.text === 'no') inStructure(scan, byte, hooks)
  else inText(scan, byte, hooks)
}

function inStructure(scan: Scan, byte: number, hooks: Hooks): void {
  const isValue = byte > 0x20 && !isMark(byte)
  if (!isValue) {
    // What ends a number or a word is not part of it.
    if (scan.plain && scan.caught?.depth === scan.depth) hooks.finish()
    scan.plain = false
  } else if (!scan.plain && !scan.keyComesNext) hooks.begin()
  keep(scan, byte)
  if (byte === QUOTE) beginText(scan)
  else if (byte === OBJECT || byte === LIST) open(scan, byte === OBJECT)
  else if (byte === OBJECT_END || byte === LIST_END) close(scan, hooks)
  else if (byte === COMMA) scan.keyComesNext = scan.objects[scan.depth - 1] === true
  else if (byte === COLON) scan.keyComesNext = false
  else if (isValue) scan.plain = true
}

function isMark(byte: number): boolean {
  return byte === COMMA || byte === COLON || byte === OBJECT_END || byte === LIST_END
}

function inText(scan: Scan, byte: number, hooks: Hooks): void {
  keep(scan, byte)
  if (scan.escaped) scan.escaped = false
  else if (byte === BACKSLASH) scan.escaped = true
  else if (byte === QUOTE) endText(scan, hooks)
  if (scan.text === 'key' && scan.key.length < MAX_KEY) scan.key.push(byte)
}

function beginText(scan: Scan): void {
  scan.text = scan.keyComesNext && scan.depth <= MAX_DEPTH ? 'key' : 'value'
  scan.key = []
}

function endText(scan: Scan, hooks: Hooks): void {
  if (scan.text === 'key') scan.keys[scan.depth - 1] = Buffer.from(scan.key).toString('utf8')
  else if (scan.caught?.depth === scan.depth) hooks.finish()
  scan.text = 'no'
}

function open(scan: Scan, isObject: boolean): void {
  if (scan.depth < MAX_DEPTH) {
    scan.objects[scan.depth] = isObject
    scan.keys[scan.depth] = isObject ? '' : '*'
  }
  scan.depth += 1
  scan.keyComesNext = isObject && scan.depth <= MAX_DEPTH
}

function close(scan: Scan, hooks: Hooks): void {
  scan.depth = Math.max(0, scan.depth - 1)
  scan.keyComesNext = false
  if (scan.caught?.depth === scan.depth) hooks.finish()
}

function keep({ caught }: Scan, byte: number): void {
  if (caught && caught.bytes.length <= MAX_VALUE) caught.bytes.push(byte)
}

function pathOf({ keys, depth, objects }: Scan): string {
  return keys.slice(objects[0] === false ? 1 : 0, depth).join('.')
}

/** Most bytes of most answers are here. */
function skipText(scan: Scan, bytes: Uint8Array, from: number): number {
  let at = from
  for (; at < bytes.length; at += 1) {
    if (scan.escaped) scan.escaped = false
    else if (bytes[at] === BACKSLASH) scan.escaped = true
    else if (bytes[at] === QUOTE) break
  }
  return at
}

function parse(bytes: number[]): unknown {
  if (bytes.length > MAX_VALUE) return undefined
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'))
  } catch {
    return undefined
  }
}
