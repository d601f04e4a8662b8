import { execFileSync } from 'node:child_process'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import type { Scenario } from '../../src/agents/scripted/scenario.ts'
import { end, living, unique, until } from '../runtime/fixtures/processes.ts'
import { scenarioFile, WIGGUM, type World, wiggum } from '../support/cli.ts'
import { honest, TASK, turnOf } from '../support/scenarios.ts'
import { logged, loggedOf, merges, runId, worldKeeper } from './run-log.ts'

const worlds = worldKeeper()
const panes: Pane[] = []
const sleeps: string[] = []
afterEach(() => {
  for (const pane of panes.splice(0)) pane.end()
})
afterAll(() => {
  for (const sleep of sleeps) end(living(sleep))
  worlds.end()
})

const hasTmux = (() => {
  try {
    execFileSync('tmux', ['-V'])
    return true
  } catch {
    return false
  }
})()

interface Pane {
  screen(): string
  keys(...keys: string[]): void
  shows(what: RegExp, timeoutMs?: number): Promise<void>
  end(): void
}

/** A real terminal of 100 × 40 with a server of its own; `ended <exit code>` is its last line. */
function openPane(world: World, args: string[], env: Record<string, string> = {}): Pane {
  const socket = `wiggum-test-${unique()}`
  const tmux = (...words: string[]) =>
    execFileSync('tmux', ['-L', socket, '-f', '/dev/null', ...words], {
      env: { ...world.env, TERM: 'xterm-256color', TMUX_TMPDIR: world.dir },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  const variables = Object.entries({ ...world.env, ...env }).flatMap(([name, value]) => [
    '-e',
    `${name}=${value}`,
  ])
  // The shell gets Ctrl-C too, and must outlive it.
  const shell = 'trap : INT; "$@"; echo "ended $?"; exec cat'
  const size = ['-x', '100', '-y', '40']
  const command = ['sh', '-c', shell, 'sh', process.execPath, WIGGUM, ...args]
  tmux('new-session', '-d', ...size, '-c', world.repo, ...variables, ...command)
  const screen = () => tmux('capture-pane', '-p')
  const pane: Pane = {
    screen,
    keys: (...keys) => void tmux('send-keys', ...keys),
    async shows(what, timeoutMs?: number) {
      const seen = await until(() => what.test(screen()), timeoutMs)
      expect(seen, `${what} on the screen:\n${screen()}`).toBe(true)
    },
    end: () => void tmux('kill-server'),
  }
  panes.push(pane)
  return pane
}

function runIn(world: World, scenario: Scenario): Pane {
  return openPane(world, ['run', TASK, '--agent', scenarioFile(world, scenario)])
}

/** Deletes a file that the plan does not name, which only a person may accept. */
function deleting(): Scenario {
  const { edits = [], ...rest } = turnOf('maker')
  return honest({ maker: [{ ...rest, edits: [...edits, { path: 'README.md', delete: true }] }] })
}

const QUESTION = /\[y\]es or \[n\]o:\s*$/

describe.runIf(hasTmux || process.env.WIGGUM_TEST_REQUIRE_ALL)('at a terminal', () => {
  test('the demo shows a live line with the time that passes, and at the end that it landed', async () => {
    const world = worlds.fresh()
    const pane = openPane(world, ['demo'], { TMPDIR: world.dir })
    await pane.shows(/\[Plan\]\s+Creator designing the change\s+[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏] \d+\.\d s/)
    await pane.shows(/\[Implement\]\s+Maker making the change\s+[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏] \d+\.\d s/)
    await pane.shows(/ended 0\s*$/)
    const last = pane.screen()
    expect(last).toMatch(/━━━ landed: merged to main as [0-9a-f]{10}/)
    expect(last).toMatch(/\[Land\]\s+moving main\s+✓ merged to main/)
    expect(last, 'live lines are gone').not.toMatch(/[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏]/)
    expect(last.split('\n').filter((line) => line.startsWith('[Plan]'))).toHaveLength(1)
  })

  test('a gate is asked there; an empty reply is asked again, and y lands the work', async () => {
    const world = worlds.fresh()
    const pane = runIn(world, deleting())
    await pane.shows(QUESTION)
    expect(pane.screen()).toContain('README.md')
    pane.keys('Enter')
    await pane.shows(/\[n\]o: *\n +\[y\]es or \[n\]o:\s*$/)
    expect(merges(world)).toEqual([])
    pane.keys('y', 'Enter')
    await pane.shows(/ended 0\s*$/)
    expect(pane.screen()).toContain('━━━ landed')
    expect(loggedOf(world, 'gate.answered')[0]?.data).toMatchObject({ answer: 'yes', by: 'terminal' })
    expect(merges(world)).toEqual([runId(world)])
  })

  test('a dry run asks whether to go on: n leaves the plan, y carries it out', { tags: 'deep' }, async () => {
    const world = worlds.fresh()
    const pane = openPane(world, ['run', TASK, '--dry-run', '--agent', scenarioFile(world, honest())])
    await pane.shows(/Carry the plan out now\? \[y\]es or \[n\]o:\s*$/)
    expect(pane.screen()).toContain('an estimate')
    pane.keys('n', 'Enter')
    await pane.shows(/ended 0\s*$/)
    expect(loggedOf(world, 'agent.start').map(({ data }) => data.archetype)).toEqual(['creator'])
    const again = openPane(world, ['run', TASK, '--dry-run', '--agent', scenarioFile(world, honest())])
    await again.shows(/Carry the plan out now\? \[y\]es or \[n\]o:\s*$/)
    again.keys('y', 'Enter')
    await again.shows(/━━━ landed[\s\S]*ended 0\s*$/)
    expect(merges(world)).toHaveLength(1)
  })

  test('a limit counts down to the instant it ends, and then the run goes on', { tags: 'deep' }, async () => {
    const world = worlds.fresh()
    const limited = turnOf('maker', { misbehave: { api_error: 429, resets_in_seconds: 20 } })
    const pane = runIn(world, honest({ maker: [limited, turnOf('maker')] }))
    const waiting = /waiting: scripted is at its usage limit, until .+ \(in (\d+)/
    await pane.shows(waiting)
    const first = Number(waiting.exec(pane.screen())?.[1])
    const fell = () => Number(waiting.exec(pane.screen())?.[1] ?? first) < first
    expect(await until(fell)).toBe(true)
    await pane.shows(/ended 0\s*$/)
    expect(pane.screen()).not.toMatch(waiting)
  })

  test('n refuses, and nothing lands (10)', { tags: 'deep' }, async () => {
    const world = worlds.fresh()
    const pane = runIn(world, deleting())
    await pane.shows(QUESTION)
    pane.keys('n', 'Enter')
    await pane.shows(/ended 10\s*$/)
    expect(merges(world)).toEqual([])
  })

  test('Ctrl-C at a question stops the run (130), and Ctrl-D leaves the question open (20)', async () => {
    const world = worlds.fresh()
    const pane = runIn(world, deleting())
    await pane.shows(QUESTION)
    pane.keys('C-c')
    await pane.shows(/ended 130\s*$/)
    expect(logged(world).at(-1)).toMatchObject({ type: 'run.interrupted', data: { signal: 'SIGINT' } })
    const resumed = openPane(world, ['resume'])
    await resumed.shows(QUESTION)
    resumed.keys('C-d')
    await resumed.shows(/ended 20\s*$/)
    expect(resumed.screen()).toContain(`wiggum approve ${runId(world)}`)
    expect(merges(world)).toEqual([])
  })

  test('a question that waits at a terminal can be answered, and the run stopped, from another one', async () => {
    const world = worlds.fresh()
    const pane = runIn(world, deleting())
    await pane.shows(QUESTION)
    expect((await wiggum(world, ['stop'])).code).toBe(0)
    await pane.shows(/ended 130\s*$/)
    const resumed = openPane(world, ['resume'])
    await resumed.shows(QUESTION)
    expect((await wiggum(world, ['approve', runId(world)])).code).toBe(0)
    await resumed.shows(/ended 0\s*$/)
    expect(merges(world)).toEqual([runId(world)])
  })

  test('Ctrl-C while an agent works stops it cleanly (130): no process left, and the way on is shown', async () => {
    const world = worlds.fresh()
    const seconds = `3600.${unique()}`
    sleeps.push(seconds)
    const maker = turnOf('maker', { misbehave: { spawn: [`setsid sleep ${seconds} &`], hang: true } })
    const pane = runIn(world, honest({ maker: [maker] }))
    expect(await until(() => living(seconds).length > 0)).toBe(true)
    pane.keys('C-c')
    await pane.shows(/ended 130\s*$/)
    expect(living(seconds)).toEqual([])
    expect(pane.screen()).toContain('stopped by SIGINT; the work is kept')
    expect(pane.screen()).toContain(`wiggum resume ${runId(world)}`)
  })

  test('a terminal that is closed stops the run: no process left, the log says SIGHUP', async () => {
    const world = worlds.fresh()
    const seconds = `3600.${unique()}`
    sleeps.push(seconds)
    const maker = turnOf('maker', { misbehave: { spawn: [`setsid sleep ${seconds} &`], hang: true } })
    const pane = runIn(world, honest({ maker: [maker] }))
    expect(await until(() => living(seconds).length > 0)).toBe(true)
    panes.splice(panes.indexOf(pane), 1)
    pane.end()
    expect(await until(() => logged(world).at(-1)?.type === 'run.interrupted')).toBe(true)
    expect(await until(() => living(seconds).length + living(world.dir).length === 0, 2_000)).toBe(true)
    expect(loggedOf(world, 'run.interrupted')[0]?.data.signal).toBe('SIGHUP')
  })
})
