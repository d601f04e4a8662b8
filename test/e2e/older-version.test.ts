import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { ended, scenarioFile, type World, wiggum } from '../support/cli.ts'
import { honest, TASK } from '../support/scenarios.ts'
import { logged, merges, runId, worldKeeper } from './run-log.ts'

/** `dist/wiggum.js` of the commit before logs had version 2; docs/testing.md says how to build it. */
const OLDER = process.env.WIGGUM_OLDER

const worlds = worldKeeper()
afterAll(worlds.end)

function older(world: World, args: string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [resolve(OLDER!), ...args], {
    cwd: world.repo,
    env: { ...world.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  return ended(child)
}

describe.runIf(OLDER)('a run that an older wiggum began and was killed in', () => {
  test.each([
    ['pipeline', '1@appended:agent.start'],
    ['pipeline', '2@appended:agent.complete'],
    ['pdca', '1@append:work.collected'],
    ['pdca', '3@appended:agent.start'],
    ['pdca', '1@appended:land.start'],
    ['loop', '1@appended:work.collected'],
  ])('%s, at %s, is resumed and lands, and the older one refuses its log', async (strategy, failpoint) => {
    const world = worlds.fresh()
    const agent = scenarioFile(world, honest())
    const killed = await older(world, ['run', TASK, '--agent', agent, '--strategy', strategy], {
      WIGGUM_FAILPOINT: failpoint,
    })
    expect(killed.code).toBeNull()
    const before = logged(world)
    expect(new Set(before.map(({ v }) => v))).toEqual(new Set([1]))
    const resumed = await wiggum(world, ['resume', runId(world)])
    expect(resumed).toMatchObject({ code: 0, stderr: '' })
    expect(merges(world)).toEqual([runId(world)])
    const versions = logged(world).map(({ v }) => v)
    expect(versions.slice(0, before.length)).toEqual(before.map(() => 1))
    expect(new Set(versions.slice(before.length))).toEqual(new Set([2]))
    const refused = await older(world, ['explain', runId(world)])
    expect(refused.stdout + refused.stderr).toContain(
      `From line ${before.length + 1} on, the log was written by a newer wiggum (it has format version 2, known is 1); update wiggum to read it`,
    )
  })
})
