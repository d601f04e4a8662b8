import { afterAll, describe, expect, test } from 'vitest'
import { SOURCE, TEST } from '../../../src/agents/scripted/demo-honest.ts'
import { issueFinding, sourceWithout, testsFor } from '../../../src/agents/scripted/demo-issues.ts'
import { logged, merges, runId } from '../../e2e/run-log.ts'
import { type CliName, clis } from './clis.ts'
import type { Script } from './model-server/script.ts'
import { approved, fixSource, honest, made, overwrite, runTests, says, TASK, writeTest } from './plays.ts'
import { type AgentWorld, agentWorlds, isMissing, ofType, orphans } from './world.ts'

/** The loop with real agents: proven in three passes, a liar, and one that gets nowhere. */

const worlds = agentWorlds()
afterAll(worlds.end)

const closes = (words: string, status: 'DONE' | 'DONE_WITH_CONCERNS', todo: string) =>
  says(words, { status, summary: words, todos: [{ content: 'Write titles plainly', status: todo }] })

/** The new case is there, and what it asks for is not: red, whatever is said about it. */
const broken = (pass: number) =>
  overwrite({ [TEST]: `${testsFor(['dash'])}// ${pass}\n`, [SOURCE]: sourceWithout([]) })

const rejected = says('Accents are lost.', {
  status: 'DONE',
  verdict: 'REJECTED',
  findings: [issueFinding('accents', { category: 'quality' })],
})

const inThree: Script = honest({
  Maker: [
    ...[broken(1), closes('The new case is written.', 'DONE', 'pending')],
    overwrite({ [TEST]: testsFor(['dash']), [SOURCE]: sourceWithout(['dash']) }),
    ...[runTests, closes('No dash at either end.', 'DONE', 'in_progress')],
    overwrite({ [TEST]: testsFor(['dash', 'accents']), [SOURCE]: sourceWithout(['dash', 'accents']) }),
    ...[runTests, closes('Accents are written plainly.', 'DONE', 'completed')],
  ],
  Sage: [rejected, approved],
})

const liar: Script = honest({
  Maker: [1, 2, 3].flatMap((pass) => [broken(pass), closes('All done, all green.', 'DONE', 'completed')]),
})

const looks = { tool: 'read' as const, path: SOURCE }
const stuck: Script = honest({
  Maker: [1, 2, 3].flatMap(() => [looks, closes('Still thinking.', 'DONE_WITH_CONCERNS', 'pending')]),
})

/** The same file nine times; whoever is told after six has three left, and then does it. */
const again = { tool: 'shell' as const, command: `cat ${SOURCE}` }
const circles: Script = honest({
  Maker: [...Array.from({ length: 9 }, () => again), writeTest, fixSource, runTests, made],
})

const loop = (world: AgentWorld, name: CliName) =>
  world.wiggum('loop', TASK, '--agent', clis[name].agent, '--on-stagnation', 'abort')

const opened = (world: AgentWorld) =>
  ofType(logged(world), 'breaker.transition').map(({ data: { to, pass, signals } }) => ({
    to,
    pass,
    signals,
  }))

describe.each(['claude', 'codex'] as const)('the loop with %s', (name) => {
  test.skipIf(isMissing(name))('completes in three passes, by its own to-do list too', async () => {
    const world = await worlds.fresh(inThree, [name])
    const run = await loop(world, name)
    expect(run.code, run.stdout + run.stderr).toBe(0)
    expect(merges(world)).toEqual([runId(world)])
    const passes = ofType(logged(world), 'pass.complete').map(({ data }) => [data.check, data.review])
    expect(passes).toEqual([
      ['red', null],
      ['green', 'REJECTED'],
      ['green', 'APPROVED'],
    ])
    expect(opened(world)).toEqual([])
    expect(world.git('show', `main:${SOURCE}`)).toBe(sourceWithout(['dash', 'accents']))
    expect(await orphans(world)).toEqual([])
  })

  test.skipIf(isMissing(name))('does not believe a liar', async () => {
    const world = await worlds.fresh(liar, [name])
    const run = await loop(world, name)
    expect(run.code, run.stdout + run.stderr).toBe(23)
    expect(merges(world)).toEqual([])
    expect(opened(world)).toMatchObject([{ to: 'OPEN', pass: 3 }])
    expect(opened(world)[0]?.signals).toContain('stagnation.completion-without-evidence')
    expect(await orphans(world)).toEqual([])
  })

  test.skipIf(isMissing(name))('halts one that changes nothing', async () => {
    const world = await worlds.fresh(stuck, [name])
    const run = await loop(world, name)
    expect(run.code, run.stdout + run.stderr).toBe(23)
    expect(opened(world)).toMatchObject([{ to: 'OPEN', pass: 3 }])
    expect(opened(world)[0]?.signals).toContain('stagnation.no-file-changes')
    expect(await orphans(world)).toEqual([])
  })

  test.skipIf(isMissing(name))('tells one that goes in circles, in its own conversation', async () => {
    const world = await worlds.fresh(circles, [name])
    const run = await loop(world, name)
    expect(run.code, run.stdout + run.stderr).toBe(0)
    const seen = ofType(logged(world), 'stagnation.detected').map(({ data }) => [data.detector, data.tier])
    expect(seen).toEqual([['trace.same-call', 'nudge']])
    const makers = ofType(logged(world), 'agent.start').filter(({ agent }) => agent === 'maker')
    expect(makers).toHaveLength(2)
    expect(makers[1]?.data.continues).not.toBeNull()
    expect(await orphans(world)).toEqual([])
  })
})
