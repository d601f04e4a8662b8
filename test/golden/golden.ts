import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { WiggumEvent } from '../../src/core/events.ts'
import { readJournal } from '../../src/store/journal.ts'

const LOGS = join(import.meta.dirname, 'logs')

export const goldenNames = readdirSync(LOGS)
  .filter((name) => name.endsWith('.jsonl'))
  .map((name) => name.slice(0, -'.jsonl'.length))
  .sort()

/** A log that was recorded, checksums and all. */
export function golden(name: string): WiggumEvent[] {
  const events: WiggumEvent[] = []
  const read = readJournal(join(LOGS, `${name}.jsonl`), (event) => events.push(event))
  if (!read.ok || read.torn > 0) throw new Error(`${name} is not as it was recorded`)
  return events
}
