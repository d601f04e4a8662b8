import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { stringify } from 'yaml'
import type { Scenario } from '../../src/agents/scripted/scenario.ts'
import type { EventOf, WiggumEvent } from '../../src/core/events.ts'
import { archetypeDetectors } from '../../src/detectors/archetype/index.ts'
import { type Ended, scenarioFile, type World, wiggum } from '../support/cli.ts'
import { honest, TASK, turnOf } from '../support/scenarios.ts'
import { logged, merges, runIds, worldKeeper } from './run-log.ts'

/** Each shadow of a whole run, played by the real command line, and what is done about it. */

const worlds = worldKeeper()
afterAll(worlds.end)

type Turn = Scenario['roles'][string][number]
type Settings = Record<string, { enabled?: boolean; thresholds?: Record<string, number> }>

const PATIENCE = 120_000
const SOURCE = 'src/slugify.js'

/** Rules about roles are off: they are tested elsewhere, and some would see the same first. */
function worldWith(settings: Settings = {}): World {
  const world = worlds.fresh()
  const off = Object.fromEntries(archetypeDetectors.map(({ id }) => [id, { enabled: false }]))
  world.write('.wiggum/config.yaml', stringify({ detectors: { ...off, ...settings } }))
  world.git('add', '-f', '.wiggum/config.yaml')
  world.git('commit', '-q', '-m', 'Settings')
  return world
}

function call(world: World, roles: Record<string, Turn[]>, args: string[]): string[] {
  const agent = scenarioFile(world, honest(roles))
  return ['run', TASK, '--agent', agent, '--strategy', 'pdca', '--workflow', 'standard', ...args]
}

function play(world: World, roles: Record<string, Turn[]>, args: string[] = []): Promise<Ended> {
  return wiggum(world, call(world, roles, args))
}

function told<T extends WiggumEvent['type']>(
  world: World,
  type: T,
  id = runIds(world).at(-1)!,
): EventOf<T>['data'][] {
  const found = logged(world, id).filter((event) => event.type === type)
  // The filter is by the event's own type; TypeScript cannot follow that correlation for a generic.
  return (found as unknown as EventOf<T>[]).map((event) => event.data)
}

const signals = (world: World) => told(world, 'shadow.detected').map(({ shadow }) => shadow)
const steps = (world: World) => told(world, 'agent.start').map(({ step, attempt }) => `${step}#${attempt}`)

function prompt(world: World, step: string): string {
  const folder = join(world.repo, '.wiggum/artifacts', runIds(world).at(-1)!, 'prompts')
  const name = readdirSync(folder).find(
    (each) => each.startsWith(`${step}.`) || each.startsWith(`${step}-continued`),
  )
  return readFileSync(join(folder, name!), 'utf8')
}

function report(world: World): string {
  return readFileSync(join(world.repo, '.wiggum/artifacts', runIds(world).at(-1)!, 'report.md'), 'utf8')
}

/** The honest change, and so many files besides. */
function makesMore(files: number, lines = 1): Turn {
  const turn = turnOf('maker')
  const more = Array.from({ length: files }, (_, at) => ({
    path: `src/extra-${at + 1}.js`,
    write: `export const extra = [\n${'  1,\n'.repeat(lines)}]\n`,
  }))
  return { ...turn, edits: [...(turn.edits ?? []), ...more] }
}

function point(over: Record<string, unknown>): Record<string, unknown> {
  const place = { file: SOURCE, line: 1, severity: 'WARNING', category: 'security' }
  return { ...place, description: 'something', fix: 'Mend it.', evidence: '`slugify`', ...over }
}

const says = (role: string, verdict: string, findings: object[]): Turn =>
  turnOf(role, { contract: { status: 'DONE', verdict, findings } })

describe('scope creep', { tags: 'deep' }, () => {
  test(
    'the Maker is called again to take the extra files back, and the change lands without them',
    async () => {
      const world = worldWith()
      const run = await play(world, { maker: [makesMore(4), turnOf('maker')] })
      expect({ code: run.code, stderr: run.stderr }).toEqual({ code: 0, stderr: '' })
      expect(steps(world)).toContain('1-do-maker#2')
      expect(signals(world)).toEqual(['system.scope-creep'])
      expect(prompt(world, '1-do-maker-2')).toContain('not in the plan: src/extra-4.js')
      expect(existsSync(join(world.repo, 'src/extra-1.js'))).toBe(false)
      expect(run.stdout).toContain('⚠ the run: far more files than planned')
      expect(run.stdout).toContain('corrected: the Maker is called again')
      expect(report(world)).toContain('far more files than planned')
    },
    PATIENCE,
  )

  test(
    'a second time the run pauses with the history, and approve lets it go on',
    async () => {
      const world = worldWith()
      const run = await play(world, { maker: [makesMore(4), makesMore(4)] })
      expect(run.code).toBe(20)
      const status = await wiggum(world, ['status'])
      expect(status.stdout).toContain('system.scope-creep')
      expect(told(world, 'gate.opened')[0]?.evidence.join()).toContain('src/extra-4.js')
      expect((await wiggum(world, ['approve', runIds(world)[0]!])).code).toBe(0)
      expect((await wiggum(world, ['resume', runIds(world)[0]!])).code).toBe(0)
      expect(merges(world)).toHaveLength(1)
    },
    PATIENCE,
  )

  test(
    'a Maker that says the files are needed has the plan changed first',
    async () => {
      const world = worldWith()
      const needs = {
        ...makesMore(4),
        contract: { status: 'DONE_WITH_CONCERNS', notes: 'They go together.' },
      }
      const plan = turnOf('creator')
      const wider = { ...plan, contract: { ...plan.contract, files: [SOURCE, 'src/extra-*.js'] } }
      const run = await play(world, { maker: [makesMore(4), needs], creator: [plan, wider] })
      expect({ code: run.code, stderr: run.stderr }).toEqual({ code: 0, stderr: '' })
      expect(steps(world).slice(2, 5)).toEqual(['1-do-maker#1', '1-do-maker#2', '1-plan-creator#2'])
      expect(prompt(world, '1-plan-creator-2')).toContain('They go together.')
      expect(signals(world)).toEqual(['system.scope-creep'])
    },
    PATIENCE,
  )
})

test('gold plating: the Maker is called again for the CRITICAL, and the INFO is parked', {
  tags: 'deep',
}, async () => {
  const world = worldWith()
  const critical = point({
    severity: 'CRITICAL',
    category: 'reliability',
    description: 'an empty title breaks',
  })
  const info = point({
    severity: 'INFO',
    category: 'quality',
    file: 'README.md',
    description: 'a typing error',
  })
  const polish: Turn = {
    edits: [{ path: 'README.md', append: '\nPolished.\n' }],
    commit: 'Polish the README',
    contract: { status: 'DONE', summary: 'The README reads better.' },
  }
  const mend: Turn = {
    edits: [{ path: SOURCE, append: '\n// An empty title stays empty.\n' }],
    commit: 'Keep empty titles',
    contract: { status: 'DONE', summary: 'Empty titles are kept.' },
  }
  const run = await play(world, {
    maker: [turnOf('maker'), polish, mend],
    guardian: [says('guardian', 'REJECTED', [critical, info]), turnOf('guardian')],
  })
  expect({ code: run.code, stderr: run.stderr }).toEqual({ code: 0, stderr: '' })
  expect(signals(world)).toEqual(['system.gold-plating'])
  const told = prompt(world, '2-do-maker-3')
  expect(told).toContain(`open: ${SOURCE}:1: an empty title breaks`)
  expect(prompt(world, '2-do-maker-2')).not.toContain('a typing error')
  expect(report(world)).toContain('parked: README.md:1: a typing error')
  expect(readFileSync(join(world.repo, 'README.md'), 'utf8')).not.toContain('Polished')
})

test('tunnel vision: the Sage is asked for what nobody looked at, and then it goes on', {
  tags: 'deep',
}, async () => {
  const world = worldWith()
  const leaks = (at: number) =>
    point({ file: `src/extra-${at}.js`, description: `part ${at} is open to all` })
  const untested = point({ category: 'testing', description: 'no case for an empty title' })
  const plan = turnOf('creator')
  const run = await play(world, {
    creator: [{ ...plan, contract: { ...plan.contract, files: ['src/', 'test/'] } }],
    maker: [makesMore(4, 10)],
    guardian: [says('guardian', 'APPROVED', [leaks(1), leaks(2)])],
    skeptic: [says('skeptic', 'APPROVED', [leaks(3), leaks(4)])],
    sage: [turnOf('sage'), says('sage', 'APPROVED', [untested])],
  })
  expect({ code: run.code, stderr: run.stderr }).toEqual({ code: 0, stderr: '' })
  expect(signals(world)).toEqual(['system.tunnel-vision'])
  expect(prompt(world, '1-check-sage-2')).toContain('all of them about security')
  expect(report(world)).toContain('no case for an empty title')
})

test('echo chamber: the Guardian looks again as an adversary, and what it finds counts', {
  tags: 'deep',
}, async () => {
  // However slow the machine is: this is about what is done.
  const world = worldWith({ 'system.echo-chamber': { thresholds: { seconds: 3600 } } })
  const plan = turnOf('creator')
  const hidden = point({
    severity: 'CRITICAL',
    category: 'reliability',
    description: 'an empty title breaks',
  })
  const roles = {
    creator: [{ ...plan, contract: { ...plan.contract, files: ['src/', 'test/'] } }],
    maker: [
      makesMore(4, 10),
      { ...makesMore(4, 10), edits: [{ path: SOURCE, append: '\n// An empty title stays empty.\n' }] },
    ],
    guardian: [turnOf('guardian'), says('guardian', 'REJECTED', [hidden]), turnOf('guardian')],
  }
  const run = await play(world, roles, ['--workflow', 'thorough'])
  expect({ code: run.code, stderr: run.stderr }).toEqual({ code: 0, stderr: '' })
  expect(signals(world)).toEqual(['system.echo-chamber'])
  expect(steps(world)).toContain('1-check-guardian-adversarial#2')
  expect(prompt(world, '1-check-guardian-adversarial-2')).toContain('something is wrong with it')
  expect(told(world, 'cycle.boundary')[0]?.findings).toMatchObject([{ description: 'an empty title breaks' }])
})

test('analysis paralysis: the Creator is told to go on with known gaps, and nobody explores any more', {
  tags: 'deep',
}, async () => {
  const world = worldWith({ 'system.analysis-paralysis': { thresholds: { explorers: 1 } } })
  const plan = turnOf('creator')
  const confidence = { task_understanding: 0.9, solution_completeness: 0.9, risk_coverage: 0.2 }
  const run = await play(world, { creator: [{ ...plan, contract: { ...plan.contract, confidence } }] })
  expect({ code: run.code, stderr: run.stderr }).toEqual({ code: 0, stderr: '' })
  expect(signals(world)).toEqual(['system.analysis-paralysis'])
  expect(prompt(world, '1-plan-creator-1')).toContain('There has been enough research')
  expect(steps(world).filter((step) => step.includes('explorer'))).toEqual(['1-plan-explorer#1'])
})

describe('broken window', { tags: 'deep' }, () => {
  const left = (at: number) => point({ category: 'quality', description: `rough edge number ${at}` })
  const leaving = (...at: number[]) => ({ guardian: [says('guardian', 'APPROVED', at.map(left))] })
  const noted = (text: string): Turn => ({
    edits: [
      { path: SOURCE, append: `\n// ${text}\n` },
      { path: 'test/slugify.test.js', append: `\n// ${text}\n` },
    ],
    commit: text,
    contract: { status: 'DONE', summary: text },
  })
  const queue = (world: World) => JSON.parse(readFileSync(join(world.repo, '.wiggum/queue.json'), 'utf8'))

  test(
    'what two runs left is queued as one task, and landing does not wait for it',
    async () => {
      const world = worldWith()
      expect((await play(world, leaving(1, 2), ['--workflow', 'fast'])).code).toBe(0)
      expect(signals(world)).toEqual([])
      expect(existsSync(join(world.repo, '.wiggum/queue.json'))).toBe(false)
      const run = await play(world, { ...leaving(3), maker: [noted('again')] }, ['--workflow', 'fast'])
      expect({ code: run.code, stderr: run.stderr }).toEqual({ code: 0, stderr: '' })
      const id = runIds(world).at(-1)!
      expect(told(world, 'context.loaded')[0]?.deferred).toMatchObject([{ warnings: 2 }])
      expect(signals(world)).toEqual(['system.broken-window'])
      expect(queue(world).tasks).toMatchObject([{ id: `cleanup-${id}` }])
      for (const at of [1, 2, 3]) expect(queue(world).tasks[0].task).toContain(`rough edge number ${at}`)
      expect(run.stdout).toContain(`queued as cleanup-${id}`)
      expect(merges(world)).toHaveLength(2)
    },
    PATIENCE,
  )

  test(
    'killed right after its start and right after queueing, the run knows what was left, and queues it once',
    async () => {
      const world = worldWith()
      expect((await play(world, leaving(1, 2), ['--workflow', 'fast'])).code).toBe(0)
      const again = call(world, { ...leaving(3), maker: [noted('again')] }, ['--workflow', 'fast'])
      const killed = { WIGGUM_FAILPOINT: '1@appended:run.start' }
      expect((await wiggum(world, again, killed)).code).toBeNull()
      const id = runIds(world).at(-1)!
      const queued = { WIGGUM_FAILPOINT: '1@effected:queue' }
      expect((await wiggum(world, ['resume', id], queued)).code).toBeNull()
      expect((await wiggum(world, ['resume', id])).code).toBe(0)
      expect(told(world, 'context.loaded')).toHaveLength(1)
      expect(told(world, 'correction.applied')).toHaveLength(1)
      expect(queue(world).tasks).toHaveLength(1)
      expect(merges(world)).toHaveLength(2)
    },
    PATIENCE,
  )

  test(
    'a queue that cannot be read does not hold the landing up, and is left as it is',
    async () => {
      const world = worldWith()
      expect((await play(world, leaving(1, 2), ['--workflow', 'fast'])).code).toBe(0)
      world.write('.wiggum/queue.json', '{ broken')
      const run = await play(world, { ...leaving(3), maker: [noted('again')] }, ['--workflow', 'fast'])
      expect(run.code).toBe(0)
      expect(told(world, 'correction.applied')[0]?.text).toContain('could not be queued')
      expect(readFileSync(join(world.repo, '.wiggum/queue.json'), 'utf8')).toBe('{ broken')
    },
    PATIENCE,
  )
})
