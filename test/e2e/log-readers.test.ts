import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Draft } from '../../src/core/events.ts'
import { createJournal } from '../../src/store/journal.ts'
import { ensureLayout, layoutOf } from '../../src/store/layout.ts'
import { encodeRecord, FIRST_CRC } from '../../src/store/record.ts'
import { simulate } from '../core/simulate.ts'
import { makeWorld, type World, wiggum } from '../support/cli.ts'
import { type Said, sayIn } from '../support/say.ts'

/** Every command that shows a run, and what it makes of a log that is not as it should be. */

let world: World
const logOf = (run: string) => join(world.repo, '.wiggum/events', `${run}.jsonl`)

beforeAll(() => {
  world = makeWorld({ 'a.txt': 'a\n' })
  ensureLayout(layoutOf(world.repo))
  for (const run of ['2026-01-01-fix-the-parser', '2026-01-02-fix-the-panel', '2026-01-03-damaged', 'newer'])
    write(run)
  const lines = readFileSync(logOf('2026-01-03-damaged'), 'utf8').split('\n')
  writeFileSync(logOf('2026-01-03-damaged'), lines.with(20, lines[20]!.replace('"ts"', '"tt"')).join('\n'))
  writeFileSync(logOf('2026-01-04-version-3'), '{"v":3,"seq":1,"what":"ever"}\n{"v":3,"seq":2}\n')
  const later = readFileSync(logOf('newer'), 'utf8').split('\n').slice(0, 20)
  writeFileSync(logOf('newer'), [...later, '{"v":3,"seq":21,"what":"ever"}', ''].join('\n'))
  const records = later.map((line) => JSON.parse(line.replace(/,"crc":"[0-9a-f]{8}"}$/, '}')))
  const [start] = records
  rewrite('newer-start', [{ ...start, data: { ...start.data, agents: 7 } }])
  rewrite(
    'newer-verdict',
    records.map((record) =>
      record.type === 'review.verdict' ? { ...record, data: { rulings: 3 } } : record,
    ),
  )
})
afterAll(() => world.end())

/** With checksums that are right: as a version that knows other forms would have written it. */
function rewrite(run: string, records: object[]): void {
  let last = FIRST_CRC
  const lines = records.map((record) => {
    const { bytes, crc } = encodeRecord(JSON.stringify({ ...record, run_id: run }), last)
    last = crc
    return bytes
  })
  writeFileSync(logOf(run), Buffer.concat(lines))
}

function write(run: string): void {
  const journal = createJournal(logOf(run), run)
  for (const { type, phase, agent, parent, data, ts } of simulate().events)
    journal.append({ type, phase, agent, parent, data } as Draft, ts)
  journal.close()
}

const say = (name: string, ...args: string[]): Promise<Said> => sayIn(world, {}, [name, ...args])
const sayWith = (options: object, ...words: string[]): Promise<Said> => sayIn(world, options, words)

const READERS = [['report'], ['explain'], ['status'], ['replay', 'timeline'], ['replay', 'whatif']]

describe.each(READERS)('%s %s', (name, what) => {
  const of = (run: string, ...more: string[]) => say(name!, ...(what ? [what] : []), run, ...more)

  test('an unknown run: the nearest ids', async () => {
    const { exit, error } = await of('fix-the-parsr')
    expect(exit).toBe(2)
    expect(error).toContain('"fix-the-parsr"')
    expect(error).toContain('2026-01-01-fix-the-parser')
  })

  test('a damaged log: what could be read, where it ends, exit 3', async () => {
    const { exit, out } = await of('2026-01-03-damaged')
    expect(exit).toBe(3)
    expect(out).toMatch(/damaged (at|log:) line 21: its checksum does not match/)
    expect(out).toContain(what ? 'APPROVED' : 'fix it')
    const json = await of('2026-01-03-damaged', '--json')
    expect(json.exit).toBe(3)
    if (name !== 'status') expect(JSON.parse(json.out).damage).toMatchObject({ line: 21, newer: false })
  })

  test('a log that goes on in a newer version: what could be read, and to update', async () => {
    const { exit, out } = await of('newer')
    expect(exit).toBe(3)
    expect(out).toMatch(/From line 21 on, the log was written by a newer wiggum.*update wiggum/)
  })

  test('an event of a form that is not known yet: what comes before it, and to update', async () => {
    const { exit, out } = await of('newer-verdict')
    expect(exit).toBe(3)
    expect(out).toMatch(
      /From line \d+ on, the log was written by a newer wiggum \(its review.verdict has another form\)/,
    )
  })

  test.each(['2026-01-04-version-3', 'newer-start'])(
    'a log of a newer version, %s: one sentence',
    async (run) => {
      const { exit, out, error } = await of(run)
      expect(exit).toBe(3)
      expect(out + error).toMatch(/log was written by a newer wiggum \(.*\); update wiggum to read it/)
    },
  )
})

test('the lists go on past them: they are marked, and the rest is there', async () => {
  const rows = JSON.parse((await say('runs', '--json')).out)
  const statuses = Object.fromEntries(
    rows.map((row: { run_id: string; status: string }) => [row.run_id, row.status]),
  )
  expect(statuses).toEqual({
    '2026-01-01-fix-the-parser': 'landed',
    '2026-01-02-fix-the-panel': 'landed',
    '2026-01-03-damaged': 'damaged log',
    '2026-01-04-version-3': 'newer log',
    newer: 'newer log',
    'newer-start': 'newer log',
    'newer-verdict': 'newer log',
  })
  expect(rows.find((row: { run_id: string }) => row.run_id === '2026-01-03-damaged').task).toBe('fix it')
  const { exit, out } = await say('status')
  expect([exit, out.split('\n').filter((line) => /damaged log:|newer log:/.test(line)).length]).toEqual([
    0, 5,
  ])
})

test('nothing is done on the word of such a log, and no stack is shown', async () => {
  expect((await say('approve', 'newer-verdict')).error).toMatch(
    /newer-verdict cannot be read\. From line \d+ on/,
  )
  const resumed = await wiggum(world, ['resume', 'newer-start'])
  expect(resumed).toMatchObject({ code: 3, stderr: expect.stringMatching(/^wiggum: .*newer wiggum.*\n$/) })
  const named = await wiggum(world, ['status', '2026-01-03-damaged'])
  expect(named.code).toBe(3)
})

test('several that fit are named', async () => {
  const { exit, error } = await say('report', 'fix-the-pa')
  expect(exit).toBe(2)
  expect(error).toBe(
    '"fix-the-pa" fits several runs. Name one of: 2026-01-01-fix-the-parser, 2026-01-02-fix-the-panel.',
  )
})

describe('replay whatif', () => {
  const RUN = '2026-01-01-fix-the-parser'
  test('who did not review cannot be weighed', async () => {
    const { exit, error } = await sayWith({ without: ['skeptik'] }, 'replay', 'whatif', RUN)
    expect(exit).toBe(2)
    expect(error).toBe('"skeptik" did not review in this run. Those who did: guardian, sage.')
  })

  test('weights, a threshold and one left out reach the sums', async () => {
    const options = { weight: ['guardian=2', 'sage=0.5'], threshold: '0.6', without: ['sage'], json: true }
    const { exit, out } = await sayWith(options, 'replay', 'whatif', RUN, '--json')
    expect(exit).toBe(0)
    expect(JSON.parse(out)).toMatchObject({
      run_id: RUN,
      weights: { guardian: 2, sage: 0.5 },
      threshold: 0.6,
      without: ['sage'],
      reviews: [{ score: 0, weighted: 'pass', strict: 'pass', really: { what: 'the run ended: landed' } }],
    })
  })
})

describe('replay compare', () => {
  test('two runs, beside each other; of a damaged one what could be read, marked', async () => {
    const [one, two] = ['2026-01-01-fix-the-parser', '2026-01-02-fix-the-panel']
    const { exit, out } = await say('replay', 'compare', one, two)
    expect(exit).toBe(0)
    expect(out).toMatch(/^run +2026-01-01-fix-the-parser +2026-01-02-fix-the-panel\n/)
    expect(out).toContain('Every point of decision is the same.')
    const damaged = await say('replay', 'compare', one, '2026-01-03-damaged')
    expect(damaged.exit).toBe(3)
    expect(damaged.out).toContain('2026-01-03-damaged: The log is damaged at line 21')
  })

  test('one run is too few, three are too many, and flags of another replay are not for it', async () => {
    const one = '2026-01-01-fix-the-parser'
    expect(await say('replay', 'compare', one)).toMatchObject({
      exit: 2,
      error: expect.stringContaining('Name two runs'),
    })
    expect((await say('replay', 'compare', one, one, one)).error).toContain('too many runs')
    expect((await sayWith({ threshold: '1' }, 'replay', 'compare', one, one)).error).toBe(
      '--threshold is not for replay compare. It is for: wiggum replay whatif.',
    )
  })
})
