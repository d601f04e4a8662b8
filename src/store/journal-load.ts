import { fstatSync } from 'node:fs'
import type { WiggumEvent } from '../core/events.ts'
import { damageAt } from './journal-damage.ts'
import { FIRST_CRC, keepCrc, parseRecord } from './record.ts'
import { scanLines } from './scan-lines.ts'

export type ReadResult =
  /** `torn`: bytes of an incomplete tail; `end`: where the complete records end. */
  | { ok: true; events: number; torn: number; end: number; lastCrc: string }
  /** `seq`: what the bad line says its number is, if it can be read. */
  | { ok: false; line: number; seq: number | null; problem: string; events: number }

interface LoadOptions {
  /** Null: whichever run the first record names. */
  runId: string | null
  onEvent: (event: WiggumEvent) => void
}

/** Reads up to the size the file has now, in constant memory, so a log may be read while its run goes on. */
export function loadRecords(fd: number, { runId, onEvent }: LoadOptions): ReadResult {
  const { size } = fstatSync(fd)
  const previous = Buffer.from(FIRST_CRC)
  let events = 0
  let owner = runId
  const rest = scanLines(fd, { from: 0, to: size }, (line) => {
    const event = parseRecord(line, previous)
    if (event === null || event.v !== 1 || event.seq !== events + 1) return false
    owner ??= event.run_id
    if (event.run_id !== owner) return false
    keepCrc(line, previous)
    events++
    onEvent(event)
    return true
  })
  const stop = { fd, size, rest, expected: events + 1, previous, runId: owner }
  const damage = rest.length === 0 ? null : damageAt(stop)
  if (damage !== null) return { ok: false, line: events + 1, ...damage, events }
  return { ok: true, events, torn: rest.length, end: rest.at, lastCrc: previous.toString('latin1') }
}
