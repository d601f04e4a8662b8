import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { sampleDrafts } from '../../bench/sample-events.ts'
import { writeLog } from '../../bench/sample-log.ts'
import { eventData } from '../../src/core/events.ts'
import { applyEvent } from '../../src/core/fold.ts'
import { initialState } from '../../src/core/state.ts'
import { readJournal } from '../../src/store/journal.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'wiggum-bench-test-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

it('the events that are measured with are such as a run writes', () => {
  const drafts = [...sampleDrafts(500)]
  expect(drafts).toHaveLength(500)
  for (const { type, data } of drafts) {
    // Equal, and not only accepted: a key that the schema drops would be a key that no run has.
    expect(eventData[type].parse(data)).toEqual(data)
  }
})

it('the log that is measured with loads, and folds to steps, reviews and costs', () => {
  const path = join(folder, 'log.jsonl')
  writeLog(path, sampleDrafts(5000))
  const state = initialState('bench')
  const read = readJournal(path, (event) => applyEvent(state, event))
  expect(read).toMatchObject({ ok: true, events: 5000, torn: 0 })
  expect(Object.keys(state.steps).length).toBeGreaterThan(100)
  expect(Object.values(state.reviews).every((review) => review.findings.length === 2)).toBe(true)
  expect(state.spend.usd).toBeGreaterThan(1)
})
