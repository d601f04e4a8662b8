import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { logged, merges, runId } from '../../e2e/run-log.ts'
import { type CliName, clis } from './clis.ts'
import { honest, NEW_TEST, newTest, TASK } from './plays.ts'
import { type AgentWorld, agentWorlds, isMissing, ofType, orphans } from './world.ts'

/** Whole runs with real agents: the files are written by the agent's own tools, and landed by us. */

const worlds = agentWorlds()
afterAll(worlds.end)

async function expectLanded(world: AgentWorld, run: { code: number | null; stdout: string; stderr: string }) {
  expect(run.code, run.stdout + run.stderr).toBe(0)
  expect(merges(world)).toEqual([runId(world)])
  expect(world.git('show', `main:${NEW_TEST}`)).toBe(newTest)
  expect(readFileSync(join(world.repo, 'src/slugify.js'), 'utf8')).toContain('^-+|-+$')
  expect(await orphans(world)).toEqual([])
}

/** Tokens by what the log says; `null` where any call's are unknown. */
function recorded(world: AgentWorld) {
  const usages = ofType(logged(world), 'agent.complete').map(({ data }) => data.usage)
  const total = (key: 'input_tokens' | 'output_tokens') =>
    usages.reduce<number | null>(
      (sum, { [key]: count }) => (sum === null || count === null ? null : sum + count),
      0,
    )
  return { input: total('input_tokens'), output: total('output_tokens') }
}

/** Whether an agent says all of what it used. Where it leaves something out, we know nothing. */
const COUNTS: Record<CliName, boolean> = {
  claude: true,
  codex: true,
  pi: true,
  gemini: true,
  qwen: false,
  opencode: false,
  copilot: true,
}
// The keys of a record over exactly these names.
const NAMES = Object.keys(COUNTS) as CliName[]

describe.each(NAMES)('pipeline with %s', (name) => {
  test.skipIf(isMissing(name))('plans, makes, reviews, verifies and lands', async () => {
    const world = await worlds.fresh(honest(), [name])
    const run = await world.wiggum('run', TASK, '--agent', clis[name].agent, '--strategy', 'pipeline')
    await expectLanded(world, run)
    expect(world.model.problems).toEqual([])
    const { input, output } = world.model.totals()
    expect(recorded(world)).toEqual(COUNTS[name] ? { input, output } : { input: null, output: null })
    const [made] = ofType(logged(world), 'agent.complete').filter(({ data }) => data.archetype === 'maker')
    expect(made?.data.steps).toMatchObject({
      total: 4,
      edits: 2,
      failed_edits: 0,
      failed_shells: 0,
      tests: 1,
    })
  })
})
