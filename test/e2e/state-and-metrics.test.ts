import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, test } from 'vitest'
import { demoScenarios } from '../../src/agents/scripted/demo-project.ts'
import type { DemoName } from '../../src/agents/scripted/demo-scenario.ts'
import { fold } from '../../src/core/fold.ts'
import { stateDocument } from '../../src/report/state-document.ts'
import { type StateDocument, stateSchema } from '../../src/report/state-schema.ts'
import type { MetricLine } from '../../src/store/metrics-lines.ts'
import { ended, result, scenarioFile, start, type World, wiggum } from '../support/cli.ts'
import { honest, TASK } from '../support/scenarios.ts'
import { withoutPauses } from './pdca-play.ts'
import { logged, runId, runIds, worldKeeper } from './run-log.ts'

const PATIENCE = 240_000
const worlds = worldKeeper()
afterAll(worlds.end)

const loopOf = (world: World, name: DemoName, ...flags: string[]) => {
  const { task, scenario } = demoScenarios[name]
  return ['loop', task, '--json', '--agent', scenarioFile(world, withoutPauses(scenario)), ...flags]
}

const read = (world: World, path: string) => readFileSync(join(world.repo, '.wiggum', path), 'utf8')
const artifact = (world: World, name: string, id = runId(world)) => read(world, `artifacts/${id}/${name}`)

/** The file as it is; valid, or the test fails. */
function stateOf(world: World, id = runId(world)): StateDocument {
  return stateSchema.parse(JSON.parse(read(world, `state/${id}.json`)))
}

/** What the file says is what the log says; and so it would have been valid after every event. */
function expectAsLogged(world: World, id = runId(world)): void {
  const log = logged(world, id)
  expect(stateOf(world, id)).toEqual(stateDocument(fold(log, id)))
  for (const at of log.keys()) stateSchema.parse(stateDocument(fold(log.slice(0, at + 1), id)))
}

const lines = (world: World): MetricLine[] =>
  read(world, 'metrics/runs.jsonl')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

const valuesOf = (world: World, metric: string) =>
  lines(world).flatMap((line) => (line.metric === metric ? [line.value] : []))

describe('the state file', () => {
  test(
    'follows a loop from its start to its end, and is whole whenever it is read',
    async () => {
      const world = worlds.fresh()
      const child = start(world, loopOf(world, 'loop'))
      const over = ended(child)
      const seen = new Set<string>()
      let done = false
      void over.then(() => {
        done = true
      })
      while (!done) {
        const [id] = runIds(world)
        if (id && existsSync(join(world.repo, '.wiggum/state', `${id}.json`)))
          seen.add(stateOf(world, id).status)
        await sleep(5)
      }
      expect((await over).code).toBe(0)
      expect([...seen]).toContain('active')
      expectAsLogged(world)
      expect(stateOf(world)).toMatchObject({
        $schema: 'wiggum-state-v1',
        status: 'completed',
        current_loop: { task_id: runId(world), current_pass: 3, max_passes: 5, suppressed: false },
        passes: [{ issues_found: 2 }, { issues_found: 2 }, { issues_found: 0 }],
        todos: { total: 2, completed: 2, in_progress: 0, pending: 0 },
        history: { total_tasks_completed: 1, avg_passes_per_task: 3 },
      })
    },
    PATIENCE,
  )

  test(
    'is paused while a person is asked, and aborted once they say so',
    async () => {
      const world = worlds.fresh()
      world.write('.wiggum/config.yaml', 'stagnation: { action: pause }\n')
      const run = await wiggum(world, loopOf(world, 'loop-stuck'))
      expect(run.code).toBe(20)
      expect(stateOf(world).status).toBe('paused')
      expectAsLogged(world)
      expect((await wiggum(world, ['answer', runId(world), 'abort'])).code).toBe(23)
      expect(stateOf(world).status).toBe('aborted')
      expectAsLogged(world)
    },
    PATIENCE,
  )

  test('is suppressed after a single pass, idle after a plan, and knows what was completed before', {
    tags: 'deep',
  }, async () => {
    const world = worlds.fresh()
    const agent = ['--agent', scenarioFile(world, honest())]
    const single = await wiggum(world, ['loop', TASK, '--single-pass', '--json', ...agent])
    expect(single.code).toBe(0)
    expect(stateOf(world)).toMatchObject({
      status: 'suppressed',
      current_loop: { max_passes: 1, suppressed: true, suppression_reason: 'asked for with --single-pass' },
      passes: [{ pass_number: 1 }],
    })
    const planned = await wiggum(world, ['run', 'a second task', '--dry-run', '--json', ...agent])
    const { run_id: id } = result(planned)
    expect(planned.code).toBe(0)
    expect(stateOf(world, id)).toMatchObject({
      status: 'idle',
      history: { total_tasks_completed: 1, avg_passes_per_task: 1 },
    })
    expectAsLogged(world, id)
    expect(valuesOf(world, 'suppressed')).toEqual([true])
  })

  test('catches up after a kill', { tags: 'deep' }, async () => {
    const world = worlds.fresh()
    const killed = { WIGGUM_FAILPOINT: '2@appended:pass.complete' }
    expect((await wiggum(world, loopOf(world, 'loop'), killed)).code).toBeNull()
    expect(stateOf(world).status).toBe('active')
    expect((await wiggum(world, ['resume', runId(world)])).code).toBe(0)
    expect(stateOf(world).status).toBe('completed')
    expectAsLogged(world)
  })

  test('says in which pass the window ran full', { tags: 'deep' }, async () => {
    const world = worlds.fresh()
    expect((await wiggum(world, loopOf(world, 'loop-context'))).code).toBe(0)
    const full = stateOf(world).passes.map(({ context_checkpoint }) => context_checkpoint)
    expect(full[1]).toBe(true)
    expect(full[0]).toBe(false)
    expectAsLogged(world)
  })

  test('has a schema that can be had', async () => {
    const world = worlds.fresh()
    const { code, stdout } = await wiggum(world, ['schema', 'state'])
    expect([code, JSON.parse(stdout).title]).toEqual([0, 'wiggum-state-v1'])
    const wrong = await wiggum(world, ['schema', 'nonsense'])
    expect(wrong).toMatchObject({ code: 2, stdout: '' })
    expect(wrong.stderr).toContain('There is no schema of "nonsense"')
  })
})

describe('what a pass leaves', () => {
  const NAMES = ['changes.patch', 'completion_signals.json', 'errors.json', 'metrics.json']
  const passFolder = (world: World, pass: number) =>
    readdirSync(join(world.repo, '.wiggum/artifacts', runId(world), `passes/${pass}`)).sort()
  const json = (world: World, name: string) => JSON.parse(artifact(world, name))

  test(
    'is its patch, its errors, its figures and what it claims, also where it was killed in between',
    async () => {
      const world = worlds.fresh()
      const killed = { WIGGUM_FAILPOINT: '1@effected:pass:1' }
      expect((await wiggum(world, loopOf(world, 'loop'), killed)).code).toBeNull()
      const before = NAMES.slice(0, 3).map((name) => artifact(world, `passes/1/${name}`))
      expect((await wiggum(world, ['resume', runId(world)])).code).toBe(0)
      expect(NAMES.slice(0, 3).map((name) => artifact(world, `passes/1/${name}`))).toEqual(before)
      for (const pass of [1, 2, 3]) expect(passFolder(world, pass)).toEqual(NAMES)
      expect(artifact(world, 'passes/1/changes.patch')).toContain('+++ b/src/slugify.js')
      expect(json(world, 'passes/1/errors.json')).toMatchObject([{ iteration: 1, source: 'checks' }])
      expect(json(world, 'passes/2/errors.json')).toEqual([])
      expect(json(world, 'passes/1/completion_signals.json')).toMatchObject({
        iteration: 1,
        claims_done: true,
        check: 'red',
        complete: false,
      })
      expect(json(world, 'passes/3/completion_signals.json')).toMatchObject({
        check: 'green',
        review: 'APPROVED',
        left: [],
        complete: true,
      })
      expect(json(world, 'passes/2/metrics.json')).toMatchObject({
        iteration: 2,
        issues_found: 2,
        drift_detected: false,
      })
    },
    PATIENCE,
  )

  test('is kept of the Maker’s attempts elsewhere', { tags: 'deep' }, async () => {
    const world = worlds.fresh()
    const { task, scenario } = demoScenarios.rejected
    const agent = scenarioFile(world, withoutPauses(scenario))
    await wiggum(world, ['run', task, '--strategy', 'pipeline', '--json', '--agent', agent])
    for (const pass of [1, 2]) expect(passFolder(world, pass)).toEqual(NAMES)
    expect(artifact(world, 'passes/1/changes.patch')).toContain('+++ b/')
    expect(stateOf(world).passes).toHaveLength(2)
  })
})

describe('metrics', () => {
  test('are kept once for an ending, however often it is repeated, and shown with their targets', {
    tags: 'deep',
  }, async () => {
    const world = worlds.fresh()
    const killed = { WIGGUM_FAILPOINT: '1@effected:metrics' }
    expect((await wiggum(world, loopOf(world, 'loop'), killed)).code).toBeNull()
    for (const _ of [1, 2]) expect((await wiggum(world, ['resume', runId(world)])).code).toBe(0)
    expect(valuesOf(world, 'pass_count')).toEqual([3])
    expect(valuesOf(world, 'issues_found')).toEqual([2, 2, 0])
    expect(valuesOf(world, 'early_termination')).toEqual([true])
    expect(new Set(lines(world).map(({ component, task_id }) => `${component} ${task_id}`))).toEqual(
      new Set([`AC-02 ${runId(world)}`]),
    )
    const [day] = readdirSync(join(world.repo, '.wiggum/metrics/daily'))
    expect(JSON.parse(read(world, `metrics/daily/${day}`))).toMatchObject({ tasks: 1, pass_count: 3 })
    const shown = await wiggum(world, ['status', '--metrics'])
    expect(shown.code).toBe(0)
    expect(shown.stdout).toMatch(/Passes per task +3 +3 +2 to 3 +above 5 +on target/)
    const view = JSON.parse((await wiggum(world, ['status', '--metrics', '--json'])).stdout)
    expect(view).toMatchObject({ tasks: 1, tasks_in_year: 1 })
    const wrong = await wiggum(world, ['status', runId(world), '--metrics'])
    expect(wrong.code).toBe(2)
    expect(wrong.stderr).toContain('--metrics is about all runs of the project')
  })

  test('of runs that end together are all kept', { tags: 'deep' }, async () => {
    const world = worlds.fresh()
    const agent = scenarioFile(world, honest())
    const runs = ['one task', 'another task', 'a third task'].map((task) =>
      wiggum(world, ['loop', task, '--no-merge', '--json', '--agent', agent]),
    )
    expect((await Promise.all(runs)).map(({ code }) => code)).toEqual([11, 11, 11])
    expect(new Set(lines(world).map(({ task_id }) => task_id))).toEqual(new Set(runIds(world)))
    const view = JSON.parse((await wiggum(world, ['status', '--metrics', '--json'])).stdout)
    expect(view).toMatchObject({ tasks: 3, tasks_in_year: 3 })
  })

  test(
    'that cannot be written spoil no run',
    async () => {
      const world = worlds.fresh()
      world.write('.wiggum/metrics', 'a file in the way\n')
      const run = await wiggum(world, ['loop', TASK, '--json', '--agent', scenarioFile(world, honest())])
      expect({ code: run.code, stderr: run.stderr }).toEqual({ code: 0, stderr: '' })
      const shown = await wiggum(world, ['status', '--metrics'])
      expect(shown).toMatchObject({ code: 0 })
      expect(shown.stdout).toContain('No run has ended yet')
    },
    PATIENCE,
  )
})
