import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoProject } from '../../src/agents/scripted/demo-files.ts'
import { SOURCE, TEST } from '../../src/agents/scripted/demo-honest.ts'
import type { Scenario } from '../../src/agents/scripted/scenario.ts'
import { encodeRecord, FIRST_CRC } from '../../src/store/record.ts'
import { scenarioFile, type World, wiggum } from '../support/cli.ts'
import { honest, TASK, turnOf } from '../support/scenarios.ts'
import { logged, worldKeeper } from './run-log.ts'

/** Two real loops: one meets the same error in three passes and is stopped, one meets it twice and then gets there. */

const PATIENCE = 240_000
const CONFIG = '# ours\nversion: 1\nstagnation:\n  # so it stays\n  threshold: 3\n  action: abort\n'
const worlds = worldKeeper()
let world: World
let stuck: string
let mended: string

type Turn = Scenario['roles'][string][number]

const breaks = (pass: number): Turn =>
  turnOf('maker', {
    edits: [
      {
        path: SOURCE,
        write: `// try ${pass}\nexport function slugify() {\n  throw new Error('a is missing')\n}\n`,
      },
      { path: TEST, write: `${demoProject[TEST]}// ${pass}\n` },
    ],
    run: ['npm test'],
    commit: 'Try once more',
    output: 'Not there yet.',
    contract: { status: 'DONE_WITH_CONCERNS', summary: 'Tried another way.' },
  })

const mends = turnOf('maker', {
  edits: [
    { path: SOURCE, write: demoProject[SOURCE]!.replace("'-')\n", "'-')\n    .replace(/^-+|-+$/g, '')\n") },
    {
      path: TEST,
      write: `${demoProject[TEST]}\ntest('no dash at the ends', () => {\n  assert.equal(slugify('(a) b!'), 'a-b')\n})\n`,
    },
  ],
})

async function loop(turns: Turn[]): Promise<string> {
  const steps = turns.map((turn, at) => [at === 0 ? '1-do-maker' : `1-do-maker-${at + 1}`, [turn]])
  const agent = scenarioFile(world, honest({ ...Object.fromEntries(steps), maker: [turns.at(-1)!] }))
  const run = await wiggum(world, ['loop', TASK, '--json', '--agent', agent])
  return JSON.parse(run.stdout.trim().split('\n').at(-1)!).run_id
}

beforeAll(async () => {
  world = worlds.fresh({ ...demoProject, '.wiggum/config.yaml': CONFIG })
  stuck = await loop([breaks(1), breaks(2), breaks(3)])
  mended = await loop([breaks(1), breaks(2), mends])
}, PATIENCE)
afterAll(worlds.end)

const told = async (...args: string[]) =>
  JSON.parse((await wiggum(world, ['backtest', ...args, '--json'])).stdout)
const all = (id: string, type: string) => logged(world, id).filter((event) => event.type === type)

test('one pass fewer would have stopped both: one rightly, one wrongly', async () => {
  const { sums, runs } = await told('--set', 'stagnation.threshold=2')
  for (const [id, right] of [
    [stuck, true],
    [mended, false],
  ] as const) {
    const run = runs.find((each: { run_id: string }) => each.run_id === id)
    const second = all(id, 'pass.complete')[1]!
    expect(run).toMatchObject({ verdict: 'halts', right, halt: { seq: second.seq, pass: 2, certain: true } })
    const after = logged(world, id).filter(({ seq }) => seq > second.seq)
    const tokens = after.flatMap(({ data }) => ('usage' in data ? [data.usage] : []))
    expect(run.after).toMatchObject({
      passes: 1,
      tokens: tokens.reduce((sum, each) => sum + (each.input_tokens ?? 0) + (each.output_tokens ?? 0), 0),
      unknown_calls: tokens.filter(({ cost_usd }) => cost_usd === null).length,
    })
  }
  expect(sums).toMatchObject({ runs: 2, succeeded: 1, failed: 1, halts: 2, right: 1, wrong: 1, uncertain: 0 })
  const [run] = runs.filter((each: { run_id: string }) => each.run_id === stuck)
  expect(run.fired).toContainEqual(
    expect.objectContaining({
      kind: 'breaker',
      change: 'earlier',
      passes: -1,
      what: 'stagnation.repeated-error',
    }),
  )
})

test('one more would have let the first go on, nobody knows where', async () => {
  const { stdout } = await wiggum(world, ['backtest', '--set', 'stagnation.threshold=4'])
  expect(stdout).toContain('goes on where it halted, in pass 3; what would have followed is not known')
  expect(stdout).toContain('Would have halted: 0 (0 rightly, 0 wrongly)')
})

test('asked again under their own policies the rules conclude what the logs say', async () => {
  expect(await told('--check')).toEqual({ runs: 2, same: 2, other: [], skipped: [] })
})

const SWEEP = ['backtest', '--sweep', 'stagnation.threshold=2..4', '--save']
const configText = () => readFileSync(join(world.repo, '.wiggum/config.yaml'), 'utf8')

test('a sweep with its plot; the best of it, fewest wrong halts first, is there already', async () => {
  const { stdout, code } = await wiggum(world, SWEEP)
  expect(stdout).toMatch(/^2 +0 +2 +1 +1 +0 +0 +0 /m)
  expect(stdout).toMatch(/^2 +\|#+x+ +\|=*$/m)
  expect(stdout).toContain('.wiggum/config.yaml says so already.')
  expect(code).toBe(0)
})

test('an agent of a run saves nothing', async () => {
  const before = configText()
  const done = await wiggum(world, [...SWEEP, '--pick', '2', '--yes'], { WIGGUM_RUN_ID: 'x' })
  expect(done).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('An agent may not write the policy'),
  })
  expect(configText()).toBe(before)
})

test('nothing is written without a yes, and then with all comments', async () => {
  const asked = await wiggum(world, [...SWEEP, '--pick', '2'])
  expect(asked).toMatchObject({ code: 20, stderr: expect.stringContaining('--yes') })
  expect(asked.stdout).toContain('-   threshold: 3\n+   threshold: 2\n')
  expect(configText()).toBe(CONFIG)
  expect((await wiggum(world, [...SWEEP, '--pick', '2', '--yes'])).code).toBe(0)
  expect(configText()).toBe(CONFIG.replace('threshold: 3', 'threshold: 2'))
  writeFileSync(join(world.repo, '.wiggum/config.yaml'), CONFIG)
})

test.each([
  [['--set', 'models.default=opus'], 'What models.default would have changed cannot be told from logs'],
  [['--runs', 'no-such-run', '--set', 'budget.usd=1'], 'There is no run "no-such-run"'],
])('%j is one sentence', async (args, sentence) => {
  const { code, stderr, stdout } = await wiggum(world, ['backtest', ...args])
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toContain(sentence)
  expect(stderr).not.toContain('    at ')
})

test('a key that makes no difference says so', async () => {
  const { stdout } = await wiggum(world, ['backtest', '--sweep', 'limits.max_cycles=1,2'])
  expect(stdout).toContain('No value of limits.max_cycles changes anything in any of these runs.')
})

test('a log of a later version is left out, and not called damaged', async () => {
  const folder = join(world.repo, '.wiggum/events')
  const log = join(folder, 'later.jsonl')
  const [first = ''] = readFileSync(join(folder, `${stuck}.jsonl`), 'utf8').split('\n')
  const { crc: _, ...event } = JSON.parse(first)
  writeFileSync(log, encodeRecord(JSON.stringify({ ...event, v: 99 }), FIRST_CRC).bytes)
  const { skipped } = await told('--set', 'stagnation.threshold=2')
  rmSync(log)
  expect(skipped).toEqual([{ run: 'later', why: expect.stringContaining('written by a newer wiggum') }])
})

test('a damaged log is left out and named', async () => {
  const log = (id: string) => join(world.repo, '.wiggum/events', `${id}.jsonl`)
  copyFileSync(log(stuck), log('damaged'))
  writeFileSync(log('damaged'), readFileSync(log('damaged'), 'utf8').replace('"pass":2', '"pass":7'))
  const { sums, skipped } = await told('--set', 'stagnation.threshold=2')
  expect(sums.runs).toBe(2)
  expect(skipped).toEqual([{ run: 'damaged', why: expect.stringContaining('its log is damaged at line') }])
})
