import { afterAll, expect, test } from 'vitest'
import { logged, merges, runId } from '../../e2e/run-log.ts'
import { honest, TASK } from './plays.ts'
import { agentWorlds, isMissing, ofType, orphans } from './world.ts'

const worlds = agentWorlds()
afterAll(worlds.end)

test.skipIf(isMissing('claude', 'codex'))(
  'Maker on Claude Code, plan and review on Codex, in one run',
  async () => {
    const world = await worlds.fresh(honest(), ['claude', 'codex'])
    world.write(
      '.wiggum/config.yaml',
      'agents: { maker: claude, creator: codex, guardian: codex, sage: codex }\n',
    )
    const run = await world.wiggum('run', TASK, '--strategy', 'pipeline')
    expect(run.code, run.stdout + run.stderr).toBe(0)
    expect(merges(world)).toEqual([runId(world)])
    const players = ofType(logged(world), 'agent.start').map(({ data }) => [data.archetype, data.agent])
    const reviewers = { creator: 'codex', guardian: 'codex', sage: 'codex' }
    expect(Object.fromEntries(players)).toEqual({ ...reviewers, maker: 'claude' })
    const spoken = world.model.seen.map(({ role, protocol }) => [role, protocol])
    expect(Object.fromEntries(spoken)).toEqual({
      Creator: 'responses',
      Maker: 'anthropic',
      Guardian: 'responses',
      Sage: 'responses',
    })
    expect(await orphans(world)).toEqual([])
  },
)
