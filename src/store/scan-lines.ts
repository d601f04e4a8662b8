import { readSync } from 'node:fs'
import { MAX_LINE } from './record.ts'

/** Larger ones are slower: what is parsed of one no longer fits where young objects live. */
const CHUNK = 64 * 1024
export const NEWLINE = 10

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
 * Hands out blocks of whole lines, after one byte of room, until one is not taken whole; `take` says how many of its
 * bytes were, a number of lines. Holds a chunk, or one line of at most MAX_LINE: `readline` would hold a line of any
 * length. `take` may change the block, but must not keep it.
 */
export function scanBlocks(fd: number, { from, to }: Range, take: (room: Buffer) => number): Rest {
  let buffer = Buffer.allocUnsafe(1 + CHUNK)
  let end = 1
  let at = from
  while (at + end - 1 < to) {
    if (end === buffer.length && end > MAX_LINE) break
    if (end === buffer.length) buffer = Buffer.concat([buffer], 1 + (end - 1) * 2)
    const got = readSync(fd, buffer, end, Math.min(buffer.length - end, to - at - end + 1), at + end - 1)
    if (got === 0) break
    end += got
    const whole = buffer.subarray(0, end).lastIndexOf(NEWLINE) + 1
    const taken = whole === 0 ? 0 : take(buffer.subarray(0, whole))
    at += taken
    if (taken < whole - 1) break
    buffer.copyWithin(1, 1 + taken, end)
    end -= taken
  }
  return { at, length: lineEnd(fd, { from: at, to }) - at }
}

/** The same line by line, without their breaks, until one is refused. */
export function scanLines(fd: number, range: Range, accept: (line: Buffer) => boolean): Rest {
  return scanBlocks(fd, range, (room) => {
    let from = 1
    while (from < room.length) {
      const end = room.indexOf(NEWLINE, from)
      if (!accept(room.subarray(from, end))) break
      from = end + 1
    }
    return from - 1
  })
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
