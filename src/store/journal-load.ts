import { fstatSync } from 'node:fs'
import type { WiggumEvent } from '../core/events.ts'
import { type Damage, damageAt } from './journal-damage.ts'
import { checkRecord, FIRST_CRC, FORMAT, parseCheckedLines } from './record.ts'
import { NEWLINE, scanBlocks } from './scan-lines.ts'

export type ReadResult =
  /** `torn`: bytes of an incomplete tail; `end`: where the complete records end. */
  | { ok: true; events: number; torn: number; end: number; lastCrc: number }
  /** `seq`: what the bad line says its number is, if it can be read. */
  | ({ ok: false; line: number; events: number } & Damage)

interface LoadOptions {
  /** Null: whichever run the first record names. */
  runId: string | null
  onEvent: (event: WiggumEvent) => void
}

/** Reads up to the size the file has now, in constant memory, so a log may be read while its run goes on. */
export function loadRecords(fd: number, { runId, onEvent }: LoadOptions): ReadResult {
  const { size } = fstatSync(fd)
  const chain = { crc: FIRST_CRC, events: 0, owner: runId, version: 1 }
  const rest = scanBlocks(fd, { from: 0, to: size }, (room) => {
    const { ends, crcs } = checkLines(room, chain.crc)
    if (ends.length === 0) return 0
    const parsed = parseCheckedLines(room, ends)
    let accepted = 0
    for (const event of parsed) {
      if (event === null || !isNext(event, chain)) break
      chain.version = event.v
      chain.owner ??= event.run_id
      if (event.run_id !== chain.owner) break
      chain.events++
      chain.crc = crcs[accepted]!
      accepted++
      onEvent(event)
    }
    return ends[accepted - 1] ?? 0
  })
  const { events, crc, owner, version } = chain
  const stop = { fd, size, rest, expected: events + 1, previous: crc, runId: owner, version }
  const damage = rest.length === 0 ? null : damageAt(stop)
  if (damage !== null) return { ok: false, line: events + 1, ...damage, events }
  return { ok: true, events, torn: rest.length, end: rest.at, lastCrc: crc }
}

/** A log that goes on in a newer format never goes back: whoever knows only the older one refuses it. */
function isNext({ v, seq }: WiggumEvent, { version, events }: { version: number; events: number }): boolean {
  return v >= version && v <= FORMAT && seq === events + 1
}

/** Where the lines end that continue the chain, up to the first that does not, and the checksum of each. */
function checkLines(room: Buffer, previous: number): { ends: number[]; crcs: number[] } {
  const ends: number[] = []
  const crcs: number[] = []
  let from = 1
  let last = previous
  while (from < room.length) {
    const end = room.indexOf(NEWLINE, from)
    const crc = checkRecord(room, { from, end }, last)
    if (crc === null) break
    ends.push(end)
    crcs.push(crc)
    last = crc
    from = end + 1
  }
  return { ends, crcs }
}
