import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import type { Scenario } from '../../src/agents/scripted/scenario.ts'
import { type Ended, scenarioFile, type World, wiggum } from '../support/cli.ts'
import { honest, TASK, turnOf } from '../support/scenarios.ts'
import { logged, loggedOf, merges, reportOf, runId, worldKeeper } from './run-log.ts'

const worlds = worldKeeper()
afterAll(worlds.end)

/** Every role's honest turn, at this price. */
function priced(usd: number | null, over: Partial<Record<string, Turn[]>> = {}): Scenario {
  const { name, roles } = honest(over)
  const usage = { input_tokens: 100, output_tokens: 100, cost_usd: usd }
  const all = Object.entries(roles).map(([role, turns]) => [role, turns.map((turn) => ({ ...turn, usage }))])
  return { name, roles: Object.fromEntries(all) }
}

type Turn = Scenario['roles'][string][number]

/** The Maker leaves its edits uncommitted for a while, and looks at what git makes of them. */
const slowMaker = turnOf('maker', {
  run: ['git add -A && git stash list', 'sleep 2.5', 'git status --short'],
})

function run(
  world: World,
  scenario: Scenario,
  args: string[] = [],
  env: Record<string, string> = {},
): Promise<Ended> {
  const agent = scenarioFile(world, scenario)
  return wiggum(world, ['run', TASK, '--strategy', 'pipeline', '--agent', agent, ...args], env)
}

const config = (world: World, text: string) => world.write('.wiggum/config.yaml', text)
const percents = (world: World) => loggedOf(world, 'budget.threshold').map(({ data }) => data.percent)
const called = (world: World) => loggedOf(world, 'agent.start').map(({ data }) => data.step)
const ending = (world: World) => loggedOf(world, 'run.complete').at(-1)?.data

describe('a checkpoint', () => {
  test('is made while the Maker is at work: its work is on a rescue ref, and the run goes on to land', async () => {
    const world = worlds.fresh()
    config(world, 'checkpoint: { minutes: 0.01 }\n')
    const ended = await run(world, honest({ maker: [slowMaker] }))
    expect(ended.code, ended.stdout + ended.stderr).toBe(0)
    const log = logged(world)
    const isMaker = (event: (typeof log)[number]) =>
      event.type === 'agent.complete' && event.data.archetype === 'maker'
    const during = log.slice(0, log.findIndex(isMaker)).flatMap((event) => {
      return event.type === 'policy.checkpoint' ? event.data : []
    })
    const [ref] = during.flatMap(({ refs }) => refs)
    expect(ref).toBe(`refs/wiggum/rescue/${runId(world)}/1`)
    const [edit] = slowMaker.edits ?? []
    expect(world.git('diff', '--name-only', 'main~1', ref!)).toContain(edit!.path)
    expect(during[0]).toMatchObject({ trigger: 'minutes', pushed: null, problems: [] })
    expect(during[0]!.quality).toEqual(['not yet comparable: there is one cycle to look at'])
    expect(during.at(-1)!.decision).toContain('goes on')
    const centre = readFileSync(join(world.repo, '.wiggum/control-center.md'), 'utf8')
    expect(centre).toContain(`# Run ${runId(world)}`)
    expect(centre).toContain('## Where the work is')
    expect(reportOf(world)).toContain('## Limits')
    expect(merges(world)).toEqual([runId(world)])
    expect(world.git('status', '--porcelain', '-uno').trim()).toBe('')
  })

  test('does not disturb the agent: its index and its tree are as it left them', {
    tags: 'deep',
  }, async () => {
    const world = worlds.fresh()
    config(world, 'checkpoint: { minutes: 0.005 }\n')
    const look = 'git status --porcelain=v2 | sha256sum; sleep 0.15'
    const busy = turnOf('maker', { run: ['git add -A', ...Array.from({ length: 12 }, () => look)] })
    const ended = await run(world, honest({ maker: [busy] }))
    expect(ended.code, ended.stdout + ended.stderr).toBe(0)
    expect(loggedOf(world, 'policy.checkpoint').length).toBeGreaterThan(0)
    const raw = join(world.repo, '.wiggum/artifacts', runId(world), 'raw/1-do-maker-1.jsonl')
    const seen = [...readFileSync(raw, 'utf8').matchAll(/([0-9a-f]{64}) {2}-/g)].map(([, hash]) => hash)
    expect(seen.length).toBeGreaterThanOrEqual(12)
    expect(new Set(seen).size).toBe(1)
  })

  test('is pushed where checkpoint.push says so; a remote that refuses is a warning', {
    tags: 'deep',
  }, async () => {
    const world = worlds.fresh()
    const remote = join(world.dir, 'remote.git')
    execFileSync('git', ['init', '-q', '--bare', remote], { env: world.env })
    world.git('remote', 'add', 'origin', remote)
    world.git('push', '-q', '-u', 'origin', 'main')
    config(world, 'checkpoint: { minutes: 0.01, push: true }\n')
    expect((await run(world, honest({ maker: [slowMaker] }))).code).toBe(0)
    const pushed = loggedOf(world, 'policy.checkpoint').map(({ data }) => data.pushed)
    expect(pushed.every((each) => each?.ok)).toBe(true)
    const there = execFileSync('git', ['for-each-ref', '--format=%(refname)'], {
      cwd: remote,
      encoding: 'utf8',
    })
    expect(there).toContain(`refs/wiggum/rescue/${runId(world)}/1`)

    const refused = worlds.fresh()
    refused.git('remote', 'add', 'origin', join(refused.dir, 'nowhere.git'))
    refused.git('config', 'branch.main.remote', 'origin')
    config(refused, 'checkpoint: { minutes: 0.01, push: true }\n')
    const ended = await run(refused, honest({ maker: [slowMaker] }))
    expect(ended.code).toBe(0)
    const problems = loggedOf(refused, 'policy.checkpoint').map(({ data }) => data.pushed)
    expect(problems.some((each) => each?.ok === false && each.what.includes('could not push'))).toBe(true)
    expect(ended.stdout).toContain('could not push to origin')
  })

  test('survives the death of the supervisor, and the run lands', { tags: 'deep' }, async () => {
    const world = worlds.fresh()
    config(world, 'checkpoint: { minutes: 0.01 }\n')
    await run(world, honest({ maker: [slowMaker] }), [], { WIGGUM_FAILPOINT: '1@appended:policy.checkpoint' })
    expect(ending(world)).toBeUndefined()
    const resumed = await wiggum(world, ['resume'])
    expect(resumed.code, resumed.stdout + resumed.stderr).toBe(0)
    expect(merges(world)).toEqual([runId(world)])
  })
})

describe('a budget', () => {
  test('BL2: is not given back by a crash at 94 %', async () => {
    const world = worlds.fresh()
    const scenario = priced(0.47)
    await run(world, scenario, ['--budget-usd', '1'], { WIGGUM_FAILPOINT: '2@appended:agent.complete' })
    expect(ending(world)).toBeUndefined()
    const resumed = await wiggum(world, ['resume'])
    expect(resumed.code, resumed.stdout + resumed.stderr).toBe(24)
    expect(percents(world)).toEqual([50, 80, 95, 100])
    expect(called(world)).toEqual(['1-plan-creator', '1-do-maker', '1-check-guardian'])
    expect(ending(world)).toMatchObject({ status: 'budget', exit_code: 24 })
    expect(
      world
        .git('log', '--format=%s', `wiggum/${runId(world)}`)
        .trim()
        .split('\n').length,
    ).toBeGreaterThan(1)
    expect(reportOf(world)).toContain('141 % of the budget of $1.00 is spent')
  })

  test('BL1: nobody says what it costs: the run stops after one call, and says how to go on', {
    tags: 'deep',
  }, async () => {
    const world = worlds.fresh()
    const ended = await run(world, priced(null), ['--budget-usd', '5'])
    expect(ended.code, ended.stdout + ended.stderr).toBe(24)
    expect(called(world)).toEqual(['1-plan-creator'])
    expect(ended.stdout).toContain('--meter')
  })

  test('at 80 % lets reviewers play one tier lower', { tags: 'deep' }, async () => {
    const world = worlds.fresh()
    config(world, 'models: { default: large, tiers: [small, middle, large] }\n')
    const ended = await run(world, priced(0.21), ['--budget-usd', '0.5'])
    expect(ended.code, ended.stdout + ended.stderr).toBe(24)
    const models = loggedOf(world, 'agent.start').map(({ data }) => [data.archetype, data.model])
    expect(models).toEqual([
      ['creator', 'large'],
      ['maker', 'large'],
      ['guardian', 'middle'],
    ])
    const lowered = loggedOf(world, 'correction.applied').map(({ data }) => data.text)
    expect(lowered[0]).toContain('guardian by middle instead of large')
    expect(ended.stdout).toContain('reviewers play one tier lower')
  })

  test('at 95 % finishes what is under way, and lands it', { tags: 'deep' }, async () => {
    const world = worlds.fresh()
    const ended = await run(world, priced(0.24), ['--budget-usd', '1'])
    expect(ended.code, ended.stdout + ended.stderr).toBe(0)
    expect(percents(world)).toEqual([50, 80, 95])
    expect(merges(world)).toEqual([runId(world)])
  })

  test('at 95 % begins no fix: 24, the work on its branch; resumed it asks, and goes on after a yes', {
    tags: 'deep',
  }, async () => {
    const world = worlds.fresh()
    const [path] = (slowMaker.edits ?? []).map((edit) => edit.path)
    const finding = {
      file: path,
      line: 1,
      severity: 'CRITICAL',
      category: 'reliability',
      description: 'an empty title gives an empty slug',
      fix: 'fall back to a word',
      evidence: 'slugify("") returns ""',
    }
    const rejects = turnOf('guardian', {
      contract: { status: 'DONE', verdict: 'REJECTED', findings: [finding] },
    })
    const scenario = priced(0.19, { guardian: [rejects, turnOf('guardian')] })
    const ended = await run(world, scenario, ['--budget-usd', '1'])
    expect(ended.code, ended.stdout + ended.stderr).toBe(24)
    expect(called(world)).not.toContain('1-do-maker-2')
    expect(ending(world)?.reason).toContain('nearly spent')
    expect(world.git('rev-parse', `wiggum/${runId(world)}`).trim()).toBe(ending(world)?.head)
    const resumed = await wiggum(world, ['resume'])
    expect(resumed.code, resumed.stdout + resumed.stderr).toBe(20)
    expect((await wiggum(world, ['status'])).stdout).toContain('Resource limits reached')
    const answered = await wiggum(world, ['approve', runId(world)])
    expect(answered.stdout + answered.stderr).toContain('Maker')
    expect(called(world)).toContain('1-do-maker-2')
  })
})

test('a prompt too long for the window is built again without what it can do without', async () => {
  const world = worlds.fresh()
  const explorer = turnOf('explorer', {
    output: `Recommendation: strip it.\n${'x'.repeat(450_000)}`,
  })
  const agent = scenarioFile(world, honest({ explorer: [explorer] }))
  const args = ['run', TASK, '--strategy', 'pdca', '--workflow', 'standard', '--agent', agent]
  const ended = await wiggum(world, args)
  const applied = loggedOf(world, 'correction.applied').filter(({ data }) => data.layer === 'boundary')
  expect(applied.map(({ data }) => [data.shadow, data.step, data.rung])).toContainEqual([
    'boundary.context',
    '1-plan-creator',
    'correct',
  ])
  const folder = join(world.repo, '.wiggum/artifacts', runId(world), 'prompts')
  const prompt = readFileSync(join(folder, '1-plan-creator-1.md'), 'utf8')
  expect(prompt).toContain('(Left out, because it is too long for your window')
  expect(prompt).toContain(TASK)
  expect(prompt.length).toBeLessThan(20_000)
  expect(ended.code, ended.stdout + ended.stderr).toBe(0)
})
