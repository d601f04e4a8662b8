import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { demoProject } from '../../src/agents/scripted/demo-files.ts'
import { SOURCE, TEST } from '../../src/agents/scripted/demo-honest.ts'
import type { Scenario } from '../../src/agents/scripted/scenario.ts'
import type { EventOf } from '../../src/core/events.ts'
import { scenarioFile, type World, wiggum } from '../support/cli.ts'
import { honest, TASK, turnOf } from '../support/scenarios.ts'
import { logged, runId, worldKeeper } from './run-log.ts'

const worlds = worldKeeper()
afterAll(worlds.end)

type Turn = Scenario['roles'][string][number]
type Detected = EventOf<'stagnation.detected'>['data']

const MENDED = demoProject[SOURCE]!.replace("'-')\n", "'-')\n    .replace(/^-+|-+$/g, '')\n")
const CASE = `\ntest('no dash at the ends', () => {\n  assert.equal(slugify('(a) b!'), 'a-b')\n})\n`
const mends = turnOf('maker', {
  edits: [
    { path: SOURCE, write: MENDED },
    { path: TEST, write: `${demoProject[TEST]}${CASE}` },
  ],
})

/** Looks at the same file again and again, and would never end by itself. */
const circles: Turn = turnOf('maker', {
  edits: [],
  run: [],
  commit: false,
  tool_calls: Array.from({ length: 12 }, () => ({
    name: 'Bash',
    input: { command: `cat ${SOURCE}` },
    result: 'the same',
    is_error: false,
  })),
  misbehave: { hang: true } as Turn['misbehave'],
})

async function loop(turns: Turn[], flags: string[], config = '') {
  const world = worlds.fresh({ ...demoProject, ...(config ? { '.wiggum/config.yaml': config } : {}) })
  const agent = scenarioFile(world, honest({ maker: turns }))
  const run = await wiggum(world, ['loop', TASK, '--json', '--agent', agent, ...flags])
  return { world, run }
}

function detections(world: World): Detected[] {
  return logged(world).flatMap((event) => (event.type === 'stagnation.detected' ? [event.data] : []))
}

function attempts(world: World): number[] {
  return logged(world).flatMap((event) =>
    event.type === 'agent.start' && event.data.archetype === 'maker' ? [event.data.attempt] : [],
  )
}

const halts = (rule: string, at: number) =>
  `version: 1\ndetectors:\n  ${rule}: { thresholds: { nudge: 1000, halt: ${at} } }\n`

describe('a call that goes in circles', () => {
  test('is ended, told why, and lands', async () => {
    const { world, run } = await loop([circles, mends], [])
    expect(run.code).toBe(0)
    const [seen] = detections(world)
    expect(seen).toMatchObject({ detector: 'trace.same-call', tier: 'nudge', acted: true })
    expect(attempts(world)).toEqual([1, 2])
    const prompt = join(world.repo, '.wiggum/artifacts', runId(world), 'prompts/1-do-maker-2.md')
    expect(readFileSync(prompt, 'utf8')).toContain('stopped in the middle of your work')
  })

  test('is halted where that is configured (23), and resume goes on', { tags: 'deep' }, async () => {
    const { world, run } = await loop(
      [circles, mends],
      ['--on-stagnation', 'abort'],
      halts('trace.same-call', 5),
    )
    expect(run.code).toBe(23)
    expect(detections(world)).toMatchObject([{ tier: 'halt', acted: true }])
    const resumed = await wiggum(world, ['resume', runId(world)])
    expect(resumed.code).toBe(0)
  })
})

test('what is halted gives back the work as it stood best: green, before it was destroyed', {
  tags: 'deep',
}, async () => {
  const turn = turnOf('maker', {
    edits: [
      { path: SOURCE, write: MENDED },
      { path: TEST, write: `${demoProject[TEST]}${CASE}` },
    ],
    run: [
      'node --test',
      // The snapshot is taken while the agent goes on.
      'sleep 3; true',
      `echo broken > ${SOURCE}`,
      ...Array.from({ length: 6 }, () => `cat ${SOURCE}`),
    ],
    commit: false,
    misbehave: { hang: true } as Turn['misbehave'],
  })
  const { world, run } = await loop([turn], ['--on-stagnation', 'abort'], halts('trace.same-call', 5))
  expect(run.code).toBe(23)
  expect(detections(world)[0]!.best?.why).toContain('green')
  const saved = logged(world).flatMap((event) => (event.type === 'rescue.saved' ? [event.data] : []))
  const best = saved.find(({ reason }) => reason.includes('stood best'))
  expect(world.git('show', `${best!.ref}:${SOURCE}`)).toBe(MENDED)
  const last = saved.find(({ reason }) => !reason.includes('stood best'))
  expect(world.git('show', `${last!.ref}:${SOURCE}`)).toBe('broken\n')
})

test('diagnosed from its log, a run shows exactly what was seen while it ran', { tags: 'deep' }, async () => {
  const runs = [
    await loop([circles, mends], []),
    await loop([circles], ['--on-stagnation', 'abort'], halts('trace.same-call', 5)),
  ]
  for (const { world } of runs) {
    const log = join(world.repo, '.wiggum/events', `${runId(world)}.jsonl`)
    const told = await wiggum(world, ['diagnose', log, '--json'])
    const { runs: calls } = JSON.parse(told.stdout) as { runs: Diagnosed[] }
    const offline = calls.flatMap(({ id, detections: all }) =>
      all.map(({ detector, tier, step }) => [id, detector, tier, step]),
    )
    const live = detections(world).map(({ step, attempt, detector, tier, agent_step }) => [
      `${runId(world)}/${step}-${attempt}`,
      detector,
      tier,
      agent_step + 1,
    ])
    expect(live.length).toBeGreaterThan(0)
    expect(offline).toEqual(live)
  }
})

interface Diagnosed {
  id: string
  detections: { detector: string; tier: string; step: number }[]
}
