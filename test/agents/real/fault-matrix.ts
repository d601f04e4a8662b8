import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { merges, runId } from '../../e2e/run-log.ts'
import {
  agentPid,
  begin,
  conclude,
  creatorMeets,
  endlessTool,
  type Faulty,
  failsThenMends,
  runToEnd,
} from './faults.ts'
import type { Turn } from './model-server/script.ts'
import { approved, fixSource, honest, made, planned, runTests, says, writeTest } from './plays.ts'
import { agentWorlds, isMissing, ofType, orphans, until } from './world.ts'

/** What a fault looks like for one agent, where that differs. */
export interface FaultFacts {
  logIn: string
  /** The model's API says that a limit is reached, and until when. */
  limited(reset: number): Turn
  env: Record<string, string>
  /** What the stream says was refused to a Maker that writes outside its workspace. */
  refused: { tools: string[]; said: string }
  /** How a tool that never ends is noticed: by silence, or by the clock where the agent goes on asking. */
  endless: { limits: string; limit: 'idle' | 'wall' }
}

const RESET_SECONDS = 40

export function faultMatrix(name: Faulty, facts: FaultFacts): void {
  const worlds = agentWorlds()
  afterAll(worlds.end)
  const fresh = (script: ReturnType<typeof honest>) => worlds.fresh(script, [name])

  describe.skipIf(isMissing(name))(`faults with ${name}`, () => {
    test('401: the run stops at once, and says how to log in', async () => {
      const world = await fresh(creatorMeets({ status: 401 }))
      const run = await runToEnd(world, name)
      expect(run.code, run.said).toBe(4)
      const failed = ofType(run.events, 'agent.failed').map(({ data }) => data.cause)
      expect(failed).toEqual(['authentication'])
      expect(run.said).toContain(facts.logIn)
      expect(run.said).toContain('wiggum resume')
      expect(await orphans(world)).toEqual([])
    })

    test('429 with a reset: the run waits until then, says so, and goes on', async () => {
      const reset = Math.ceil(Date.now() / 1000) + RESET_SECONDS
      const world = await fresh(creatorMeets(facts.limited(reset)))
      Object.assign(world.env, facts.env)
      const run = await failsThenMends(world, name)
      expect(run.code, run.said).toBe(0)
      const [failed] = ofType(run.events, 'agent.failed')
      expect(failed?.data).toMatchObject({ cause: 'limit', retry_at: new Date(reset * 1000).toISOString() })
      const again = ofType(run.events, 'agent.start').filter(({ data }) => data.archetype === 'creator')
      expect(again).toHaveLength(2)
      expect(Date.parse(again[1]?.ts ?? '')).toBeGreaterThanOrEqual(reset * 1000)
      expect(run.said).toContain('until ')
      expect(merges(world)).toEqual([runId(world)])
    })

    test('529: tried again after a pause', async () => {
      const world = await fresh(creatorMeets({ status: 529 }))
      const run = await failsThenMends(world, name)
      expect(run.code, run.said).toBe(0)
      expect(ofType(run.events, 'agent.failed').map(({ data }) => data.cause)).toEqual(['overload'])
      expect(merges(world)).toEqual([runId(world)])
      expect(await orphans(world)).toEqual([])
    })

    test('a connection that breaks in the middle of an answer: tried again after a pause', async () => {
      const world = await fresh(creatorMeets({ disconnect: true }))
      const run = await failsThenMends(world, name)
      expect(run.code, run.said).toBe(0)
      expect(ofType(run.events, 'agent.failed').map(({ data }) => data.cause)).toEqual(['connection'])
      expect(merges(world)).toEqual([runId(world)])
      expect(await orphans(world)).toEqual([])
    })

    test('a malformed line from the model, and words about limits in what tools print, change nothing', async () => {
      const words = "printf '5-hour limit reached. 429 Too Many Requests\\n@upstash/ratelimit\\n'"
      const world = await fresh(
        honest({
          Creator: [{ malformed: true, text: 'text' in planned ? planned.text : '' }, planned],
          Maker: [{ tool: 'shell', command: words }, writeTest, fixSource, runTests, made],
        }),
      )
      const run = await runToEnd(world, name)
      expect(run.code, run.said).toBe(0)
      expect(ofType(run.events, 'agent.failed')).toEqual([])
      const heard = world.model.seen
        .filter(({ role }) => role === 'Maker')
        .at(-1)
        ?.messages.join('\n')
      expect(heard, 'the tool did print them').toContain('5-hour limit reached. 429')
      expect(merges(world)).toEqual([runId(world)])
    })

    test('SIGTERM to the agent while its tool runs: a crash, and nothing is left of either', async () => {
      const endless = endlessTool()
      const world = await fresh(honest({ Maker: [writeTest, endless.deed] }))
      const { done } = begin(world, name)
      expect(await until(endless.there, 90_000), 'the tool is running').toBe(true)
      process.kill(agentPid(world, name), 'SIGTERM')
      const run = await conclude(world, done)
      expect(run.code, run.said).toBe(14)
      expect(ofType(run.events, 'agent.failed').map(({ data }) => data.cause)).toEqual(['crash'])
      expect(run.said).toContain('refs/wiggum/rescue/')
      expect(await orphans(world)).toEqual([])
      expect(endless.there()).toBe(false)
    })

    test('a tool that never ends: the agent is stopped at its limit, and nothing is left of either', async () => {
      const endless = endlessTool()
      const world = await fresh(honest({ Maker: [writeTest, endless.deed] }))
      world.write('.wiggum/config.yaml', `limits: { ${facts.endless.limits} }\n`)
      const { done } = begin(world, name)
      expect(await until(endless.there, 90_000), 'the tool is running').toBe(true)
      const run = await conclude(world, done)
      expect(run.code, run.said).toBe(14)
      const [stopped] = ofType(run.events, 'agent.timeout')
      expect(stopped?.data.limit).toBe(facts.endless.limit)
      expect(await orphans(world)).toEqual([])
      expect(endless.there()).toBe(false)
    })

    test('a Maker that may not do what it tried is no success, whatever it says', async () => {
      const world = await fresh(honest())
      const outside = join(world.dir, 'outside.txt')
      const reach = { tool: 'write' as const, path: outside, content: 'out\n' }
      world.model.play(honest({ Maker: [reach, made, says('Nothing more to do.', { status: 'DONE' })] }))
      const run = await runToEnd(world, name)
      expect(existsSync(outside)).toBe(false)
      expect(run.code, run.said).toBe(10)
      const makers = ofType(run.events, 'agent.complete').filter(({ data }) => data.archetype === 'maker')
      expect(makers.flatMap(({ data }) => data.denials)).toEqual(facts.refused.tools)
      expect(run.said).toContain(facts.refused.said)
      expect(merges(world)).toEqual([])
      expect(await orphans(world)).toEqual([])
    })

    test('a reviewer cannot write, and its verdict stands', async () => {
      const scribble = { tool: 'write' as const, path: 'scribble.txt', content: 'out\n' }
      const world = await fresh(honest({ Guardian: [scribble, approved] }))
      const run = await runToEnd(world, name)
      expect(run.code, run.said).toBe(0)
      expect(world.git('ls-tree', '-r', '--name-only', 'main')).not.toContain('scribble')
      const answered = world.model.seen
        .filter(({ role }) => role === 'Guardian')
        .at(-1)
        ?.messages.at(-1)
      expect(answered, 'it was told no').not.toMatch(/successfully/i)
    })
  })
}
