import { afterAll, describe, expect, test } from 'vitest'
import { logged } from '../../e2e/run-log.ts'
import { type CliName, clis } from './clis.ts'
import { honest, look, planned, TASK } from './plays.ts'
import { type AgentWorld, agentWorlds, isMissing, ofType } from './world.ts'

/** The metering proxy's totals are the scripted model's own count, whatever the agent itself reports. */

const worlds = agentWorlds()
afterAll(worlds.end)

const NAMES: CliName[] = ['claude', 'codex', 'gemini', 'qwen', 'opencode', 'copilot', 'pi']

function metered(world: AgentWorld) {
  const calls = ofType(logged(world), 'agent.complete').map(({ data }) => data)
  return {
    sources: [...new Set(calls.map((call) => call.usage_source))],
    input: calls.reduce((sum, { usage }) => sum + (usage.input_tokens ?? Number.NaN), 0),
    output: calls.reduce((sum, { usage }) => sum + (usage.output_tokens ?? Number.NaN), 0),
  }
}

describe.each(NAMES)('metering %s', (name) => {
  test.skipIf(isMissing(name))('gives the count of the model itself', async () => {
    const world = await worlds.fresh(honest({ Creator: [look, look, planned] }), [name])
    const agent = clis[name].agent
    await world.wiggum('run', TASK, '--dry-run', '--meter', '--agent', agent, '--strategy', 'pipeline')
    const { input, output, answers } = world.model.totals()
    expect(answers).toBeGreaterThanOrEqual(3)
    expect(metered(world)).toEqual({ sources: ['proxy'], input, output })
  })
})

test.skipIf(isMissing('claude'))(
  'a call that failed is known too: refused is nothing, cut off is a part',
  async () => {
    const refused = await worlds.fresh(honest({ Creator: [{ status: 401 }] }), ['claude'])
    const run = await refused.wiggum('run', TASK, '--agent', 'claude', '--strategy', 'pipeline', '--meter')
    expect(run.code, run.stdout + run.stderr).toBe(4)
    const [failed] = ofType(logged(refused), 'agent.failed')
    expect(failed?.data).toMatchObject({
      usage_source: 'proxy',
      usage: { input_tokens: 0, output_tokens: 0, cost_usd: 0 },
    })
    const cut = await worlds.fresh(honest({ Creator: [{ disconnect: true }, planned] }), ['claude'])
    await cut.wiggum('run', TASK, '--agent', 'claude', '--strategy', 'pipeline', '--meter', '--no-merge')
    const [planning] = ofType(logged(cut), 'agent.complete')
    expect(planning?.data).toMatchObject({ usage_source: 'proxy', usage: { partial: true } })
  },
)
