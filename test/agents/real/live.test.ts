import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { logged, runIds } from '../../e2e/run-log.ts'
import { ask, heard, isLive, isParked, type LiveRun, liveWorld, talk, typed } from './live-world.ts'
import type { Turn } from './model-server/script.ts'
import { approved, overwrite, says } from './plays.ts'
import { type AgentWorld, agentWorlds, isMissing, ofType, orphans } from './world.ts'

/** The loop inside a session of a real Claude Code or Codex, by its own hooks. */

const worlds = agentWorlds()
afterAll(worlds.end)

const TASK = 'make work.txt good'
const leaves = (text: string): Turn => overwrite({ 'work.txt': text })
const words = (text: string): Turn => ({ text })
const lie = says('All done, all green.', { status: 'DONE', summary: 'All done, all green.' })
const patient = (threshold: number) =>
  `stagnation: { threshold: ${threshold}, signals: { task_timeout_iterations: null } }\n`

const passesOf = (world: AgentWorld) =>
  ofType(logged(world), 'pass.complete').map(({ data }) => [data.check, data.review])
const gatesOf = (world: AgentWorld) => ofType(logged(world), 'gate.opened').map(({ data }) => data.kind)
const endOf = (world: AgentWorld) => ofType(logged(world), 'run.complete').map(({ data }) => data.status)
const requests = (world: AgentWorld, role = 'anyone') =>
  world.model.seen.filter((each) => each.turn !== null && each.role === role)

async function expectProven(world: AgentWorld, passes: [string, string | null][]) {
  expect(passesOf(world)).toEqual(passes)
  const checks = ofType(logged(world), 'verify.complete').map(({ data }) => data.green)
  expect(checks.at(-1)).toBe(true)
  // What the task asks for was not red before: the checks are green, and prove nothing more.
  expect(endOf(world)).toEqual(['unbroken'])
  expect(isLive(world)).toBe(false)
  expect(isParked(world)).toBe(false)
  expect(world.model.problems).toEqual([])
  expect(await orphans(world)).toEqual([])
}

describe.each(['claude', 'codex'] as const)('a live session of %s', (name) => {
  test.skipIf(isMissing(name))(
    'is kept at its task for three passes, until it is proven; another session beside it is left alone',
    async () => {
      const world = await liveWorld(worlds, { name, script: {} })
      let guest: LiveRun | undefined
      const visit = async () => {
        expect(isLive(world)).toBe(true)
        guest = await ask(world, name, '# You are the Guest\nWhat is in work.txt?')
      }
      world.model.play({
        anyone: [
          ...[leaves('broken\nbroken too\n'), words('Begun.')],
          ...[leaves('broken too\n'), { ...words('Half of it.'), after: visit }],
          ...[leaves('good\n'), words('All of it.'), approved],
        ],
        // Whatever is changed meanwhile, it was not by them.
        Guest: [{ ...words('Two words, for now.'), after: async () => world.write('notes.txt', 'Half.\n') }],
      })
      const run = await ask(world, name, typed(name, `loop ${TASK}`))
      expect(run.code, run.stdout + run.stderr).toBe(0)
      await expectProven(world, [
        ['red', null],
        ['red', null],
        ['green', 'APPROVED'],
      ])
      expect(requests(world)).toHaveLength(7)
      expect(heard(world, 0)).toContain('This is pass 1 of at most 5')
      expect(heard(world, 2)).toContain('FAIL work.txt')
      expect(heard(world)).toMatch(/pass 2 of at most 5[\s\S]*pass 3 of at most 5[\s\S]*pass 3, review/)
      if (name === 'claude') expect(run.told).toContain('wiggum: unbroken after 3 passes')

      expect(guest?.code, guest?.stdout).toBe(0)
      expect(guest?.stdout).toContain('Two words, for now.')
      expect(guest?.id).not.toBe(run.id)
      expect(requests(world, 'Guest'), 'it was not held').toHaveLength(1)
    },
  )

  test.skipIf(isMissing(name))(
    'is not believed: a liar is held, as often as it takes, until the breaker asks; a hint goes on',
    async () => {
      // The host lets eight pass by itself, and Codex any number; the plugin as it is installed has it let more pass.
      const { passes, config } =
        name === 'claude' ? { passes: 10, config: patient(10) } : { passes: 3, config: '' }
      const script = { anyone: [leaves('broken\n'), lie] }
      const world = await liveWorld(worlds, { name, script, config, installed: true })
      const run = await ask(world, name, typed(name, `loop --max-passes 20 ${TASK}`))
      expect(run.code, run.stdout + run.stderr).toBe(0)
      expect(passesOf(world)).toEqual(Array(passes).fill(['red', null]))
      expect(requests(world)).toHaveLength(passes + 1)
      expect(gatesOf(world)).toEqual(['stagnation'])
      expect(endOf(world)).toEqual([])
      if (name === 'claude') expect(run.told).toContain('wiggum: the loop has stopped and asks')
      // The session is over and its loop is not: nobody is held by it, and it can be gone on with.
      expect([isLive(world), isParked(world)]).toEqual([false, true])
      expect(await orphans(world)).toEqual([])

      world.model.play({ anyone: [leaves('good\n'), lie, approved] })
      const hinted = await ask(world, name, 'look at what check.sh greps for', { resume: run.id })
      expect(hinted.code, hinted.stdout + hinted.stderr).toBe(0)
      expect(heard(world, 0)).toContain(`This is pass ${passes + 1} of at most 20`)
      await expectProven(world, [...Array(passes).fill(['red', null]), ['green', 'APPROVED']])
    },
  )

  test.skipIf(isMissing(name))(
    'may not push by force, ends after --max-passes, and its loop with a cancel',
    async () => {
      const push: Turn = { tool: 'shell', command: 'touch pushed; git push --force origin main' }
      const script = {
        anyone: [
          ...[push, leaves('broken\n'), words('One.')],
          ...[leaves('broken too\n'), words('Two.')],
          words('There is no third.'),
        ],
      }
      const world = await liveWorld(worlds, { name, script })
      const run = await ask(world, name, typed(name, `loop ${TASK} --max-passes 2`))
      expect(run.code, run.stdout + run.stderr).toBe(0)
      expect(existsSync(join(world.repo, 'pushed'))).toBe(false)
      expect(heard(world, 1)).toContain('wiggum: this reaches beyond the project (git-force')
      expect(passesOf(world)).toEqual(Array(2).fill(['red', null]))
      expect(gatesOf(world)).toEqual(['passes'])
      expect(requests(world)).toHaveLength(5)

      const cancel = await ask(world, name, typed(name, 'cancel'), { resume: run.id })
      expect(cancel.code, cancel.stdout + cancel.stderr).toBe(0)
      expect(cancel.id).toBe(run.id)
      if (name === 'claude') expect(cancel.told).toContain('you ended the loop; the work is in your tree')
      expect(requests(world), 'it was not for the model').toHaveLength(5)
      expect(endOf(world)).toEqual(['cancelled'])
      expect([isLive(world), isParked(world)]).toEqual([false, false])
      expect(await orphans(world)).toEqual([])
    },
  )

  test.skipIf(isMissing(name))(
    'answers a question as ever; a task that nobody called a loop is held until it is green',
    async () => {
      const world = await liveWorld(worlds, { name, script: { anyone: [words('As it was.')] } })
      const asked = await ask(world, name, 'What is in work.txt?')
      expect(asked.code, asked.stdout + asked.stderr).toBe(0)
      expect(requests(world)).toHaveLength(1)
      expect(runIds(world)).toEqual([])
      expect([isLive(world), isParked(world)]).toEqual([false, false])

      world.model.play({
        anyone: [leaves('broken\n'), words('Done.'), leaves('good\n'), words('Now it is.'), approved],
      })
      const run = await ask(world, name, TASK, { resume: asked.id })
      expect(run.code, run.stdout + run.stderr).toBe(0)
      expect(run.id).toBe(asked.id)
      await expectProven(world, [
        ['red', null],
        ['green', 'APPROVED'],
      ])
      expect(ofType(logged(world), 'run.start')[0]?.data.live?.asked).toBe(false)
    },
  )
})

test.skipIf(isMissing('claude'))(
  'Claude Code lets a session go on eight times: it is told so, may be compacted, and goes on where it was',
  async () => {
    const script = {
      anyone: [
        ...[leaves('broken\n'), { ...words('Hm.'), times: 9 }],
        ...[leaves('good\n'), words('Now it is.'), approved],
      ],
    }
    const world = await liveWorld(worlds, { name: 'claude', script, config: patient(50) })
    const run = await talk(world, [`/wiggum:loop ${TASK} --max-passes 20`, '/compact', 'go on'])
    expect(run.code, run.stdout + run.stderr).toBe(0)
    expect(run.answers[0]).toContain('wiggum: the host lets a session go on 8 times by itself')
    expect(run.told, 'the host had no reason to').not.toContain('overriding and ending turn')
    expect(run.told).toContain('wiggum: unbroken after 10 passes')
    const [checkpoint] = ofType(logged(world), 'context.checkpoint')
    expect(checkpoint?.data).toMatchObject({ trigger: 'compact', pass: 10 })
    const told = heard(world, 10)
    expect(told, 'it was compacted').not.toContain('pass 9 of at most 20')
    expect(told).toContain(checkpoint?.data.text)
    expect(told).toContain('This is pass 10 of at most 20')
    await expectProven(world, [...Array(9).fill(['red', null]), ['green', 'APPROVED']])
  },
)

test.skipIf(isMissing('codex'))('Codex compacts itself in the middle of a pass, and goes on', async () => {
  const full = { input: 18_000, output: 100 }
  const script = {
    anyone: [
      ...[leaves('broken\n'), words('Begun.')],
      ...[{ ...leaves('broken too\n'), usage: full }, leaves('good\n'), words('All of it.'), approved],
    ],
  }
  const world = await liveWorld(worlds, { name: 'codex', script })
  const args = ['-c', 'model_context_window=20000', '-c', 'model_auto_compact_token_limit=15000']
  const run = await ask(world, 'codex', `wiggum:loop ${TASK}`, { args })
  expect(run.code, run.stdout + run.stderr).toBe(0)
  const [checkpoint] = ofType(logged(world), 'context.checkpoint')
  expect(checkpoint?.data).toMatchObject({ trigger: 'compact', pass: 2 })
  expect(heard(world, 3)).toContain(checkpoint?.data.text)
  await expectProven(world, [
    ['red', null],
    ['green', 'APPROVED'],
  ])
})
