import { appendFileSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Draft, WiggumEvent } from '../../src/core/events.ts'
import { createJournal, JournalError, openJournal } from '../../src/store/journal.ts'
import { encodeRecord, FIRST_CRC } from '../../src/store/record.ts'
import { tempFolder } from './children.ts'
import { linesOf, readAll, resumed, TS, writeLog } from './sample-log.ts'

let folder: ReturnType<typeof tempFolder>
let path: string
beforeEach(() => {
  folder = tempFolder()
  path = join(folder.path, 'run.jsonl')
})
afterEach(() => folder.remove())

describe('a record', () => {
  const hex = (crc: number) => crc.toString(16).padStart(8, '0')

  test('is one line of the documented form, with the checksum of all lines so far', () => {
    writeLog(path, [resumed('one'), { ...resumed('two'), phase: 'do', agent: 'maker', parent: [1, 1] }])
    const [first = '', second = ''] = readFileSync(path, 'utf8').split('\n')
    const head = `{"v":2,"seq":1,"ts":"${TS}","run_id":"run","type":"run.resumed","phase":null,"agent":null`
    const body = `${head},"parent":[],"data":{"reason":"one","after":3}}`
    const crc = hex(crc32(body))
    expect(first).toBe(`${body.slice(0, -1)},"crc":"${crc}"}`)
    expect(second.slice(-10, -2)).toBe(hex(crc32(`${body}${second.slice(0, -18)}}`)))
    expect(JSON.parse(second)).toMatchObject({ seq: 2, phase: 'do', agent: 'maker', parent: [1, 1] })
  })

  test('has the one before as its parent unless told otherwise', () => {
    const events = writeLog(path, [resumed('a'), resumed('b'), { ...resumed('c'), parent: [1] }])
    expect(events.map((event) => event.parent)).toEqual([[], [1], [1]])
  })

  test('that does not fit its schema is a bug, and leaves the log as it was', () => {
    const journal = createJournal(path, 'run')
    const wrong = { type: 'run.resumed', data: { reason: 7, after: -1 } } as unknown as Draft
    expect(() => journal.append(wrong, TS)).toThrow()
    expect(statSync(path).size).toBe(0)
    expect(journal.append(resumed('right'), TS).seq).toBe(1)
    journal.close()
  })

  test('over 8 MB is refused, and the journal goes on', () => {
    const journal = createJournal(path, 'run')
    expect(() => journal.append(resumed('x'.repeat(8 * 1024 * 1024)), TS)).toThrow(
      /over the limit of 8388608/,
    )
    journal.append(resumed('x'.repeat(8 * 1024 * 1024 - 400)), TS)
    journal.append(resumed('small'), TS)
    journal.close()
    const { events, result } = readAll(path)
    expect(result).toMatchObject({ ok: true, events: 2, torn: 0 })
    expect(events[0]?.data).toEqual({ reason: 'x'.repeat(8 * 1024 * 1024 - 400), after: 3 })
  })

  test('HO5: nested 100,000 deep is refused without a byte written', () => {
    let input: unknown = null
    for (let depth = 0; depth < 100_000; depth++) input = [input]
    const journal = createJournal(path, 'run')
    const data = { archetype: 'maker', input, decision: 'x', confidence: null }
    expect(() => journal.append({ type: 'decision.point', data }, TS)).toThrow(JournalError)
    expect(statSync(path).size).toBe(0)
    journal.close()
  })

  test('HO5: `__proto__` in an event reaches no prototype, and reads back as a plain key', () => {
    const input: unknown = JSON.parse(
      '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}',
    )
    const data = { archetype: 'maker', input, decision: 'x', confidence: null }
    const [written] = writeLog(path, [{ type: 'decision.point', data }])
    const { events } = readAll(path)
    expect(Reflect.get({}, 'polluted')).toBeUndefined()
    expect(JSON.stringify(events[0]?.data)).toBe(JSON.stringify(data))
    expect(JSON.stringify(written?.data)).toBe(JSON.stringify(data))
    const read = events[0]?.type === 'decision.point' ? events[0].data.input : null
    expect(Object.getPrototypeOf(read)).toBe(Object.prototype)
    expect(Object.keys(read as object)).toContain('__proto__')
  })
})

describe('a journal', () => {
  test('cannot be created twice', () => {
    createJournal(path, 'run').close()
    expect(() => createJournal(path, 'run')).toThrow(JournalError)
  })

  test('is readable by its owner only', () => {
    createJournal(path, 'run').close()
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  test('goes on where it ended', () => {
    writeLog(path, [resumed('a'), resumed('b')])
    const seen: number[] = []
    const { journal, recovered } = openJournal(path, 'run', (event) => seen.push(event.seq))
    expect([seen, recovered, journal.lastSeq]).toEqual([[1, 2], null, 2])
    expect(journal.append(resumed('c'), TS)).toMatchObject({ seq: 3, parent: [2] })
    expect(journal.lastSeq).toBe(3)
    journal.close()
    expect(readAll(path).result).toMatchObject({ ok: true, events: 3 })
  })

  test('that was created and never written is empty, not damaged', () => {
    createJournal(path, 'run').close()
    const { journal, recovered } = openJournal(path, 'run', () => {})
    expect([journal.lastSeq, recovered]).toEqual([0, null])
    journal.close()
  })

  test('refuses to be opened as another run’s', () => {
    writeLog(path, [resumed('a'), resumed('b')], 'mine')
    const before = readFileSync(path)
    expect(() => openJournal(path, 'yours', () => {})).toThrow(/line 1 is damaged: it belongs to run mine/)
    expect(readFileSync(path)).toEqual(before)
  })

  test('refuses everything after another program wrote to its file', () => {
    const journal = createJournal(path, 'run')
    journal.append(resumed('a'), TS)
    appendFileSync(path, 'x')
    expect(() => journal.append(resumed('b'), TS)).toThrow(/changed by another program/)
    expect(readFileSync(path).at(-1)).toBe('x'.charCodeAt(0))
    writeFileSync(path, readFileSync(path).subarray(0, -1))
    expect(() => journal.append(resumed('b'), TS)).toThrow(/changed by another program/)
    journal.close()
  })

  test('refuses to write to a file that was deleted under it', () => {
    const journal = createJournal(path, 'run')
    rmSync(path)
    expect(() => journal.append(resumed('a'), TS)).toThrow(/removed by another program/)
    journal.close()
  })

  test('refuses to append after it was closed, and closes twice without harm', () => {
    const journal = createJournal(path, 'run')
    journal.close()
    journal.close()
    expect(() => journal.append(resumed('a'), TS)).toThrow(/it is closed/)
  })

  test('that is not there is named', () => {
    expect(() => readAll(path)).toThrow(/it does not exist/)
    expect(() => openJournal(path, 'run', () => {})).toThrow(JournalError)
  })

  test('carries event types it does not know', () => {
    const event = {
      v: 1,
      seq: 1,
      ts: TS,
      run_id: 'run',
      type: 'from.the-future',
      phase: null,
      agent: null,
      parent: [],
      data: { x: 1 },
    }
    writeFileSync(path, encodeRecord(JSON.stringify(event), FIRST_CRC).bytes)
    expect(readAll(path).events).toEqual([event])
  })

  test('of a newer format version is refused, not cut', () => {
    writeFileSync(path, encodeRecord('{"v":3,"seq":1,"run_id":"run"}', FIRST_CRC).bytes)
    expect(() => openJournal(path, 'run', () => {})).toThrow(/format version 3/)
    expect(readdirSync(folder.path)).toEqual(['run.jsonl'])
  })

  test('of the older format is read, and goes on in the present one, with the key of a command', () => {
    const shared = { ts: TS, run_id: 'run', type: 'x', phase: null, agent: null, parent: [], data: {} }
    writeFileSync(path, encodeRecord(JSON.stringify({ v: 1, seq: 1, ...shared }), FIRST_CRC).bytes)
    const { journal } = openJournal(path, 'run', () => {})
    journal.append({ ...resumed('two'), key: 'finish' }, TS)
    journal.append(resumed('three'), TS)
    journal.close()
    const { events, result } = readAll(path)
    expect(result).toMatchObject({ ok: true, events: 3, torn: 0 })
    expect(events.map(({ v, key }) => [v, key])).toEqual([
      [1, undefined],
      [2, 'finish'],
      [2, undefined],
    ])
    expect(Object.hasOwn(events[2]!, 'key')).toBe(false)
  })

  test('never goes back to the older format', () => {
    const record = (v: number, seq: number) =>
      JSON.stringify({ v, seq, ts: TS, run_id: 'run', type: 'x', data: {} })
    const first = encodeRecord(record(2, 1), FIRST_CRC)
    writeFileSync(path, Buffer.concat([first.bytes, encodeRecord(record(1, 2), first.crc).bytes]))
    const problem = 'it has format version 1 after version 2'
    expect(readAll(path).result).toMatchObject({ ok: false, line: 2, seq: 2, problem })
    expect(readAll(path).result).not.toHaveProperty('newer')
  })

  test('can be read while it is being written', () => {
    const journal = createJournal(path, 'run')
    journal.append(resumed('a'), TS)
    expect(readAll(path).result).toMatchObject({ ok: true, events: 1, torn: 0 })
    journal.append(resumed('b'), TS)
    expect(readAll(path).result).toMatchObject({ ok: true, events: 2, torn: 0 })
    journal.close()
  })
})

const text = fc.string({ unit: 'binary', maxLength: 60 })
const anyDraft: fc.Arbitrary<Draft> = fc.oneof(
  fc.record({ reason: text, after: fc.nat() }).map((data): Draft => ({ type: 'run.resumed', data })),
  fc
    .record({
      archetype: text,
      input: fc.jsonValue(),
      decision: text,
      confidence: fc.constantFrom(null, 0, 0.5),
    })
    .map((data): Draft => ({ type: 'decision.point', data, phase: 'check', agent: 'sage' })),
  fc
    .record({
      what: fc.constantFrom('fix-round', 'metering'),
      chosen: text,
      alternatives: fc.array(text),
      rationale: text,
    })
    .map((data): Draft => ({ type: 'decision', data, parent: [] })),
)

test('whatever is appended, a reader gets the same, and so did the one who appended it', () => {
  fc.assert(
    fc.property(fc.array(anyDraft, { minLength: 1, maxLength: 12 }), (drafts) => {
      rmSync(path, { force: true })
      const written: WiggumEvent[] = writeLog(path, drafts)
      const { events, result } = readAll(path)
      expect(result).toMatchObject({ ok: true, events: drafts.length, torn: 0, end: statSync(path).size })
      expect(events).toEqual(written)
      expect(linesOf(path)).toHaveLength(drafts.length)
      expect(events.map((event) => event.data)).toEqual(
        drafts.map((draft) => JSON.parse(JSON.stringify(draft.data))),
      )
    }),
    { numRuns: 100 },
  )
})
