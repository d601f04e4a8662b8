import { readFileSync } from 'node:fs'
import type { Draft, WiggumEvent } from '../../src/core/events.ts'
import { createJournal, readJournal } from '../../src/store/journal.ts'

export const TS = '2026-01-01T00:00:00.000Z'

export function resumed(reason: string): Draft {
  return { type: 'run.resumed', data: { reason, after: 3 } }
}

export function writeLog(path: string, drafts: Draft[], runId = 'run'): WiggumEvent[] {
  const journal = createJournal(path, runId)
  const events = drafts.map((draft) => journal.append(draft, TS))
  journal.close()
  return events
}

export function readAll(path: string) {
  const events: WiggumEvent[] = []
  const result = readJournal(path, (event) => events.push(event))
  return { events, result }
}

/** The lines of a log, each with its line break. */
export function linesOf(path: string): Buffer[] {
  const bytes = readFileSync(path)
  const lines: Buffer[] = []
  for (let from = 0; from < bytes.length; ) {
    const to = bytes.indexOf(10, from) + 1 || bytes.length
    lines.push(bytes.subarray(from, to))
    from = to
  }
  return lines
}
