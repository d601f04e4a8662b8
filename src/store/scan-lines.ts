import { readSync } from 'node:fs'
import { MAX_LINE } from './record.ts'

const CHUNK = 1024 * 1024
const NEWLINE = 10

export interface Range {
  from: number
  to: number
}

/** The first line that was not accepted, with its line break; empty at the end if all were. */
export interface Rest {
  at: number
  length: number
}

/**
 * Hands out whole lines, without their breaks, until one is refused. Holds a chunk, or one line of at most MAX_LINE:
 * `readline` would hold a line of any length. `accept` must not keep the buffer.
 */
export function scanLines(fd: number, { from, to }: Range, accept: (line: Buffer) => boolean): Rest {
  let buffer = Buffer.allocUnsafe(CHUNK)
  let kept = 0
  let at = from
  while (at + kept < to) {
    if (kept === buffer.length && kept >= MAX_LINE) break
    if (kept === buffer.length) buffer = Buffer.concat([buffer], kept * 2)
    const got = readSync(fd, buffer, kept, Math.min(buffer.length - kept, to - at - kept), at + kept)
    if (got === 0) break
    const filled = buffer.subarray(0, kept + got)
    const { used, refused } = offerLines(filled, kept, accept)
    at += used
    if (refused) break
    filled.copyWithin(0, used)
    kept = filled.length - used
  }
  return { at, length: lineEnd(fd, { from: at, to }) - at }
}

function offerLines(filled: Buffer, searchFrom: number, accept: (line: Buffer) => boolean) {
  let used = 0
  let end = filled.indexOf(NEWLINE, searchFrom)
  while (end !== -1) {
    if (!accept(filled.subarray(used, end))) return { used, refused: true }
    used = end + 1
    end = filled.indexOf(NEWLINE, used)
  }
  return { used, refused: false }
}

function lineEnd(fd: number, { from, to }: Range): number {
  for (const { bytes, at } of chunksOf(fd, { from, to })) {
    const newline = bytes.indexOf(NEWLINE)
    if (newline !== -1) return at + newline + 1
  }
  return to
}

/** The bytes are valid until the next step. */
export function* chunksOf(fd: number, { from, to }: Range): Generator<{ bytes: Buffer; at: number }> {
  const buffer = Buffer.allocUnsafe(Math.min(CHUNK, to - from))
  let at = from
  while (at < to) {
    const got = readSync(fd, buffer, 0, Math.min(buffer.length, to - at), at)
    if (got === 0) return
    yield { bytes: buffer.subarray(0, got), at }
    at += got
  }
}
