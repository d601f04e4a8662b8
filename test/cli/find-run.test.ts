import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lastRun } from '../../src/cli/find-run.ts'
import type { WiggumEvent } from '../../src/core/events.ts'
import { createJournalIfFree, firstEvent } from '../../src/store/journal.ts'
import { ensureLayout, type Layout, layoutOf } from '../../src/store/layout.ts'
import { encodeRecord, FIRST_CRC } from '../../src/store/record.ts'
import { simulate } from '../core/simulate.ts'

let root: string
let layout: Layout
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'wiggum-find-'))
  layout = layoutOf(root)
  ensureLayout(layout)
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function addRun(run: string, day: string | null): void {
  const journal = createJournalIfFree(layout.log(run), run)!
  const events: WiggumEvent[] = day === null ? [] : simulate().events
  for (const { type, phase, agent, parent, data } of events)
    journal.append({ type, phase, agent, parent, data } as never, `${day}T08:00:00.000Z`)
  journal.close()
}

test('the last run is the one begun last, whatever its name, and whatever became of its log since', () => {
  expect(() => lastRun(layout)).toThrow('There is no run yet')
  addRun('2026-01-09-empty', null)
  expect(lastRun(layout)).toBe('2026-01-09-empty')
  addRun('2026-01-03-older', '2026-01-03')
  addRun('2026-01-01-newer', '2026-01-04')
  expect(lastRun(layout)).toBe('2026-01-01-newer')
  const log = layout.log('2026-01-01-newer')
  writeFileSync(log, readFileSync(log, 'utf8').split('\n').with(4, 'garbage').join('\n'))
  expect(lastRun(layout)).toBe('2026-01-01-newer')
})

test('one that a later version began is the last, too: only its first event is read', () => {
  addRun('2026-01-03-known', '2026-01-03')
  addRun('2026-01-04-later', '2026-01-04')
  const log = layout.log('2026-01-04-later')
  const first = firstEvent(log)!
  const data = { ...first.data, domain: 'a domain of a later version' }
  writeFileSync(log, encodeRecord(JSON.stringify({ ...first, data }), FIRST_CRC).bytes)
  expect(lastRun(layout)).toBe('2026-01-04-later')
})
