import { isAscii } from 'node:buffer'
import { crc32 } from 'node:zlib'
import type { WiggumEvent } from '../core/events.ts'

/**
 * A record is one line: the event's JSON with `"crc":"xxxxxxxx"` as its last member. The checksum goes on from the
 * record before and covers the JSON without that member, so a changed, missing or moved line breaks the chain;
 * because the member has a fixed length, checking is a slice, not a second serialisation.
 */
export const FIRST_CRC = 0
/** The format that is written. Every one before it is read, too. */
export const FORMAT = 2
/** Bytes of a whole line, its line break included. */
export const MAX_LINE = 8 * 1024 * 1024

const MEMBER = Buffer.from(',"crc":"')
const MEMBER_LENGTH = MEMBER.length + 8 + '"}'.length
const COMMA = 0x2c
const SPACE = 0x20
const QUOTE = 0x22
const BRACE = 0x7d
const BRACKET = 0x5b
const END_BRACKET = 0x5d

interface Span {
  from: number
  end: number
}

export function encodeRecord(json: string, previous: number): { bytes: Buffer; crc: number } {
  const bytes = Buffer.from(`${json},"crc":"00000000"}\n`)
  const end = bytes.length - MEMBER_LENGTH - 1
  const crc = crc32(bytes.subarray(0, end), previous)
  // The member takes the place of the closing brace.
  bytes.copyWithin(end - 1, end)
  bytes.write(crc.toString(16).padStart(8, '0'), end - 1 + MEMBER.length, 'latin1')
  return { bytes: bytes.subarray(0, -1), crc }
}

/**
 * The checksum of the line from `from` to `end`, or null if it is not what follows the record before. Leaves plain JSON
 * of the same length.
 */
export function checkRecord(lines: Buffer, { from, end }: Span, previous: number): number | null {
  const at = end - MEMBER_LENGTH
  if (at <= from || !hasMember(lines, at)) return null
  const stored = hexAt(lines, at + MEMBER.length)
  lines[at] = BRACE
  if (crc32(lines.subarray(from, at + 1), previous) !== stored) {
    lines[at] = COMMA
    return null
  }
  for (let i = at + 1; i < end; i++) lines[i] = SPACE
  return stored
}

export function parseRecord(line: Buffer, previous: number): WiggumEvent | null {
  const copy = Buffer.from(line)
  return checkRecord(copy, { from: 0, end: copy.length }, previous) === null ? null : parseChecked(copy)
}

function hasMember(lines: Buffer, at: number): boolean {
  for (let i = 0; i < MEMBER.length; i++) if (lines[at + i] !== MEMBER[i]) return false
  return lines[at + MEMBER_LENGTH - 2] === QUOTE && lines[at + MEMBER_LENGTH - 1] === BRACE
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

/**
 * Events of lines that were checked. One call for many lines is a third faster than one for each, so the lines become
 * one array in place; that needs a byte before them, which is `room`'s first.
 */
export function parseCheckedLines(room: Buffer, ends: number[]): (WiggumEvent | null)[] {
  const last = ends.at(-1)!
  room[0] = BRACKET
  for (const end of ends) room[end] = COMMA
  room[last] = END_BRACKET
  try {
    const events: WiggumEvent[] = JSON.parse(textOf(room.subarray(0, last + 1)))
    if (events.length === ends.length) return events
  } catch {
    // One of them is no JSON of its own, although its checksum is right: below it is found.
  }
  return ends.map((end, index) => parseChecked(room.subarray((ends[index - 1] ?? 0) + 1, end)))
}

/** `JSON.parse` makes `__proto__` an ordinary own key, so no prototype can be reached from a log. */
function parseChecked(json: Buffer): WiggumEvent | null {
  try {
    // The checksum says that we wrote it, and what we write went through its schema.
    return JSON.parse(textOf(json)) as WiggumEvent
  } catch {
    return null
  }
}

function textOf(bytes: Buffer): string {
  return bytes.toString(isAscii(bytes) ? 'latin1' : 'utf8')
}
