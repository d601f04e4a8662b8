import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import type { Scenario } from '../../src/agents/scripted/scenario.ts'
import { claudeOnPath, type Ended, scenarioFile, type World, wiggum } from '../support/cli.ts'
import { inTiers } from '../support/in-tiers.ts'
import { honest, TASK, turnOf } from '../support/scenarios.ts'
import { type Turn, underWay } from './regressions-play.ts'
import { logged, loggedOf, merges, reportOf, runId, worldKeeper } from './run-log.ts'

const worlds = worldKeeper()
afterAll(worlds.end)

const failing = (misbehave: NonNullable<Turn['misbehave']>): Turn => turnOf('maker', { misbehave })
/** The Maker's first call fails so; the later ones are honest. */
const failsFirst = (misbehave: NonNullable<Turn['misbehave']>) =>
  honest({ maker: [failing(misbehave), turnOf('maker')] })

/** A second scenario beside the first, for a chain of two. */
function another(world: World, name: string, scenario: Scenario): string {
  const path = join(world.dir, `${name}.json`)
  writeFileSync(path, JSON.stringify(scenario))
  return `scripted:${path}`
}

function run(world: World, agent: string, ...more: string[]): Promise<Ended> {
  return wiggum(world, ['run', TASK, '--strategy', 'pipeline', '--agent', agent, ...more])
}

function makers(world: World) {
  return loggedOf(world, 'agent.start').filter(({ data }) => data.archetype === 'maker')
}

describe('a limit', () => {
  test('is waited for to its instant, said on the screen, and is no failure', async () => {
    const world = worlds.fresh()
    const agent = scenarioFile(world, failsFirst({ api_error: 429, resets_in_seconds: 6 }))
    const ran = await run(world, agent)
    expect(ran.code).toBe(0)
    expect(ran.stdout).toMatch(/^\[Wait\] +scripted is at its usage limit, until .+ \(in .+\)$/m)
    expect(ran.stdout.match(/^\[Wait\]/gm)).toHaveLength(1)
    const [failed] = loggedOf(world, 'agent.failed')
    expect(failed!.data).toMatchObject({ cause: 'limit' })
    expect(makers(world)[1]!.ts >= failed!.data.retry_at!).toBe(true)
    expect(merges(world)).toEqual([runId(world)])
  })

  test('survives kill -9 and resume: status says until when, and nobody is called before', {
    tags: 'deep',
  }, async () => {
    const world = worlds.fresh()
    const agent = scenarioFile(world, failsFirst({ api_error: 429, resets_in_seconds: 30 }))
    const first = underWay(world, ['run', TASK, '--strategy', 'pipeline', '--agent', agent])
    await first.until('the limit', (event) => event.type === 'agent.failed')
    const live = await wiggum(world, ['status', runId(world), '--json'])
    const resetAt = loggedOf(world, 'agent.failed')[0]!.data.retry_at!
    expect(JSON.parse(live.stdout)).toMatchObject({ status: 'running', waits_until: resetAt, next: null })
    first.child.kill('SIGKILL')
    await first.done
    const dead = await wiggum(world, ['status'])
    expect(dead.stdout).toMatch(/interrupted: .*scripted is at its usage limit, until .+\(in /)
    const resumed = await wiggum(world, ['resume'])
    expect(resumed.code).toBe(0)
    expect(makers(world)).toHaveLength(2)
    expect(makers(world)[1]!.ts >= resetAt).toBe(true)
    expect(merges(world)).toEqual([runId(world)])
  })
})

test('resume --now does not wait for a limit', { tags: 'deep' }, async () => {
  const world = worlds.fresh()
  const agent = scenarioFile(world, failsFirst({ api_error: 429, resets_in_seconds: 3600 }))
  const first = underWay(world, ['run', TASK, '--strategy', 'pipeline', '--agent', agent])
  await first.until('the limit', (event) => event.type === 'agent.failed')
  first.child.kill('SIGKILL')
  await first.done
  expect((await wiggum(world, ['resume', '--now'])).code).toBe(0)
  expect(makers(world)[1]!.ts < loggedOf(world, 'agent.failed')[0]!.data.retry_at!).toBe(true)
})

test('an overloaded service is tried again after a pause', { tags: 'deep' }, async () => {
  const world = worlds.fresh()
  expect((await run(world, scenarioFile(world, failsFirst({ api_error: 529 })))).code).toBe(0)
  const [failed] = loggedOf(world, 'agent.failed')
  expect(failed!.data.cause).toBe('overload')
  expect(Date.parse(makers(world)[1]!.ts) - Date.parse(failed!.ts)).toBeGreaterThanOrEqual(5_000)
})

test('a refused login stops the run at once (4), and the ending says what to type', async () => {
  const world = worlds.fresh()
  const ran = await run(world, scenarioFile(world, failsFirst({ api_error: 401 })))
  expect(ran.code).toBe(4)
  expect(makers(world)).toHaveLength(1)
  expect(ran.stdout).toMatch(/━━━ agent-unavailable: .*`wiggum resume`/)
  expect((await wiggum(world, ['resume'])).code).toBe(0)
})

describe('a chain', () => {
  const unfit: [string, NonNullable<Turn['misbehave']>][] = [
    ['cannot log in', { api_error: 401 }],
    ['is limited for an hour', { api_error: 429, resets_in_seconds: 3600 }],
  ]
  for (const [some, options] of inTiers(unfit, 2))
    test.each(some)(
      'goes on with the next agent where one %s, and says so',
      options,
      async (_, misbehave) => {
        const world = worlds.fresh()
        const first = scenarioFile(world, honest({ maker: [failing(misbehave)] }))
        const second = another(world, 'second', honest())
        const ran = await run(world, `${first},${second}`)
        expect(ran.code).toBe(0)
        expect(makers(world).map(({ data }) => data.name)).toEqual([first, second])
        const [decided] = loggedOf(world, 'decision').filter(({ data }) => data.what === 'agent-fallback')
        expect(decided!.data).toMatchObject({ chosen: second, alternatives: [first] })
        expect(ran.stdout).toMatch(/^\[Agent\] /m)
        expect(reportOf(world)).toContain('else')
        expect(merges(world)).toEqual([runId(world)])
      },
    )

  test('killed between the decision and the call: resume calls the agent that was chosen', {
    tags: 'deep',
  }, async () => {
    const world = worlds.fresh()
    const first = scenarioFile(world, honest({ maker: [failing({ api_error: 401 })] }))
    const second = another(world, 'second', honest())
    const args = ['run', TASK, '--strategy', 'pipeline', '--agent', `${first},${second}`]
    await wiggum(world, args, { WIGGUM_FAILPOINT: '1@appended:decision:agent-fallback' })
    expect(logged(world).at(-1)).toMatchObject({ type: 'decision', data: { what: 'agent-fallback' } })
    expect((await wiggum(world, ['resume'])).code).toBe(0)
    expect(makers(world).map(({ data }) => data.name)).toEqual([first, second])
    expect(loggedOf(world, 'decision').filter(({ data }) => data.what === 'agent-fallback')).toHaveLength(1)
  })

  test('leaves out what is not installed, on the record; with nobody left it is an error (4)', async () => {
    const world = worlds.fresh()
    const there = scenarioFile(world, honest())
    const ran = await run(world, `codex,${there}`)
    expect(ran.code).toBe(0)
    const [decided] = loggedOf(world, 'decision').filter(({ data }) => data.what === 'agent')
    expect(decided!.data).toMatchObject({ chosen: there, alternatives: ['codex'] })
    const nobody = await run(worlds.fresh(), 'codex,pi')
    expect(nobody.code).toBe(4)
    expect(nobody.stderr).toMatch(/Codex.*not on the PATH.*npm install/)
  })
})

describe('agents by role', () => {
  test('play their own roles, from the command line as from the configuration', {
    tags: 'deep',
  }, async () => {
    const world = worlds.fresh()
    const guardian = another(world, 'guardian', {
      name: 'guardian',
      roles: { guardian: honest().roles.guardian! },
    })
    world.write('.wiggum/config.yaml', `agents: { guardian: ${guardian} }\n`)
    const all = honest()
    const { guardian: _, ...rest } = all.roles
    const others = scenarioFile(world, { ...all, roles: rest })
    expect((await run(world, others)).code).toBe(0)
    const names = Object.fromEntries(
      loggedOf(world, 'agent.start').map(({ data }) => [data.archetype, data.name]),
    )
    expect(names).toMatchObject({ maker: others, creator: others, guardian })

    const flagged = worlds.fresh()
    claudeOnPath(flagged, all)
    const maker = another(flagged, 'maker', { name: 'maker', roles: { maker: all.roles.maker! } })
    expect((await run(flagged, `claude,maker=${maker}`)).code).toBe(0)
    const played = loggedOf(flagged, 'agent.start').map(({ data }) => [data.archetype, data.name])
    expect(Object.fromEntries(played)).toMatchObject({ maker, guardian: 'claude' })
  })

  test.each([
    ['gaurdian=claude', /no role "gaurdian".*nearest known is "guardian"/],
    ['maker=nobody', /no agent named "nobody"; known are claude/],
    ['claude,,codex', /names no agent in one place/],
  ])('that are wrong are one sentence (2): %s', async (agent, says) => {
    const ran = await run(worlds.fresh(), agent)
    expect(ran).toMatchObject({ code: 2, stdout: '' })
    expect(ran.stderr).toMatch(says)
    expect(ran.stderr.trim().split('\n')).toHaveLength(1)
  })

  test('an unknown role in the configuration is the same', async () => {
    const world = worlds.fresh()
    world.write('.wiggum/config.yaml', 'agents: { makr: claude }\n')
    const ran = await run(world, scenarioFile(world, honest()))
    expect(ran.code).toBe(2)
    expect(ran.stderr).toMatch(/no role "makr"/)
  })
})

test('what an agent was refused is shown with its step and in status', async () => {
  const world = worlds.fresh()
  const maker = [turnOf('maker', { denials: ['WebFetch', 'WebFetch', 'Bash'] })]
  const guardian = [turnOf('guardian', { denials: ['Write'] })]
  const ran = await run(world, scenarioFile(world, honest({ maker, guardian })))
  expect(ran.code).toBe(0)
  expect(ran.stdout).toMatch(/Maker .*done \(.*refused: WebFetch, Bash/)
  expect(ran.stdout).toMatch(/Guardian .*APPROVED.*\(refused: Write\)/)
  const status = await wiggum(world, ['status'])
  expect(status.stdout).toContain('Maker, refused: WebFetch, Bash')
})
