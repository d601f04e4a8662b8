import { readSync } from 'node:fs'
import { FORMAT, MAX_LINE, parseRecord } from './record.ts'
import { type Rest, scanLines } from './scan-lines.ts'

/** Where the log stopped making sense. */
export interface Stop {
  fd: number
  size: number
  rest: Rest
  expected: number
  previous: number
  runId: string | null
  /** The format of the record before. */
  version: number
}

export interface Damage {
  seq: number | null
  problem: string
  /** It may be whole: a later version of wiggum wrote it. */
  newer?: true
}

/**
 * Null if the rest can be what one interrupted append left behind. Appends are synced one by one, so that is at most
 * one record, the expected one, at the very end. Anything else was written and then changed.
 */
export function damageAt(stop: Stop): Damage | null {
  const line = readRest(stop)
  const { version, seq } = claimsOf(line)
  if (version !== null && version > FORMAT)
    return { seq, problem: `it has format version ${version}, known is ${FORMAT}`, newer: true }
  if (version !== null && version < stop.version)
    return { seq, problem: `it has format version ${version} after version ${stop.version}` }
  if (seq !== null && seq !== stop.expected) return { seq, problem: orderProblem(stop, seq) }
  const owner = parseRecord(line, stop.previous)?.run_id ?? null
  if (owner !== null && stop.runId !== null && owner !== stop.runId) {
    return { seq, problem: `it belongs to run ${owner}, not to ${stop.runId}` }
  }
  if (holdsTwoRecords(line, stop)) return { seq, problem: `the line break after record ${seq} was changed` }
  const last = stop.rest.at + stop.rest.length === stop.size
  return last ? null : { seq, problem: contentProblem(line, seq) }
}

function readRest({ fd, rest }: Stop): Buffer {
  const bytes = Buffer.alloc(Math.min(rest.length, MAX_LINE))
  const filled = bytes.subarray(0, readSync(fd, bytes, 0, bytes.length, rest.at))
  return filled.at(-1) === 10 ? filled.subarray(0, -1) : filled
}

function claimsOf(line: Buffer): { version: number | null; seq: number | null } {
  const head = line.toString('latin1', 0, 64)
  const version = /^\{"v":(\d{1,6}),/.exec(head)?.[1]
  const seq = /^\{"v":\d{1,6},"seq":(\d{1,15}),/.exec(head)?.[1]
  return { version: version ? Number(version) : null, seq: seq ? Number(seq) : null }
}

function orderProblem(stop: Stop, seq: number): string {
  const { fd, size, rest, expected } = stop
  if (seq < expected) return `record ${seq} comes again where record ${expected} should be`
  const from = rest.at + rest.length
  const isExpected = (line: Buffer) => claimsOf(line).seq === expected
  const found = scanLines(fd, { from, to: size }, (line) => !isExpected(line)).length > 0
  return found
    ? `records are out of order: record ${seq} stands before record ${expected}`
    : `record ${expected} is missing: record ${seq} stands in its place`
}

/** One append never writes two records: a record that checks out, with the next one on its line, lost its break. */
function holdsTwoRecords(line: Buffer, { expected, previous }: Stop): boolean {
  return [1, FORMAT].some((version) => {
    const next = line.lastIndexOf(`{"v":${version},"seq":${expected + 1},`)
    return next > 1 && parseRecord(line.subarray(0, next - 1), previous) !== null
  })
}

function contentProblem(line: Buffer, seq: number | null): string {
  if (line.length === 0) return 'it is empty'
  if (line.length >= MAX_LINE) return 'it is longer than any record'
  return seq === null ? 'it does not begin like a record' : 'its checksum does not match: it was changed'
}
