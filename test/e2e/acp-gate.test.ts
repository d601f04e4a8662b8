import type { ChildProcess } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { stringify } from 'yaml'
import { demoScenarios } from '../../src/agents/scripted/demo-project.ts'
import { PEER, type PeerScenario } from '../agents/acp-peer/play.ts'
import { type Ended, ended, makeWorld, result, start, type World } from '../support/cli.ts'
import { inTiers } from '../support/in-tiers.ts'
import { loggedOf, merges } from './run-log.ts'

/** Whole runs with an agent that asks over ACP before it reaches beyond its workspace. */

const worlds: World[] = []
const started: ChildProcess[] = []
afterEach(async () => {
  await Promise.all(started.splice(0).map(stop))
  for (const world of worlds.splice(0)) world.end()
})

/** One that is left over belongs to a test that ran out of time; its reaper ends its agent. */
async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise((done) => child.once('exit', done))
  child.kill('SIGKILL')
  await gone
}

function wiggum(world: World, ...args: string[]): Promise<Ended> {
  const child = start(world, args)
  started.push(child)
  return ended(child)
}

type Json = Record<string, unknown>
const { scenario, task } = demoScenarios['loop-asks']

/** A command, and the folder it is run in where the call names one. */
interface Wish {
  command: string
  cwd?: string
}

/** The story's player of a role: it does its work, tries the commands, and ends as it was told to. */
function turn(role: string, wishes: Wish[] = [], over: Json = {}): Json[] {
  const { edits = [], output = '', contract } = scenario.roles[role]![0]!
  return [
    ...edits.map(({ path, write }) => ({ write: { path, content: write } })),
    ...wishes.map((run) => ({ run })),
    { text: `${output}\n\n\`\`\`wiggum\n${JSON.stringify({ ...contract, ...over })}\n\`\`\`\n` },
  ]
}

function worldWithPeer() {
  const world = makeWorld()
  worlds.push(world)
  const file = join(world.dir, 'peer.json')
  const log = join(world.dir, 'heard.jsonl')
  const command = [process.execPath, PEER, file, log]
  world.write('.wiggum/config.yaml', stringify({ acp: { peer: { command } } }))
  return {
    world,
    /** Every call reads it anew. */
    play: (played: PeerScenario) => writeFileSync(file, JSON.stringify(played)),
    loop: () => wiggum(world, 'loop', task, '--json', '--agent', 'acp:peer'),
    heard: (): Json[] => linesOf(log),
  }
}

/** Somebody's folder, beside the repository. */
function folderIn(world: World, name: string): string {
  const folder = join(world.dir, name)
  mkdirSync(folder)
  writeFileSync(join(folder, 'notes.txt'), 'somebody’s\n')
  return folder
}

function isWhole(folder: string): boolean {
  return existsSync(join(folder, 'notes.txt'))
}

function linesOf(path: string): Json[] {
  const lines = readFileSync(path, 'utf8').split('\n').filter(Boolean)
  return lines.map((line) => JSON.parse(line))
}

/** What the peer was answered each time it asked for permission. */
function answers(heard: Json[]): unknown[] {
  return heard.flatMap(({ result }) => {
    const { outcome } = (result ?? {}) as { outcome?: { optionId?: string } }
    return outcome ? [outcome.optionId ?? 'none'] : []
  })
}

/** What it was sent under a method's name. */
function sent(heard: Json[], method: string): string[] {
  return heard.filter((message) => message.method === method).map(({ params }) => JSON.stringify(params))
}

function firstWorkspace(heard: Json[]): string {
  return JSON.parse(sent(heard, 'session/new')[0]!).cwd
}

/** What each call of the Maker wanted beyond its workspace. */
function wanted(world: World) {
  const calls = loggedOf(world, 'agent.complete').filter(({ data }) => data.archetype === 'maker')
  return calls.map(({ data }) => [data.step, ...(data.asked ?? [])])
}

function gates(world: World) {
  return loggedOf(world, 'gate.opened').map(({ data: { kind, evidence } }) => ({ kind, evidence }))
}

const remove = (folder: string): Wish => ({ command: `rm -rf ${folder}` })
const refused = (what: string) => ({ kind: 'delete', what, allowed: false })
const allowed = (what: string) => ({ kind: 'delete', what, allowed: true })

const ways: [string, { loadSession: boolean; opens: string; rescued: number }][] = [
  ['in its own conversation', { loadSession: true, opens: 'session/load', rescued: 0 }],
  ['in a fresh one where it reopens none', { loadSession: false, opens: 'session/new', rescued: 1 }],
]
for (const [some, options] of inTiers(ways, 2))
  test.each(some)(
    'what reaches out is refused and asked about; after a yes it is done %s',
    options,
    async (_how, row) => {
      const { world, play, loop, heard } = worldWithPeer()
      const folder = folderIn(world, 'shared')
      const hello = { agentCapabilities: { loadSession: row.loadSession } }
      play({ hello, turns: { maker: turn('maker', [remove(folder)]), sage: turn('sage') } })

      const asked = await loop()
      expect(asked.code).toBe(20)
      const { run_id } = result(asked)
      expect(isWhole(folder)).toBe(true)
      expect(answers(heard())).toEqual(['once', 'once', 'no'])
      expect(wanted(world)).toEqual([['1-do-maker', refused(folder)]])
      expect(gates(world)).toEqual([{ kind: 'delete', evidence: [folder] }])
      // The rest of its work is done, and waits with the question.
      const source = readFileSync(join(firstWorkspace(heard()), 'src/slugify.js'), 'utf8')
      expect(source).toContain("replace(/^-+|-+$/g, '')")
      expect(merges(world)).toEqual([])

      const status = await wiggum(world, 'status', run_id)
      expect(status.stdout).toContain(
        `waiting: The maker wants to delete something outside its workspace: ${folder}. It was refused.`,
      )
      expect(status.stdout).toContain(`wiggum approve ${run_id}`)

      const before = heard().length
      expect((await wiggum(world, 'approve', run_id)).code).toBe(0)
      expect(existsSync(folder)).toBe(false)
      const later = heard().slice(before)
      expect(answers(later)).toEqual(['once', 'once', 'once'])
      expect(sent(later, row.opens)).not.toEqual([])
      expect(sent(later, 'session/prompt')[0]).toContain(`- delete: ${folder}`)
      expect(wanted(world)).toEqual([
        ['1-do-maker', refused(folder)],
        ['1-do-maker', allowed(folder)],
      ])
      expect(loggedOf(world, 'rescue.saved')).toHaveLength(row.rescued)
      expect(gates(world)).toHaveLength(1)
      expect(merges(world)).toEqual([run_id])
    },
  )

test('a yes is for that folder alone: another one, named from where the command runs, is another question', {
  tags: 'deep',
}, async () => {
  const { world, play, loop, heard } = worldWithPeer()
  const [folder, other] = [folderIn(world, 'shared'), folderIn(world, 'other')]
  play({ turns: { maker: turn('maker', [remove(folder)]), sage: turn('sage') } })
  const { run_id } = result(await loop())
  const both = [remove(folder), { ...remove('other'), cwd: world.dir }]
  play({ turns: { maker: turn('maker', both), sage: turn('sage') } })

  expect((await wiggum(world, 'approve', run_id)).code).toBe(20)
  expect([existsSync(folder), isWhole(other)]).toEqual([false, true])
  expect(answers(heard()).slice(-2)).toEqual(['once', 'no'])
  expect(gates(world)).toEqual([
    { kind: 'delete', evidence: [folder] },
    { kind: 'delete', evidence: [other] },
  ])
  expect((await wiggum(world, 'reject', run_id)).code).toBe(0)
  expect(isWhole(other)).toBe(true)
  expect(merges(world)).toEqual([run_id])
})

test('one that stops at the refusal goes on, is asked about, and after a no its work lands as it is', {
  tags: 'deep',
}, async () => {
  const { world, play, loop } = worldWithPeer()
  const folder = folderIn(world, 'shared')
  // As some do: the turn ends where the tool was refused.
  const turns = { maker: [{ run: remove(folder) }], again: turn('maker'), sage: turn('sage') }
  play({ stopsAtRefusal: 'cancelled', turns })

  const asked = await loop()
  expect(asked.code).toBe(20)
  const { run_id } = result(asked)
  expect(gates(world)).toEqual([{ kind: 'delete', evidence: [folder] }])
  expect((await wiggum(world, 'reject', run_id, 'that is not ours')).code).toBe(0)
  expect(isWhole(folder)).toBe(true)
  expect(wanted(world)).toEqual([['1-do-maker', refused(folder)]])
  expect(merges(world)).toEqual([run_id])
})

test('after a no the next pass is told, is refused again, and nobody is asked a second time', {
  tags: 'deep',
}, async () => {
  const { world, play, loop, heard } = worldWithPeer()
  const folder = folderIn(world, 'shared')
  const open = { todos: [{ content: 'Accents are written plainly', status: 'pending' }] }
  play({ turns: { maker: turn('maker', [remove(folder)], open), sage: turn('sage') } })
  const { run_id } = result(await loop())
  play({ turns: { maker: turn('maker', [remove(folder)]), sage: turn('sage') } })

  const before = heard().length
  expect((await wiggum(world, 'reject', run_id)).code).toBe(0)
  expect(isWhole(folder)).toBe(true)
  const later = heard().slice(before)
  const told = sent(later, 'session/prompt').filter((prompt) => prompt.includes('This was refused for good'))
  expect(told).toHaveLength(1)
  expect(told[0]).toContain(`- delete: ${folder}`)
  expect(answers(later)).toEqual(['once', 'once', 'no'])
  expect(wanted(world)).toEqual([
    ['1-do-maker', refused(folder)],
    ['1-do-maker-2', refused(folder)],
  ])
  expect(gates(world)).toHaveLength(1)
  expect(merges(world)).toEqual([run_id])
})

test('what stays inside opens no gate, nor does what a reviewer wants, who may not do it at all', async () => {
  const { world, play, loop, heard } = worldWithPeer()
  const folder = folderIn(world, 'shared')
  const inside = [
    { command: 'mkdir build && touch build/a' },
    { command: 'rm -rf build/a' },
    { command: 'rm -rf ../build', cwd: 'src' },
  ]
  play({ turns: { maker: turn('maker', inside), sage: turn('sage', [remove(folder)]) } })

  expect((await loop()).code).toBe(0)
  expect(answers(heard())).toEqual(['once', 'once', 'once', 'once', 'once', 'no'])
  expect(wanted(world)).toEqual([['1-do-maker']])
  expect(gates(world)).toEqual([])
  expect(isWhole(folder)).toBe(true)
  expect(merges(world)).toHaveLength(1)
})
