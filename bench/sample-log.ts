import { closeSync, openSync } from 'node:fs'
import type { Draft } from '../src/core/events.ts'
import { writeFully } from '../src/store/files.ts'
import { encodeRecord, FIRST_CRC } from '../src/store/record.ts'
import { TIME } from './sample-events.ts'

const BATCH = 2000

/** As the journal writes them, but for the check and the sync of each, which would take minutes. */
export function writeLog(path: string, drafts: Iterable<Draft>): void {
  const fd = openSync(path, 'wx', 0o600)
  let crc = FIRST_CRC
  let seq = 0
  let pending: Buffer[] = []
  const flush = () => {
    writeFully(fd, Buffer.concat(pending))
    pending = []
  }
  for (const { type, phase = null, agent = null, data } of drafts) {
    const parent = seq === 0 ? [] : [seq]
    seq++
    const event = { v: 1, seq, ts: TIME, run_id: 'bench', type, phase, agent, parent, data }
    const record = encodeRecord(JSON.stringify(event), crc)
    crc = record.crc
    pending.push(record.bytes)
    if (pending.length === BATCH) flush()
  }
  flush()
  closeSync(fd)
}
