import { type Redactor, withoutFound } from './redactor.ts'
import { MARGIN } from './token-rules.ts'

/** Bytes in, bytes out, without the secrets in them, wherever the chunks are cut. */
export interface HidingStream {
  push(chunk: Buffer): Buffer
  /** What was held back. */
  end(): Buffer
}

/** A line longer than this is let go before it ends. */
const MAX_HELD = 64 * 1024
/** All of it but the last so many bytes, in which a secret may have begun. */
const MAX_SECRET = 16 * 1024
const MAX_KEY = 24 * 1024
const NEWLINE = 10

/**
 * Whole lines are let through at once: of a secret that goes over several lines each line is known, and a private key is held
 * until it ends. What is held is bounded.
 */
export function createHidingStream(redactor: () => Redactor): HidingStream {
  let held: Buffer[] = []
  let size = 0
  const keep = (rest: Buffer) => {
    if (rest.length > 0) held.push(rest)
    size += rest.length
  }
  const take = () => {
    const all = Buffer.concat(held)
    held = []
    size = 0
    return all
  }
  return {
    push(chunk) {
      keep(chunk)
      if (size <= MAX_HELD && !chunk.includes(NEWLINE)) return Buffer.alloc(0)
      const all = take()
      const { shown, rest } = letGo(all, redactor())
      keep(rest)
      return shown
    },
    end: () => hidden(take(), redactor()),
  }
}

/** What of it may be shown; the rest may be the beginning of a secret. */
function letGo(all: Buffer, redactor: Redactor): { shown: Buffer; rest: Buffer } {
  const lines = beforeOpenKey(all, all.lastIndexOf(NEWLINE) + 1)
  if (all.length - lines <= MAX_HELD)
    return { shown: hidden(all.subarray(0, lines), redactor), rest: all.subarray(lines) }
  const text = all.toString('latin1')
  const found = redactor.find(text)
  // Not through the middle of one.
  let cut = text.length - MAX_SECRET
  for (const { start, end } of found) if (start < cut && end > cut) cut = start
  const before = found.filter(({ end }) => end <= cut)
  const shown = before.length === 0 ? all.subarray(0, cut) : bytesOf(withoutFound(text.slice(0, cut), before))
  return { shown, rest: all.subarray(cut) }
}

/** A key that has not ended is let go with its end. Its lines look like nothing else, and there are not many. */
function beforeOpenKey(all: Buffer, cut: number): number {
  const last = all.lastIndexOf('PRIVATE KEY', cut)
  if (last === -1 || cut - last > MAX_KEY) return cut
  const [header, ...lines] = all.toString('latin1', last, cut).split('\n')
  const isOpen =
    /^PRIVATE KEY(?: BLOCK)?-----(?:["'|\\n+\s]|\xe2\x94\x82)*$/.test(header ?? '') && lines.every(isKeyLine)
  const start = all.lastIndexOf('-----BEGIN', last)
  return isOpen && start !== -1 && last - start < 60 ? start : cut
}

const NUMBERED = new RegExp(`^${MARGIN}[A-Za-z0-9+/=]{2,100}(?:[ |\\t\\r]|\\xe2\\x94\\x82){0,4}$`)

function isKeyLine(line: string): boolean {
  if (NUMBERED.test(line)) return true
  return line.length <= 120 && /^[A-Za-z0-9+/=:,."'\\#>*\s-]*$/.test(line) && !line.includes('-----')
}

function hidden(bytes: Buffer, redactor: Redactor): Buffer {
  if (bytes.length === 0) return bytes
  const text = bytes.toString('latin1')
  const found = redactor.find(text)
  return found.length === 0 ? bytes : bytesOf(withoutFound(text, found))
}

function bytesOf(text: string): Buffer {
  return Buffer.from(text, 'latin1')
}
