import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { demoScenarios } from '../../src/agents/scripted/demo-project.ts'
import { claudeOnPath, events, makeWorld, result, scenarioFile, type World, wiggum } from '../support/cli.ts'
import { playStory, withoutPauses } from './pdca-play.ts'
import { logged, merges } from './run-log.ts'

const PATIENCE = 240_000
const worlds: World[] = []
afterEach(() => {
  for (const world of worlds.splice(0)) world.end()
})

/** The story's agent, in a world with something outside its workspace that it wants to delete. */
function worldWithOutside(...before: object[]) {
  const world = makeWorld()
  worlds.push(world)
  const outside = join(world.dir, 'outside')
  writeFileSync(outside, 'somebody’s')
  const { scenario, task } = demoScenarios['loop-asks']
  const { roles, name } = withoutPauses(scenario)
  const maker = roles.maker!.map((turn) => ({ ...turn, asks: [{ command: `rm -rf ${outside}` }] }))
  const turns = [...before.map((over) => ({ ...maker[0]!, ...over })), ...maker]
  const played = { name, roles: { ...roles, maker: turns } }
  const agent = scenarioFile(world, played)
  const loop = (...flags: string[]) => wiggum(world, ['loop', task, '--json', '--agent', agent, ...flags])
  return { world, outside, loop, played, task }
}

test(
  'an agent that wants to delete outside its workspace is refused, the run waits, and an approval lets exactly that',
  async () => {
    const { world, outside, loop } = worldWithOutside()
    const asked = await loop()
    expect(asked.code).toBe(20)
    expect(existsSync(outside)).toBe(true)
    const { run_id } = result(asked)
    expect(events(asked).find((event) => event.type === 'agent.complete')?.data).toMatchObject({
      denials: ['Bash'],
      asked: [{ kind: 'delete', what: outside, allowed: false }],
    })
    const status = await wiggum(world, ['status', run_id])
    expect(status.stdout).toContain(outside)
    expect(status.stdout).toContain(`wiggum approve ${run_id}`)

    const approved = await wiggum(world, ['approve', run_id])
    expect(approved.code).toBe(0)
    expect(existsSync(outside)).toBe(false)
    expect(merges(world)).toHaveLength(1)
    const calls = logged(world, run_id).flatMap((event) =>
      event.type === 'agent.complete' && event.data.archetype === 'maker' ? [event.data] : [],
    )
    expect(calls.map(({ step, asked }) => [step, asked?.[0]?.allowed])).toEqual([
      ['1-do-maker', false],
      ['1-do-maker', true],
    ])
  },
  PATIENCE,
)

test('an agent that is blocked by the refusal goes on in its own tree after the approval, and nothing is set aside', {
  tags: 'deep',
}, async () => {
  const blocked = { contract: { status: 'BLOCKED', summary: 'I may not delete it.' } }
  const { world, outside, played, task } = worldWithOutside(blocked)
  // An agent that can go on with a conversation.
  claudeOnPath(world, played)
  const asked = await wiggum(world, ['loop', task, '--json', '--agent', 'claude'])
  expect(asked.code).toBe(20)
  const { run_id } = result(asked)
  expect((await wiggum(world, ['approve', run_id])).code).toBe(0)
  expect(existsSync(outside)).toBe(false)
  const log = logged(world, run_id)
  const calls = log.flatMap(({ type, data }) =>
    type === 'agent.start' && data.archetype === 'maker' ? [data] : [],
  )
  expect(calls.map(({ step, continues }) => [step, continues !== null])).toEqual([
    ['1-do-maker', false],
    ['1-do-maker', true],
  ])
  expect(log.filter(({ type }) => type === 'rescue.saved')).toEqual([])
  expect(merges(world)).toHaveLength(1)
})

test('what an agent wanted before its limit is asked once its conversation has gone on and ended', {
  tags: 'deep',
}, async () => {
  const limit = { misbehave: { api_error: 429, resets_in_seconds: 1 } }
  const { world, outside, played, task } = worldWithOutside(limit)
  played.roles.maker = played.roles.maker.map((turn, nth) => (nth === 1 ? { ...turn, asks: [] } : turn))
  claudeOnPath(world, played)
  const asked = await wiggum(world, ['loop', task, '--json', '--agent', 'claude'])
  expect(asked.code).toBe(20)
  const log = logged(world, result(asked).run_id)
  const wanted = log.flatMap(({ type, data }) =>
    type === 'agent.failed' || type === 'agent.complete' ? [[type, data.asked]] : [],
  )
  expect(wanted).toEqual([
    ['agent.failed', [{ kind: 'delete', what: outside, allowed: false }]],
    ['agent.complete', undefined],
  ])
  expect(log.flatMap(({ type, data }) => (type === 'gate.opened' ? data.evidence : []))).toEqual([outside])
  expect(existsSync(outside)).toBe(true)
})

test('after a rejection the work lands without it, whoever goes on with the run', {
  tags: 'deep',
}, async () => {
  const { world, outside, loop } = worldWithOutside()
  const { run_id } = result(await loop())
  expect((await wiggum(world, ['reject', run_id, 'that is not ours', '--no-resume'])).code).toBe(0)
  expect((await wiggum(world, ['resume', run_id])).code).toBe(0)
  expect(existsSync(outside)).toBe(true)
  expect(merges(world)).toHaveLength(1)
})

test('allowed beforehand it is done at once; denied by the configuration nobody is asked', {
  tags: 'deep',
}, async () => {
  const allowed = worldWithOutside()
  expect((await allowed.loop('--allow', 'delete')).code).toBe(0)
  expect(existsSync(allowed.outside)).toBe(false)
  const denied = worldWithOutside()
  denied.world.write('.wiggum/config.yaml', 'gates: { delete: deny }\n')
  const run = await denied.loop()
  expect(run.code).toBe(0)
  expect(existsSync(denied.outside)).toBe(true)
  expect(events(run).some((event) => event.type === 'gate.opened')).toBe(false)
})

test(
  'the story loop-asks waits for an answer',
  async () => {
    const played = await playStory('loop-asks')
    worlds.push(played.world)
    expect(played.code).toBe(20)
  },
  PATIENCE,
)
