import { closeSync, openSync, writeSync } from 'node:fs'
import { createHidingStream } from '../secrets/hide-stream.ts'
import { redactor } from '../secrets/known.ts'
import { createLineSplitter } from './line-splitter.ts'
import type { ProcessSpec } from './process-spec.ts'

const MAX_LINE_BYTES = 1024 * 1024
const MAX_TOTAL_BYTES = 256 * 1024 * 1024
/** Storing stops at the total; a process that goes on to this many times it is killed. */
const RUNAWAY_FACTOR = 4
const TAIL_BYTES = 8 * 1024

export interface ProcessOutput {
  stdout(chunk: Buffer): void
  stderr(chunk: Buffer): void
  /** Makes the file for the raw stream. Apart from the rest, since it can be done while the process starts. */
  open(): void
  end(): void
  isRunaway(): boolean
  lastAt(): number
  bytes(): number
  summary(): { truncatedBytes: number; stdoutTail: string; stderrTail: string }
}

/**
 * Where a process's output goes, without the secrets in it: whoever reads it later need not look for them. Everything is done before the next chunk is read, so a slow disk or a slow
 * reader holds the process back instead of filling our memory.
 */
export function openProcessOutput(spec: ProcessSpec, now: () => number): ProcessOutput {
  const maxTotal = spec.maxTotalBytes ?? MAX_TOTAL_BYTES
  const lines =
    spec.onLine === null ? null : createLineSplitter(spec.maxLineBytes ?? MAX_LINE_BYTES, spec.onLine)
  let raw: number | null = null
  const tails = { stdout: createTail(), stderr: createTail() }
  const hiding = { stdout: createHidingStream(redactor), stderr: createHidingStream(redactor) }
  let lastAt = now()
  let stdoutBytes = 0
  let keptBytes = 0
  let stderrBytes = 0

  const keep = (chunk: Buffer) => {
    const room = Math.max(0, maxTotal - keptBytes)
    keptBytes += chunk.length
    tails.stdout.push(chunk)
    if (raw !== null && room > 0) writeAll(raw, chunk.subarray(0, room))
    lines?.push(chunk)
  }

  return {
    open() {
      if (spec.rawPath !== null) raw = openSync(spec.rawPath, 'a', 0o600)
    },
    stdout(chunk) {
      lastAt = now()
      stdoutBytes += chunk.length
      keep(hiding.stdout.push(chunk))
    },
    stderr(chunk) {
      lastAt = now()
      stderrBytes += chunk.length
      tails.stderr.push(hiding.stderr.push(chunk))
    },
    end() {
      keep(hiding.stdout.end())
      tails.stderr.push(hiding.stderr.end())
      if (raw !== null) closeSync(raw)
      lines?.end()
    },
    isRunaway: () => stdoutBytes + stderrBytes > maxTotal * RUNAWAY_FACTOR,
    lastAt: () => lastAt,
    bytes: () => stdoutBytes + stderrBytes,
    summary: () => ({
      truncatedBytes: Math.max(lines?.cutBytes ?? 0, stdoutBytes - maxTotal, 0),
      stdoutTail: tails.stdout.text(),
      stderrTail: tails.stderr.text(),
    }),
  }
}

/** On a full disk `writeSync` may return a short count instead of an error; the next try gets the error. */
function writeAll(file: number, chunk: Buffer): void {
  for (let at = 0; at < chunk.length; ) at += writeSync(file, chunk, at)
}

function createTail() {
  let kept = Buffer.alloc(0)
  let cut = false
  return {
    push(chunk: Buffer) {
      cut ||= kept.length + chunk.length > TAIL_BYTES
      const older = kept.subarray(Math.max(0, kept.length + chunk.length - TAIL_BYTES))
      kept = Buffer.concat([older, chunk.subarray(-TAIL_BYTES)])
    },
    text: () => kept.subarray(cut ? firstCharacter(kept) : 0).toString('utf8'),
  }
}

/** Where the first whole character starts, if the cut went through one. */
function firstCharacter(bytes: Buffer): number {
  let at = 0
  while (at < 3 && ((bytes[at] ?? 0) & 0xc0) === 0x80) at++
  return at
}
