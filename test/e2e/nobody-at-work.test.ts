import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { WiggumEvent } from '../../src/core/events.ts'
import { createJournal } from '../../src/store/journal.ts'
import { ensureLayout, type Layout, layoutOf } from '../../src/store/layout.ts'
import { identityOf } from '../../src/store/process-identity.ts'
import { simulate } from '../core/simulate.ts'
import { makeWorld, type World } from '../support/cli.ts'
import { sayIn } from '../support/say.ts'

/** A run that was killed writes no last word: every view has to see for itself that nobody works on it. */

let world: World
let layout: Layout
const say = (...words: string[]) => sayIn(world, {}, words)
const shown = (format: string, run: string) => sayIn(world, { format }, ['report', run])

const { events } = simulate()
const midway = events.slice(
  0,
  events.findIndex(({ type }) => type === 'review.verdict'),
)
const atWork = events.slice(0, events.findLastIndex(({ type }) => type === 'agent.start') + 1)

beforeAll(() => {
  world = makeWorld({ 'a.txt': 'a\n' })
  layout = layoutOf(world.repo)
  ensureLayout(layout)
  write('killed', atWork)
  write('cut-off', midway)
  appendFileSync(layout.log('cut-off'), '{"v":2,"seq":')
  write('at-work', atWork)
  writeFileSync(layout.lock('run-at-work'), JSON.stringify(identityOf(process.pid)))
  write('damaged', midway)
  const lines = readFileSync(layout.log('damaged'), 'utf8').split('\n')
  writeFileSync(layout.log('damaged'), lines.with(8, lines[8]!.replace('"ts"', '"tt"')).join('\n'))
  write('newer', midway)
  appendFileSync(layout.log('newer'), `{"v":3,"seq":${midway.length + 1},"what":"ever"}\n`)
  write('landed', events)
})
afterAll(() => world.end())

function write(run: string, known: WiggumEvent[]): void {
  const journal = createJournal(layout.log(run), run)
  for (const { ts, ...draft } of known) journal.append(draft, ts)
  journal.close()
}

describe.each(['killed', 'cut-off'])('a run that was %s', (run) => {
  test('is interrupted, wherever one looks, and can be gone on with', async () => {
    const resume = `wiggum resume ${run}`
    const { outcome } = JSON.parse((await shown('json', run)).out)
    expect(outcome).toMatchObject({ status: 'interrupted', mark: 'wait', live: false })
    expect(outcome.next[0].command).toBe(resume)
    expect(outcome.open).toEqual(['it was stopped before its end'])
    expect((await shown('md', run)).out).toMatch(
      /\*\*interrupted\*\*: nobody is working on it.*wiggum resume/,
    )
    const terminal = (await shown('terminal', run)).out
    expect(terminal).toContain('? interrupted: nobody is working on it')
    expect(terminal).toContain(resume)
    expect(terminal).not.toMatch(/What is open\n +nothing/)
    const story = JSON.parse((await say('explain', run, '--json')).out)
    expect(story).toMatchObject({ ended: { status: 'interrupted' }, next: [{ command: resume }] })
    const compared = JSON.parse((await say('replay', 'compare', run, 'landed', '--json')).out)
    expect(compared).toMatchObject({ left: { ended: { status: 'interrupted' } } })
    expect((await say('status', run)).out).toContain('interrupted')
  })
})

test('no call of a killed run is under way any more', async () => {
  const { spans } = JSON.parse((await shown('json', 'killed')).out)
  expect(spans.items.at(-1)).toMatchObject({ outcome: 'interrupted', end_ms: expect.any(Number) })
})

test('a log that ends in the middle of a line is said to', async () => {
  expect((await shown('md', 'cut-off')).out).toContain('its log ends in the middle of a line')
  expect((await say('explain', 'cut-off')).out).toContain('its log ends in the middle of a line')
})

test('a run that a process works on is running, and nobody is told to resume it', async () => {
  const { outcome, spans } = JSON.parse((await shown('json', 'at-work')).out)
  expect(outcome).toMatchObject({ status: 'running', mark: 'live', live: true, next: [] })
  expect(spans.items.at(-1)).toMatchObject({ result: 'under way', end_ms: null })
  const story = JSON.parse((await say('explain', 'at-work', '--json')).out)
  expect(story).toMatchObject({ ended: { status: 'running' }, next: [] })
})

describe.each(['damaged', 'newer'])('of a %s log', (run) => {
  test('how the run stands is not known, in the report and beside another as in explain', async () => {
    const { outcome } = JSON.parse((await shown('json', run)).out)
    expect(outcome).toMatchObject({ status: 'unknown', live: false, landed: 'Not known', next: [] })
    expect((await shown('md', run)).out).toContain('**unknown**: what came last cannot be read.')
    const compared = JSON.parse((await say('replay', 'compare', run, 'landed', '--json')).out)
    expect(compared.left.ended).toMatchObject({ status: 'unknown' })
    const story = JSON.parse((await say('explain', run, '--json')).out)
    expect(story).toMatchObject({ ended: { status: 'unknown' }, next: [] })
  })
})
