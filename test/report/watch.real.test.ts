import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Call } from '../../src/cli/command.ts'
import { makeReport } from '../../src/cli/make-report.ts'
import { reportWish } from '../../src/cli/report-wish.ts'
import { liveLines, terminalReport } from '../../src/cli/terminal-report.ts'
import type { WiggumEvent } from '../../src/core/events.ts'
import { createJournal, type Journal } from '../../src/store/journal.ts'
import { ensureLayout, type Layout, layoutOf } from '../../src/store/layout.ts'
import { identityOf } from '../../src/store/process-identity.ts'
import { cycles } from '../core/recorded-scripts.ts'
import { simulate } from '../core/simulate.ts'
import { makeWorld, type World } from '../support/cli.ts'
import { factsOf, goingRound, stuckEvents } from './html-play.ts'

/** Only for what hangs: a busy machine may take its time for the first page. */
const PATIENT = { timeout: 30_000 }

const call = (options: Record<string, unknown>, over: Partial<Call> = {}): Call => ({
  ...{ args: [], json: false, cwd: '', env: {}, out: () => {} },
  options,
  ...over,
})

describe('what was asked for', () => {
  test.each([
    [{}, true, 'terminal'],
    [{}, false, 'md'],
    [{ output: 'a.html' }, true, 'html'],
    [{ output: 'A.HTM' }, true, 'html'],
    [{ output: 'a.json' }, false, 'json'],
    [{ output: 'report' }, true, 'md'],
    [{ output: 'a.html', format: 'md' }, true, 'md'],
  ])('%j, on a terminal %s: %s', (options, isTerminal, format) => {
    expect(reportWish(call(options), isTerminal).format).toBe(format)
  })

  test.each([
    [{ watch: true, format: 'html' }, false, /HTML on a screen/],
    [{ watch: true, format: 'json' }, false, /to people/],
    [{ format: 'md' }, true, /contradict/],
    [{ output: '' }, false, /no name/],
  ])('%j with --json %s goes together in no way', (options, json, says) => {
    expect(() => reportWish(call(options, { json }), true)).toThrow(says)
  })
})

describe('on a screen', () => {
  test('no more lines than there is room for, the newest steps among them', () => {
    const facts = factsOf(simulate(goingRound()).events.slice(0, -8))
    for (const rows of [12, 24, 60]) expect(liveLines(facts, rows).length).toBeLessThanOrEqual(rows)
    expect(liveLines(facts, 24).join('\n')).toContain(facts.spans.items.at(-1)!.title)
  })

  test('it says what the page says', () => {
    const facts = factsOf(stuckEvents())
    const shown = terminalReport(facts).join('\n')
    for (const words of [
      facts.outcome.reason,
      facts.outcome.landed,
      ...facts.outcome.open,
      facts.outcome.cost,
    ])
      expect(shown).toContain(words)
  })
})

describe('--watch', () => {
  let world: World
  let layout: Layout
  beforeAll(() => {
    world = makeWorld()
    layout = layoutOf(world.repo)
    ensureLayout(layout)
  })
  afterAll(() => world.end())

  /** A log that holds the first events, of a run that this process works on or nobody does. */
  function begin(runId: string, events: WiggumEvent[], tended = true): Journal {
    const journal = createJournal(layout.log(runId), runId)
    go(journal, events)
    if (tended) writeFileSync(layout.lock(`run-${runId}`), JSON.stringify(identityOf(process.pid)))
    return journal
  }
  const go = (journal: Journal, events: WiggumEvent[]) => {
    for (const { ts, ...draft } of events) journal.append(draft, ts)
  }
  const watch = (runId: string, options: Record<string, unknown>, lines: string[] = []) =>
    makeReport(
      call({ watch: true, ...options }, { args: [runId], cwd: world.repo, out: (line) => lines.push(line) }),
    )

  test('a page says that it is live until the run ends, and then no more', async () => {
    const { events } = simulate()
    const output = join(world.dir, 'live.html')
    const journal = begin('a-page', events.slice(0, 6))
    const watched = watch('a-page', { output })
    await expect
      .poll(() => existsSync(output) && readFileSync(output, 'utf8'), PATIENT)
      .toContain('http-equiv="refresh"')
    go(journal, events.slice(6))
    expect(await watched).toBe(0)
    const page = readFileSync(output, 'utf8')
    expect(page).not.toContain('refresh')
    expect(page).toContain('landed, exit code 0')
    journal.close()
  })

  test('off a terminal: a line for what happens, once, and the report at the end', async () => {
    const { events } = simulate()
    const journal = begin('lines', events.slice(0, 9))
    const lines: string[] = []
    const watched = watch('lines', {}, lines)
    await expect.poll(() => lines.length, PATIENT).toBeGreaterThan(1)
    go(journal, events.slice(9))
    expect(await watched).toBe(0)
    const told = lines.join('\n')
    expect(told.match(/Guardian reviewing for risk APPROVED/g)?.length).toBe(1)
    expect(told).toContain('**landed** (exit code 0)')
    journal.close()
  })

  test('a run that waits says for what; one that nobody works on ends the watching (20)', async () => {
    const { events } = simulate({ ...cycles['the Maker does more than is planned']!, answers: {} })
    const asked = begin('asked', events, false)
    const lines: string[] = []
    const watched = watch('asked', {}, lines)
    await expect.poll(() => lines.join('\n'), PATIENT).toContain('[Gate]')
    // Answered and left alone: there is nothing more to wait for.
    const gate = events.find(({ type }) => type === 'gate.opened') as { data: { gate: string } }
    const answer = { gate: gate.data.gate, answer: 'yes', text: null, by: 'test' }
    asked.append({ type: 'gate.answered', data: answer }, events.at(-1)!.ts)
    expect(await watched).toBe(20)
    expect(lines.join('\n')).toContain('**interrupted**: nobody is working on it')
    asked.close()
  })
})
