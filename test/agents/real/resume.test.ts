import { afterAll, describe, expect, test } from 'vitest'
import { logged, merges, runId } from '../../e2e/run-log.ts'
import { begin, conclude, endlessTool } from './faults.ts'
import { fixSource, honest, made, NEW_TEST, newTest, runTests, writeTest } from './plays.ts'
import { agentWorlds, isMissing, ofType, orphans, until } from './world.ts'

const worlds = agentWorlds()
afterAll(worlds.end)

describe.each(['claude', 'codex'] as const)('kill -9 of wiggum in the middle of a step of %s', (name) => {
  test.skipIf(isMissing(name))(
    'leaves nothing running, and `resume` goes on in the same conversation and lands',
    async () => {
      const endless = endlessTool()
      const world = await worlds.fresh(
        honest({ Maker: [writeTest, endless.deed, fixSource, runTests, made] }),
        [name],
      )
      const { child, done } = begin(world, name)
      expect(await until(endless.there, 90_000), 'the tool is running').toBe(true)
      const asked = world.model.seen.length
      child.kill('SIGKILL')
      await done
      expect(await orphans(world)).toEqual([])
      expect(endless.there()).toBe(false)

      const run = await conclude(world, world.wiggum('resume'))
      expect(run.code, run.said).toBe(0)
      const [next] = world.model.seen.slice(asked)
      const history = next?.messages.join('\n') ?? ''
      expect(next?.role).toBe('Maker')
      expect(history, 'the first prompt').toContain('# You are the Maker')
      expect(history, 'what it wrote before').toContain('punctuation at the ends leaves no dash')
      expect(history, 'the second prompt').toContain('You were interrupted')
      const sessions = ofType(run.events, 'agent.session').filter(({ data }) => data.step === '1-do-maker')
      expect(new Set(sessions.map(({ data }) => data.session)).size).toBe(1)
      expect(world.git('show', `main:${NEW_TEST}`), 'its tree was kept').toBe(newTest)
      expect(merges(world)).toEqual([runId(world)])
      expect(logged(world).at(-1)?.type).toBe('run.complete')
    },
  )
})
