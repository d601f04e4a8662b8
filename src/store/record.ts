import { crc32 } from 'node:zlib'
import type { WiggumEvent } from '../core/events.ts'

/**
 * A record is one line: the event's JSON with `"crc":"xxxxxxxx"` as its last member. The checksum covers the
 * checksum of the record before and the JSON without that member, so a changed, missing or moved line breaks the
 * chain; because the member has a fixed length, checking is a slice, not a second serialisation.
 */
export const FIRST_CRC = '00000000'
/** Bytes of a whole line, its line break included. */
export const MAX_LINE = 8 * 1024 * 1024

const MEMBER = Buffer.from(',"crc":"')
const MEMBER_LENGTH = MEMBER.length + 8 + '"}'.length
const COMMA = 0x2c
const QUOTE = 0x22
const BRACE = 0x7d

export function encodeRecord(json: string, previous: string): { bytes: Buffer; crc: string } {
  const crc = crc32(previous + json)
    .toString(16)
    .padStart(8, '0')
  return { bytes: Buffer.from(`${json.slice(0, -1)},"crc":"${crc}"}\n`), crc }
}

/** `previous` holds the eight digits of the record before. Writes into `line`, so that nothing is copied. */
export function parseRecord(line: Buffer, previous: Buffer): WiggumEvent | null {
  const at = line.length - MEMBER_LENGTH
  if (at < 1 || !hasMember(line, at)) return null
  const stored = hexAt(line, at + MEMBER.length)
  line[at] = BRACE
  const json = line.subarray(0, at + 1)
  const matches = crc32(json, crc32(previous)) === stored
  const event = matches ? parseJson(json) : null
  line[at] = COMMA
  return event
}

/** Keeps the digits of a record that was accepted, for the check of the next. */
export function keepCrc(line: Buffer, into: Buffer): void {
  line.copy(into, 0, line.length - 10, line.length - 2)
}

function hasMember(line: Buffer, at: number): boolean {
  for (let i = 0; i < MEMBER.length; i++) if (line[at + i] !== MEMBER[i]) return false
  return line[line.length - 2] === QUOTE && line[line.length - 1] === BRACE
}

/** Only what we write is a digit: an upper-case one was changed. */
function hexAt(line: Buffer, at: number): number {
  let value = 0
  for (let i = at; i < at + 8; i++) {
    const code = line[i] ?? 0
    const digit = code >= 48 && code <= 57 ? code - 48 : code >= 97 && code <= 102 ? code - 87 : Number.NaN
    value = value * 16 + digit
  }
  return value
}

/** `JSON.parse` makes `__proto__` an ordinary own key, so no prototype can be reached from a log. */
function parseJson(json: Buffer): WiggumEvent | null {
  try {
    // The checksum says that we wrote it, and what we write went through its schema.
    return JSON.parse(json.toString('utf8')) as WiggumEvent
  } catch {
    return null
  }
}
