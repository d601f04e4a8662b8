import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { loggedOf, merges, runId } from '../../e2e/run-log.ts'
import { bubblewrap } from '../../sandbox/site.ts'
import { clis } from './clis.ts'
import { honest, NEW_TEST, newTest, TASK } from './plays.ts'
import { agentWorlds, isMissing, orphans } from './world.ts'

/** Real agents in the sandbox: they find their login, write their own state, and no settings of the user's. */

const worlds = agentWorlds()
afterAll(worlds.end)

/** Of each agent: a file of the user's that a run must not change. */
const KEPT = {
  claude: '.claude/settings.json',
  codex: '.codex/config.toml',
  gemini: '.gemini/settings.json',
  pi: '.pi/agent/models.json',
}
/** All seven work in it; these four differ in how they are driven. */
const NAMES = ['claude', 'codex', 'gemini', 'pi'] as const

describe.each(NAMES)('%s in bubblewrap', (name) => {
  test.skipIf(bubblewrap === null || isMissing(name))('plans, makes, reviews and lands', async () => {
    const world = await worlds.fresh(honest(), [name])
    world.env.WIGGUM_SANDBOX = 'bubblewrap'
    const kept = join(world.env.HOME ?? '', KEPT[name])
    if (name === 'claude') writeFileSync(join(world.env.HOME ?? '', '.claude.json'), '{}')
    const before = read(kept)
    const run = await world.wiggum('run', TASK, '--agent', clis[name].agent, '--strategy', 'pipeline')
    expect(run.code, run.stdout + run.stderr).toBe(0)
    expect(loggedOf(world, 'run.start')[0]?.data.sandbox?.name).toBe('bubblewrap')
    expect(merges(world)).toEqual([runId(world)])
    expect(world.git('show', `main:${NEW_TEST}`)).toBe(newTest)
    if (before !== null) expect(read(kept)).toBe(before)
    if (name === 'claude') expect(read(join(world.env.HOME ?? '', '.claude.json'))).toBe('{}')
    expect(await orphans(world)).toEqual([])
  })
})

test.skipIf(bubblewrap === null || isMissing('claude'))(
  'an agent whose only way out is the metering proxy lands, and can reach nothing else',
  async () => {
    const world = await worlds.fresh(honest(), ['claude'])
    world.env.WIGGUM_SANDBOX = 'bubblewrap'
    world.write('.wiggum/config.yaml', 'metering: true\nsandbox_options: { network: none }\n')
    const run = await world.wiggum('run', TASK, '--agent', 'claude', '--strategy', 'pipeline')
    expect(run.code, run.stdout + run.stderr).toBe(0)
    const sources = loggedOf(world, 'agent.complete').map(({ data }) => data.usage_source)
    expect(new Set(sources)).toEqual(new Set(['proxy']))
  },
)

function read(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}
