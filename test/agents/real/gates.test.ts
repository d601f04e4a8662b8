import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { logged, merges, runId } from '../../e2e/run-log.ts'
import { bubblewrap } from '../../sandbox/site.ts'
import { fixSource, honest, made, TASK, writeTest } from './plays.ts'
import { agentWorlds, isMissing, ofType, orphans } from './world.ts'

const worlds = agentWorlds()
afterAll(worlds.end)

test.skipIf(isMissing('claude'))(
  'claude is refused what reaches beyond its workspace, and may do it in the same conversation after a yes',
  async () => {
    const outside = join('/var/tmp', `wiggum-outside-${process.pid}`)
    writeFileSync(outside, 'somebody’s')
    const reach = { tool: 'shell' as const, command: `rm -f ${outside}` }
    const world = await worlds.fresh(honest({ Maker: [writeTest, fixSource, reach, made, reach, made] }), [
      'claude',
    ])
    const first = await world.wiggum('run', TASK, '--agent', 'claude', '--strategy', 'pipeline')
    expect(first.code, first.stdout + first.stderr).toBe(20)
    expect(existsSync(outside)).toBe(true)
    const makers = () =>
      ofType(logged(world), 'agent.complete').filter(({ data }) => data.archetype === 'maker')
    expect(makers()[0]?.data).toMatchObject({
      denials: ['Bash'],
      asked: [{ kind: 'delete', what: outside, allowed: false }],
    })
    const second = await world.wiggum('approve', runId(world))
    expect(second.code, second.stdout + second.stderr).toBe(0)
    expect(existsSync(outside)).toBe(false)
    const [one, two] = makers()
    expect(two?.data.session).toBe(one?.data.session)
    expect(two?.data.asked).toEqual([{ kind: 'delete', what: outside, allowed: true }])
    expect(merges(world)).toHaveLength(1)
    expect(await orphans(world)).toEqual([])
  },
)

test.skipIf(isMissing('claude'))(
  'after a `cd` of claude’s shell the question is about what the command meant there',
  async () => {
    const moves = { tool: 'shell' as const, command: 'mkdir -p deep && cd deep' }
    const reach = { tool: 'shell' as const, command: 'rm -f ../../no-such-note' }
    const maker = [moves, writeTest, fixSource, reach, made]
    const world = await worlds.fresh(honest({ Maker: maker }), ['claude'])
    const run = await world.wiggum('run', TASK, '--agent', 'claude', '--strategy', 'pipeline')
    expect(run.code, run.stdout + run.stderr).toBe(20)
    const [gate] = ofType(logged(world), 'gate.opened')
    const beside = new RegExp(`/${runId(world)}/no-such-note$`)
    expect(gate?.data.evidence).toEqual([expect.stringMatching(beside)])
  },
)

test.skipIf(bubblewrap === null || isMissing('claude'))(
  'in a sandbox the hook finds its program, too',
  async () => {
    const reach = { tool: 'shell' as const, command: 'git push https://127.0.0.2/x.git HEAD' }
    const world = await worlds.fresh(honest({ Maker: [writeTest, fixSource, reach, made] }), ['claude'])
    world.env.WIGGUM_SANDBOX = 'bubblewrap'
    const run = await world.wiggum('run', TASK, '--agent', 'claude', '--strategy', 'pipeline')
    expect(run.code, run.stdout + run.stderr).toBe(20)
    expect(ofType(logged(world), 'gate.opened').map(({ data }) => [data.kind, data.evidence])).toEqual([
      ['external', [reach.command]],
    ])
  },
)
