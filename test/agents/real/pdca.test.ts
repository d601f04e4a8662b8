import { afterAll, describe, expect, test } from 'vitest'
import { SOURCE, TEST } from '../../../src/agents/scripted/demo-honest.ts'
import { issueFinding, sourceWithout, testsFor } from '../../../src/agents/scripted/demo-issues.ts'
import { logged, merges, runId } from '../../e2e/run-log.ts'
import { clis } from './clis.ts'
import type { Script } from './model-server/script.ts'
import { approved, honest, made, overwrite, planned, says, TASK } from './plays.ts'
import { agentWorlds, isMissing, ofType, orphans } from './world.ts'

/** Plan, Do, Check, Act with real agents: rejected once, and landed in the second cycle. */

const worlds = agentWorlds()
afterAll(worlds.end)

const rejected = says('A title that begins with punctuation is still wrong.', {
  status: 'DONE',
  verdict: 'REJECTED',
  findings: [issueFinding('dash')],
})

const NOTES = { tool: 'write' as const, path: 'docs/titles.md', content: '# How titles become addresses\n' }

function twice(): Script {
  return honest({
    Creator: [planned, planned],
    Maker: [
      { tool: 'shell', command: 'mkdir -p docs' },
      NOTES,
      overwrite({ [TEST]: testsFor([]), [SOURCE]: sourceWithout([]) }),
      made,
      overwrite({ [TEST]: testsFor(['dash']), [SOURCE]: sourceWithout(['dash']) }),
      made,
    ],
    Guardian: [rejected, approved],
  })
}

describe.each(['claude', 'codex'] as const)('pdca with %s', (name) => {
  test.skipIf(isMissing(name))(
    'all six roles of a standard run, a rejection and a second cycle',
    async () => {
      const world = await worlds.fresh(twice(), [name])
      const options = ['--strategy', 'pdca', '--workflow', 'standard', '--agent', clis[name].agent]
      const run = await world.wiggum('run', TASK, ...options)
      expect(run.code, run.stdout + run.stderr).toBe(0)
      expect(merges(world)).toEqual([runId(world)])
      expect(world.git('show', `main:${SOURCE}`)).toBe(sourceWithout(['dash']))
      expect(world.git('show', `main:${NOTES.path}`)).toBe(NOTES.content)
      const played = ofType(logged(world), 'agent.complete').map(({ data }) => data.archetype)
      expect([...new Set(played)].sort()).toEqual([
        ...['creator', 'explorer', 'guardian', 'maker', 'sage', 'skeptic'],
      ])
      expect(played.filter((role) => role === 'maker')).toHaveLength(2)
      expect(await orphans(world)).toEqual([])
    },
  )
})
