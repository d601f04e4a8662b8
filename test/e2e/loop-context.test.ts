import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { demoProject, demoScenarios } from '../../src/agents/scripted/demo-project.ts'
import type { DemoName } from '../../src/agents/scripted/demo-scenario.ts'
import type { Scenario } from '../../src/agents/scripted/scenario.ts'
import { makeWorld, result, scenarioFile, type World, wiggum } from '../support/cli.ts'
import { byName, tryAll } from '../support/kills.ts'
import { SWEEPS } from '../support/sweeps.ts'
import { eventsOf, playStory, withoutPauses } from './pdca-play.ts'
import { loggedOf, merges, runId } from './run-log.ts'

const PATIENCE = 240_000
const worlds: World[] = []
afterEach(() => {
  for (const world of worlds.splice(0)) world.end()
})

function loopOf(name: DemoName, change: (roles: Scenario['roles']) => Scenario['roles'] = (same) => same) {
  const scenario = withoutPauses(demoScenarios[name].scenario)
  const changed = { ...scenario, roles: change(scenario.roles) }
  return (world: World, ...flags: string[]) => [
    ...['loop', demoScenarios[name].task, '--json', '--agent', scenarioFile(world, changed)],
    ...flags,
  ]
}

function fresh(): World {
  const world = makeWorld()
  worlds.push(world)
  return world
}

const artifact = (world: World, name: string) =>
  readFileSync(join(world.repo, '.wiggum/artifacts', runId(world), name), 'utf8')
const calls = (world: World) =>
  loggedOf(world, 'agent.start')
    .filter(({ data }) => data.archetype === 'maker')
    .map(({ data }) => `${data.step} ${data.attempt}`)
const passesOf = (world: World) => loggedOf(world, 'pass.complete').map(({ data }) => data.pass)

/** The Maker's n-th turn, with its window so full. */
const filled = (n: number, context: number) => (roles: Scenario['roles']) => ({
  ...roles,
  maker: roles.maker!.map((turn, index) => (index === n - 1 ? { ...turn, context } : turn)),
})

describe('an agent whose window fills up', () => {
  test(
    'loop-context: full in pass 2, which goes on from its uncommitted work in a fresh conversation, and lands',
    async () => {
      const played = await playStory('loop-context')
      worlds.push(played.world)
      expect(played.code).toBe(0)
      expect(passesOf(played.world)).toEqual([1, 2])
      expect(calls(played.world)).toEqual(['1-do-maker 1', '1-do-maker-2 2', '1-do-maker-2 3'])
      const [checkpoint] = eventsOf(played, 'context.checkpoint')
      expect(checkpoint).toMatchObject({ pass: 2, trigger: 'exhausted', action: 'clear' })
      const [, half, whole] = eventsOf(played, 'work.collected')
      expect(half).toMatchObject({ head: checkpoint?.head, took_along: ['src/slugify.js'] })
      expect(eventsOf(played, 'agent.start').at(2)).toMatchObject({ head: checkpoint?.head })
      expect(whole?.start).toBe(half?.start)
      expect(played.artifact('checkpoints/1.md')).toContain('**Current Pass**: 2')
      expect(played.artifact('prompts/1-do-maker-2-3.md')).toContain(checkpoint?.text)
      expect(played.artifact('report.md')).toContain('pass 2 goes on in a fresh conversation')
      expect(merges(played.world)).toHaveLength(1)
      expect(eventsOf(played, 'shadow.detected')).toEqual([])
    },
    PATIENCE,
  )

  test('between 80 and 90 % where the pass stands is written down, and the next pass follows', {
    tags: 'deep',
  }, async () => {
    const world = fresh()
    const run = await wiggum(world, loopOf('loop', filled(1, 0.85))(world))
    expect(run.code).toBe(0)
    const [checkpoint, more] = loggedOf(world, 'context.checkpoint')
    expect(checkpoint?.data).toMatchObject({ pass: 1, occupancy: 0.85, source: 'agent' })
    expect(checkpoint?.data.action).toBe('checkpoint')
    expect(more).toBeUndefined()
    expect(artifact(world, 'checkpoints/1.md')).toBe(`${checkpoint?.data.text}\n`)
    expect(calls(world)).toEqual(['1-do-maker 1', '1-do-maker-2 2', '1-do-maker-3 3'])
  })

  test('above 90 % the same pass goes on, and what the configuration says counts', {
    tags: 'deep',
  }, async () => {
    const world = fresh()
    const run = await wiggum(world, loopOf('loop', filled(1, 0.95))(world))
    expect(run.code).toBe(0)
    expect(loggedOf(world, 'context.checkpoint').map(({ data }) => data.action)).toEqual(['clear'])
    expect(calls(world).slice(0, 2)).toEqual(['1-do-maker 1', '1-do-maker 2'])
    const patient = makeWorld({
      ...demoProject,
      '.wiggum/config.yaml': 'context: { checkpoint_at: 0.96, clear_at: 0.97 }\n',
    })
    worlds.push(patient)
    await wiggum(patient, loopOf('loop', filled(1, 0.95))(patient))
    expect(loggedOf(patient, 'context.checkpoint')).toEqual([])
  })

  test('where nobody says how full it is, it is estimated', { tags: 'deep' }, async () => {
    const world = fresh()
    await wiggum(world, loopOf('loop')(world))
    const [first] = loggedOf(world, 'agent.complete')
    expect(first?.data.context).toMatchObject({ window: 200_000, source: 'estimate' })
    expect(first?.data.context?.used).toBeGreaterThan(100)
  })
})

describe('how long a loop may take', () => {
  /** Each pass mends something, and leaves something. */
  const slow = (roles: Scenario['roles']) => ({ ...roles, maker: roles.maker!.slice(0, 2) })

  test('when its time is over the work is kept and you are asked; a no accepts what is green', {
    tags: 'deep',
  }, async () => {
    const world = makeWorld({
      ...demoProject,
      '.wiggum/config.yaml': 'loop: { max_duration_minutes: 0.001, checkpoint_interval_minutes: 0.001 }\n',
    })
    worlds.push(world)
    const run = await wiggum(world, loopOf('loop', slow)(world))
    expect(run.code).toBe(20)
    const [gate] = loggedOf(world, 'gate.opened')
    expect(gate?.data).toMatchObject({ kind: 'passes', gate: 'passes-time-after-1' })
    expect(gate?.data.question).toContain('minutes are over after 1 pass, and')
    expect(passesOf(world)).toEqual([1])
    expect(loggedOf(world, 'context.checkpoint').map(({ data }) => data.trigger)).toEqual(['interval'])
    const { run_id: id } = result(run)
    const again = await wiggum(world, ['approve', id, '--json'])
    expect(again.code).toBe(20)
    expect(passesOf(world)).toEqual([1, 2])
    const ended = await wiggum(world, ['reject', id])
    expect(ended.code).toBe(0)
    expect(merges(world)).toHaveLength(1)
  })
})

describe('a supervisor that is killed in the loop', () => {
  test('between the checkpoint and the fresh conversation: resumed, it is the same pass, and it lands once', {
    tags: 'deep',
  }, async () => {
    const world = fresh()
    const killed = await wiggum(world, loopOf('loop-context')(world), {
      WIGGUM_FAILPOINT: '1@appended:context.checkpoint',
    })
    expect(killed.code).toBeNull()
    expect(calls(world)).toEqual(['1-do-maker 1', '1-do-maker-2 2'])
    const resumed = await wiggum(world, ['resume'])
    expect(resumed.code).toBe(0)
    expect(calls(world)).toEqual(['1-do-maker 1', '1-do-maker-2 2', '1-do-maker-2 3'])
    expect(passesOf(world)).toEqual([1, 2])
    expect(loggedOf(world, 'context.checkpoint')).toHaveLength(1)
    expect(merges(world)).toHaveLength(1)
  })

  test('around the end of a window that is full: same tree, same end, nothing twice', {
    tags: 'deep',
  }, async () => {
    const places = SWEEPS
      ? /agent\.failed|maker-2|work\.collected|context/
      : /^(?:appended:agent\.failed|effected:collect:1-do-maker-2|append:context\.checkpoint|effected:context-checkpoint)$/
    const args = loopOf('loop-context')
    await tryAll('a full window', { args }, (ref) =>
      byName(ref.places, places)
        .slice(0, SWEEPS ? undefined : 4)
        .map((place) => [place]),
    )
  })

  test('at every step of three passes: resumed in the same pass, same tree, same end', {
    tags: 'deep',
  }, async () => {
    const args = loopOf('loop')
    await tryAll('a loop of three passes', { args }, ({ places, numbers }) =>
      SWEEPS ? numbers.map((n) => [n]) : sampled(places).map((place) => [place]),
    )
  })
})

/** One of each step of a pass, spread over the three. */
function sampled(places: string[]) {
  const wanted = [
    '1@effected:agent:1-do-maker',
    '1@effected:collect:1-do-maker',
    '2@append:verify.complete',
    '1@append:pass.complete',
    '1@appended:decision:next-pass',
    '2@append:work.collected',
    '1@appended:review.verdict',
    '3@append:pass.complete',
  ]
  const there = byName(places, /./).map(String)
  expect(wanted.filter((place) => !there.includes(place))).toEqual([])
  return byName(places, /./).filter((place) => wanted.includes(String(place)))
}
