import { afterAll, describe, expect, test } from 'vitest'
import { type Case, DAY, FILES, filesOf, historyOf, SEVEN, userWork } from '../../live/protect-world.ts'
import { ask, isLive, liveWorld, typed } from './live-world.ts'
import type { Turn } from './model-server/script.ts'
import { approved, overwrite } from './plays.ts'
import { type AgentWorld, agentWorlds, isMissing, orphans } from './world.ts'

/** What the user has not committed, in a session of a real Claude Code or Codex whose model throws it away. */

const worlds = agentWorlds()
afterAll(worlds.end)

const ALL: Case[] = [...SEVEN, { command: 'git clean -fdx', names: /\.env/ }]

const shell = (command: string, more: Partial<Turn> = {}): Turn =>
  ({ tool: 'shell', command, ...more }) as Turn
const ends: Turn[] = [overwrite({ 'work.txt': 'good\n' }), { text: 'All of it.' }, approved]

const standing = (world: AgentWorld) => ({ files: filesOf(world), history: historyOf(world) })
type Standing = ReturnType<typeof standing>

/** The last thing that was kept, also when the repository is gone. */
async function latestRef(world: AgentWorld): Promise<string> {
  const listed = await world.wiggum('rescue', 'list', '--json')
  const rows: { ref: string }[] = JSON.parse(listed.stdout)
  return rows.at(-1)?.ref ?? ''
}

interface Seen {
  command: string
  /** It was carried out. */
  ran: boolean
  /** After one restore. */
  back: Standing
}

/** A session in which each command is tried, and undone by one restore before the next. */
async function thrownAway(name: 'claude' | 'codex') {
  const script = { anyone: [{ text: '-' }] }
  const world = await liveWorld(worlds, { name, script, files: FILES, config: 'live: { review: off }\n' })
  userWork(world)
  const stood = standing(world)
  const seen: Seen[] = []
  const undone = (command: string) => async () => {
    const stands = (() => {
      try {
        return JSON.stringify(standing(world))
      } catch {
        return 'no repository'
      }
    })()
    const ran = stands !== JSON.stringify(stood)
    if (ran) await world.wiggum('rescue', 'restore', await latestRef(world))
    seen.push({ command, ran, back: standing(world) })
  }
  const turns = ALL.map(({ command }, at) =>
    shell(
      name === 'codex' ? command.replace('rm -rf', 'rm -r') : command,
      at === 0 ? {} : { after: undone(ALL[at - 1]!.command) },
    ),
  )
  const [first, ...rest] = ends
  world.model.play({ anyone: [...turns, { ...first!, after: undone(ALL.at(-1)!.command) }, ...rest] })
  const args = name === 'codex' ? UNBOXED : []
  const run = await ask(world, name, typed(name, 'loop make work.txt good'), { args })
  expect(run.code, run.stdout + run.stderr).toBe(0)
  expect(world.model.problems).toEqual([])
  expect(await orphans(world)).toEqual([])
  return { world, stood, seen }
}

/** Codex refuses this by itself, and Claude Code what writes into `.git`. */
const HAPPENED = /over: \d|rm -f style commands are not permitted|require approval/

/** Codex's own sandbox would keep the repository from being changed. */
const UNBOXED = ['--dangerously-bypass-approvals-and-sandbox']

/** Before wiggum's question comes Claude Code's own. */
const OWN_QUESTION = /\.git which is a sensitive file|the repository itself/

/** What the model was told of the n-th command. */
function answerTo(world: AgentWorld, at: number): string {
  const own = world.model.seen.filter((each) => each.turn !== null && each.role === 'anyone')
  return own[at + 1]?.messages.slice(own[at]?.messages.length ?? 0).join('\n') ?? ''
}

describe.each(['claude', 'codex'] as const)('in a live session of %s', (name) => {
  test.skipIf(isMissing(name))(
    'each of the commands that throw the user’s work away is asked about, or one restore brings it all back',
    async () => {
      const { world, stood, seen } = await thrownAway(name)
      expect(seen.map(({ command }) => command)).toEqual(ALL.map(({ command }) => command))
      for (const [at, { command, ran, back }] of seen.entries()) {
        const isKept = name === 'codex' && command !== 'git clean -fdx'
        expect(ran, command).toBe(isKept)
        if (!ran)
          expect(answerTo(world, at), command).toMatch(
            command === 'rm -rf .git' ? OWN_QUESTION : ALL[at]!.names,
          )
        expect(back, command).toEqual(stood)
      }
      expect(isLive(world)).toBe(false)
    },
  )

  test.skipIf(isMissing(name))(
    'an agent that removes and reverts its own files all day is never asked',
    async () => {
      const script = { anyone: [...DAY.map((command) => shell(`${command}; echo "over: $?"`)), ...ends] }
      const world = await liveWorld(worlds, { name, script, files: FILES, config: 'live: { review: off }\n' })
      userWork(world)
      const args = name === 'codex' ? UNBOXED : []
      const run = await ask(world, name, typed(name, 'loop make work.txt good'), { args })
      expect(run.code, run.stdout + run.stderr).toBe(0)
      for (const [at, command] of DAY.entries()) {
        expect(answerTo(world, at), command).toMatch(HAPPENED)
        expect(answerTo(world, at), command).not.toContain('wiggum:')
      }
      expect(await orphans(world)).toEqual([])
    },
  )
})
