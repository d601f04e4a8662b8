import { eventData, type WiggumEvent } from '../core/events.ts'
import { applyEvent } from '../core/fold.ts'
import { initialState, type RunState } from '../core/state.ts'
import type { ReadResult } from '../store/journal.ts'

/** Where a log stops being something this version can read. */
export interface LogDamage {
  line: number
  problem: string
  /** Nothing is broken: a later version of wiggum wrote it. */
  newer: boolean
}

interface KnownEvents {
  take(event: WiggumEvent): void
  end(read: ReadResult): LogDamage | null
}

/** Hands events on as far as the log makes sense, so that what can be read of it can be shown. */
export function knownEvents(hand: (event: WiggumEvent) => void): KnownEvents {
  let unknown: LogDamage | null = null
  return {
    take: (event) => {
      unknown ??= handKnown(hand, event)
    },
    end: (read) => unknown ?? (read.ok ? null : damageOf(read)),
  }
}

/** The same, folded. */
export function logReader(
  runId: string,
  onEvent?: (event: WiggumEvent) => void,
): KnownEvents & { state: RunState } {
  const state = initialState(runId)
  const known = knownEvents((event) => {
    applyEvent(state, event)
    onEvent?.(event)
  })
  return { state, ...known }
}

/** Whoever wrote it was stopped in the middle of a line. */
export function isTorn(read: ReadResult): boolean {
  return read.ok && read.torn > 0
}

export function damageWords({ line, problem, newer }: LogDamage): string {
  const where = line === 1 ? 'The log' : `From line ${line} on, the log`
  return newer
    ? `${where} was written by a newer wiggum (${problem}); update wiggum to read it`
    : `The log is damaged at line ${line}: ${problem}`
}

function damageOf({ line, problem, newer }: ReadResult & { ok: false }): LogDamage {
  return { line, problem, newer: newer === true }
}

/** Its checksum is right, so we wrote it: what does not fit the schema is of a version we do not know yet. */
function handKnown(hand: (event: WiggumEvent) => void, event: WiggumEvent): LogDamage | null {
  const isStart = event.type === 'run.start'
  if (isStart && !fits(event)) return newShape(event)
  try {
    hand(event)
    return null
  } catch (error) {
    if (isStart || fits(event)) throw error
    return newShape(event)
  }
}

function fits({ type, data }: WiggumEvent): boolean {
  return eventData[type].safeParse(data).success
}

function newShape({ seq, type }: WiggumEvent): LogDamage {
  return { line: seq, problem: `its ${type} has another form`, newer: true }
}
