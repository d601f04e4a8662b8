import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import type { WiggumEvent } from '../../src/core/events.ts'
import { keepScore, readScores } from '../../src/store/effectiveness.ts'
import { createJournalIfFree } from '../../src/store/journal.ts'
import { ensureLayout, layoutOf } from '../../src/store/layout.ts'
import { finding, simulate } from '../core/simulate.ts'
import { makeWorld, result, scenarioFile, type World, wiggum } from '../support/cli.ts'
import { honest, TASK } from '../support/scenarios.ts'

const worlds: World[] = []
afterEach(() => {
  for (const world of worlds.splice(0)) world.end()
})

function newWorld(files?: Record<string, string>): World {
  const world = makeWorld(files)
  worlds.push(world)
  return world
}

/** The Guardian's finding is fixed in the second round, and the run lands. */
const FIXED = () =>
  simulate({
    agent: (role, attempt) =>
      role === 'guardian' && attempt === 1 ? { verdict: 'REJECTED', findings: [finding()] } : undefined,
    made: () => ({ touched: ['src/x.js'] }),
    usd: 0.05,
  }).events

function writeLog(world: World, run: string, events: WiggumEvent[]): void {
  const layout = layoutOf(world.repo)
  ensureLayout(layout)
  const journal = createJournalIfFree(layout.log(run), run)!
  for (const { type, phase, agent, parent, data, ts } of events)
    journal.append({ type, phase, agent, parent, data } as Parameters<typeof journal.append>[0], ts)
  journal.close()
}

const json = async (world: World, ...args: string[]) =>
  JSON.parse((await wiggum(world, ['score', '--json', ...args])).stdout)

const scoresFile = (world: World) => join(world.repo, '.wiggum', 'memory', 'effectiveness.jsonl')

test('a run writes its scores down when it ends, and they outlive its log', async () => {
  const world = newWorld()
  const run = await wiggum(world, ['run', TASK, '--json', '--agent', scenarioFile(world, honest())])
  const { run_id } = result(run)
  const table = await json(world)
  expect(table).toMatchObject({ runs: 1, computed: [], missing: [], advice: [] })
  expect(table.entries).toMatchObject([
    {
      reviewer: 'guardian',
      model: 'scripted default',
      runs: 1,
      raised: 0,
      score: null,
      dimensions: { impact: 1 },
    },
    { reviewer: 'sage', score: null },
  ])
  const log = layoutOf(world.repo).log(run_id)
  const text = readFileSync(log, 'utf8')
  rmSync(log)
  expect(await json(world)).toEqual(table)
  const gone = await wiggum(world, ['score', run_id])
  expect(gone).toMatchObject({ code: 0 })
  expect(gone.stdout).toContain('Its log is gone')
  // Once more, from the log: the same line, so nothing is added.
  writeFileSync(log, text)
  const kept = readFileSync(scoresFile(world), 'utf8')
  expect((await json(world, '--rebuild')).computed).toEqual([run_id])
  expect(readFileSync(scoresFile(world), 'utf8')).toBe(kept)
})

test('scores that cannot be written spoil no run, and come from its log', { tags: 'deep' }, async () => {
  const world = newWorld()
  mkdirSync(join(world.repo, '.wiggum'))
  writeFileSync(join(world.repo, '.wiggum', 'memory'), 'a file is in the way')
  const run = await wiggum(world, ['run', TASK, '--json', '--agent', scenarioFile(world, honest())])
  expect(result(run)).toMatchObject({ status: 'landed' })
  const { stdout, code } = await wiggum(world, ['score'])
  expect(code).toBe(0)
  expect(stdout).toMatch(/guardian +scripted default +1 /)
  expect(stdout).toContain(
    '1 run had no scores kept and came from the logs. To keep them: wiggum score --rebuild',
  )
  const refused = await wiggum(world, ['score', '--rebuild'])
  expect(refused.code).toBe(3)
  expect(refused.stderr).toMatch(/^wiggum: Cannot write .*effectiveness\.jsonl/)
})

test('one run: each figure with where it comes from', async () => {
  const world = newWorld({ 'a.txt': 'a\n' })
  writeLog(world, '2026-01-01-fixed', FIXED())
  const { stdout, code } = await wiggum(world, ['score', 'fixed'])
  expect(code).toBe(0)
  expect(stdout).toContain('signal    1.00  1 of 1 useful')
  expect(stdout).toContain('cost      0.71  1 useful finding for $0.1000')
  expect(stdout).toContain('· CRITICAL src/x.js: it loses the last item (fixed)')
  const table = await json(world, '--reviewer', 'guardian')
  expect(table.entries).toMatchObject([
    { reviewer: 'guardian', fixed: 1, history: [expect.closeTo(0.9428571, 6)] },
  ])
  expect(table.computed).toEqual(['2026-01-01-fixed'])
  expect(existsSync(scoresFile(world))).toBe(false)
  expect((await json(world, '--model', 'opus')).entries).toEqual([])
  expect((await wiggum(world, ['score', '--reviewer', 'nobody'])).stdout).toContain(
    'No reviewer "nobody" has reviewed here. Known: guardian, sage, skeptic.',
  )
  expect((await json(world, '--since', '7d')).runs).toBe(0)
  expect((await wiggum(world, ['score', '--since', '7d'])).stdout).toMatch(/^No review fits\./)
})

test('what cannot be scored is named, and the rest is scored', async () => {
  const world = newWorld({ 'a.txt': 'a\n' })
  const layout = layoutOf(world.repo)
  writeLog(world, '2026-01-01-fixed', FIXED())
  writeLog(world, '2026-01-02-damaged', FIXED())
  writeLog(world, '2026-01-03-open', FIXED().slice(0, 5))
  const lines = readFileSync(layout.log('2026-01-02-damaged'), 'utf8').split('\n')
  writeFileSync(layout.log('2026-01-02-damaged'), lines.with(3, 'garbage').join('\n'))
  const told = await wiggum(world, ['score', '--rebuild'])
  expect(told.code).toBe(0)
  expect(told.stdout).toMatch(/No scores of 2026-01-02-damaged: the log is damaged: line 4/)
  expect(told.stdout).not.toContain('2026-01-03-open')
  expect(readScores(layout).map(({ run_id }) => run_id)).toEqual(['2026-01-01-fixed'])
  expect(await wiggum(world, ['score', 'damaged'])).toMatchObject({ code: 3 })
  expect(await wiggum(world, ['score', 'open'])).toMatchObject({
    code: 2,
    stderr: 'wiggum: 2026-01-03-open has not ended. Its reviewers are scored when it has.\n',
  })
  expect((await wiggum(world, ['score', 'no-such-run'])).stderr).toMatch(
    /^wiggum: There is no run "no-such-run"\. The nearest: /,
  )
  expect((await wiggum(world, ['score', '--since', 'lately'])).code).toBe(2)
})

test('of one run the last ending counts; a torn line loses nothing else', () => {
  const world = newWorld({ 'a.txt': 'a\n' })
  const layout = layoutOf(world.repo)
  const score = (run_id: string, ended: string, status = 'landed') => ({ run_id, ended, status, rows: [] })
  expect(keepScore(layout, score('a', '2026-01-02T00:00:00.000Z', 'interrupted'))).toBe(true)
  expect(keepScore(layout, score('a', '2026-01-02T00:00:00.000Z', 'interrupted'))).toBe(false)
  appendFileSync(scoresFile(world), '{"v":1,"run_id":"b","en')
  expect(keepScore(layout, score('a', '2026-01-05T00:00:00.000Z'))).toBe(true)
  expect(keepScore(layout, score('c', '2026-01-03T00:00:00.000Z'))).toBe(true)
  expect(readScores(layout).map(({ run_id, status }) => [run_id, status])).toEqual([
    ['c', 'landed'],
    ['a', 'landed'],
  ])
})
