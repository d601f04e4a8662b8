import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import type { Scenario } from '../../src/agents/scripted/scenario.ts'
import { end, living, unique, until } from '../runtime/fixtures/processes.ts'
import { ended, scenarioFile, start, type World, wiggum } from '../support/cli.ts'
import { inTiers } from '../support/in-tiers.ts'
import { honest, TASK, turnOf } from '../support/scenarios.ts'
import { logged, loggedOf, merges, reportOf, runId, worldKeeper } from './run-log.ts'

const worlds = worldKeeper()
const sleeps: string[] = []
const stopped: number[] = []
afterAll(() => {
  end(stopped)
  for (const sleep of sleeps) end(living(sleep))
  worlds.end()
})

type Turn = ReturnType<typeof turnOf>

/** An argument of `sleep` that no other process on the machine has. */
function uniqueSleep(): string {
  const seconds = `3600.${unique()}`
  sleeps.push(seconds)
  return seconds
}

const NOTE = 'echo "$WIGGUM_STEP $WIGGUM_ATTEMPT" >> "$HOME/attempts"'

function attempts(world: World): string[] {
  return readFileSync(join(world.env.HOME!, 'attempts'), 'utf8').trim().split('\n')
}

/** Children that leave group, session, parent and even the environment behind. */
function fugitives(seconds: string): string[] {
  return [
    `setsid sleep ${seconds} &`,
    `( ( exec sleep ${seconds} ) & ) &`,
    `nohup sleep ${seconds} > /dev/null 2>&1 &`,
    `env -i /usr/bin/setsid /bin/sleep ${seconds} > /dev/null 2>&1 < /dev/null &`,
  ]
}

/** Work that exists nowhere but in the Maker's tree: changed, new, binary, executable, a link, a strange name. */
const UNSAVED: Pick<Turn, 'edits' | 'run'> = {
  edits: [
    { path: 'README.md', append: 'half a thought' },
    { path: 'src/neue datei äöü.js', write: 'export const half = 1' },
    { path: 'tool.sh', write: '#!/bin/sh\n' },
    { path: 'tool.sh', executable: true },
  ],
  run: [
    NOTE,
    "printf '\\000\\377\\r\\n\\001' > blob.bin",
    'ln -s README.md link',
    'git rm -q --cached src/slugify.js',
  ],
}

function expectRescued(world: World, ref: string): void {
  const show = (path: string) => world.git('show', `${ref}:${path}`)
  expect(show('README.md')).toBe(`${readFileSync(join(world.repo, 'README.md'), 'utf8')}half a thought`)
  expect(show('src/neue datei äöü.js')).toBe('export const half = 1')
  expect(show('src/slugify.js')).toContain('export function slugify')
  expect(world.git('rev-parse', `${ref}:blob.bin`).trim()).toBe(blobOf(world, '\\000\\377\\r\\n\\001'))
  const modes = world.git('ls-tree', ref, 'tool.sh', 'link').split('\n')
  expect(modes.map((line) => line.slice(0, 6)).filter(Boolean)).toEqual(['120000', '100755'])
}

function blobOf(world: World, escaped: string): string {
  return world.git('-c', `alias.hash=!printf '${escaped}' | git hash-object --stdin`, 'hash').trim()
}

function hanging(over: Partial<Turn> = {}): Scenario {
  return honest({ maker: [{ ...turnOf('maker'), commit: false, run: [NOTE], ...over }] })
}

const calm = () => honest({ maker: [turnOf('maker', { run: [NOTE] })] })

/** Starts a run and waits until its Maker hangs, with `children` processes of its own at least. */
async function startHanging(world: World, scenario: Scenario, look: { seconds: string; children: number }) {
  const child = start(world, ['run', TASK, '--agent', scenarioFile(world, scenario)])
  const done = ended(child)
  const isThere = () => living(look.seconds).length >= look.children
  expect(await until(isThere), 'the children of the Maker are there').toBe(true)
  return { child, done, pid: child.pid! }
}

/** Everything below a process, by parent, as the kernel tells it. */
function descendants(pid: number): number[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => [Number(name), parentOf(name)] as const)
  const below = (of: number): number[] =>
    parents.filter(([, parent]) => parent === of).flatMap(([child]) => [child, ...below(child)])
  return below(pid)
}

function parentOf(pid: string): number {
  try {
    return Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'latin1'))?.[1] ?? -1)
  } catch {
    return -1
  }
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1')
  } catch {
    return ''
  }
}

function alive(pids: number[]): number[] {
  return pids.filter((pid) => {
    try {
      return !readFileSync(`/proc/${pid}/stat`, 'latin1').includes(') Z ')
    } catch {
      return false
    }
  })
}

/** Whatever ends the supervisor, nobody is left after this. */
const ALL_GONE_MS = 2_000
const CANCEL_GRACE_MS = 800

const SIGNALS = { SIGKILL: null, SIGTERM: 143, SIGINT: 130, SIGHUP: 129 } as const

for (const [some, options] of inTiers(Object.entries(SIGNALS), 2))
  describe.each(some)('%s of `wiggum run`', options, (signal, code) => {
    test(`leaves no process, keeps every byte (GS3), gives exit code ${code}, and resume runs the same attempt to the end`, async () => {
      const world = worlds.fresh()
      const seconds = uniqueSleep()
      const scenario = hanging({ ...UNSAVED, misbehave: { spawn: fugitives(seconds), hang: true } })
      const { child, done, pid } = await startHanging(world, scenario, { seconds, children: 4 })
      const family = descendants(pid)
      expect(family.length).toBeGreaterThan(1)
      child.kill(signal as NodeJS.Signals)
      const run = await done
      expect(await until(() => living(seconds).length + alive(family).length === 0, 2_000)).toBe(true)
      expect(run.code).toBe(code)
      if (code !== null) {
        expect(logged(world).at(-1)).toMatchObject({ type: 'run.interrupted', data: { signal } })
        expectRescued(world, loggedOf(world, 'rescue.saved')[0]!.data.ref)
        expect(run.stdout).toContain(`wiggum resume ${runId(world)}`)
      }
      scenarioFile(world, calm())
      const resumed = await wiggum(world, ['resume'])
      expect(resumed).toMatchObject({ code: 0 })
      expect(attempts(world)).toEqual(['1-do-maker 1', '1-do-maker 1'])
      expect(merges(world)).toEqual([runId(world)])
      const rescues = loggedOf(world, 'rescue.saved').map((event) => event.data.ref)
      expect(rescues[0]).toBe(`refs/wiggum/rescue/${runId(world)}/1`)
      expectRescued(world, rescues[0]!)
      expect(reportOf(world)).toContain(rescues[0])
      expect(living(seconds)).toEqual([])
    })
  })

test('a run resumed at once keeps its new agent, though the reaper of the dead supervisor is late; the old agent is gone', async () => {
  const world = worlds.fresh()
  const seconds = uniqueSleep()
  const scenario = hanging({ misbehave: { spawn: [`setsid sleep ${seconds} &`], hang: true } })
  const { child, done, pid } = await startHanging(world, scenario, { seconds, children: 1 })
  const reaper = descendants(pid).find((each) => commandOf(each).includes('reaper.js'))!
  stopped.push(reaper)
  process.kill(reaper, 'SIGSTOP')
  child.kill('SIGKILL')
  await done
  const young = uniqueSleep()
  const [mark, go] = ['again', 'go'].map((name) => join(world.env.HOME!, name))
  const wait = `setsid sleep ${young} > /dev/null 2>&1 & touch "${mark}"; until [ -e "${go}" ]; do sleep 0.1; done`
  scenarioFile(world, honest({ maker: [turnOf('maker', { run: [NOTE, wait] })] }))
  const resumed = wiggum(world, ['resume'])
  expect(await until(() => existsSync(mark!))).toBe(true)
  expect(living(seconds), 'swept by the resumed run').toEqual([])
  process.kill(reaper, 'SIGCONT')
  expect(await until(() => alive([reaper]).length === 0)).toBe(true)
  expect(living(young)).not.toEqual([])
  writeFileSync(go!, '')
  expect(await resumed).toMatchObject({ code: 0 })
  expect(attempts(world)).toEqual(['1-do-maker 1', '1-do-maker 1'])
})

test('GS3: what an agent left uncommitted when it crashed is on a rescue ref that the report names', async () => {
  const world = worlds.fresh()
  const maker = { ...UNSAVED, misbehave: { crash_signal: 'SIGKILL' as const } }
  const run = await wiggum(world, ['run', TASK, '--agent', scenarioFile(world, hanging(maker))])
  expect(run.code).toBe(14)
  const ref = `refs/wiggum/rescue/${runId(world)}/1`
  expectRescued(world, ref)
  expect(reportOf(world)).toContain(ref)
  expect(run.stdout).toContain(ref)
  expect(world.git('status', '--porcelain')).toBe('')
})

describe('limits', () => {
  test.concurrent('PS2: the result of an agent that does not leave is kept, and its process is ended', async () => {
    const world = worlds.fresh()
    const seconds = uniqueSleep()
    const maker = turnOf('maker', {
      misbehave: { spawn: [`setsid sleep ${seconds} &`], hang_after_result: true },
    })
    const run = await wiggum(world, ['run', TASK, '--agent', scenarioFile(world, honest({ maker: [maker] }))])
    expect(run.code).toBe(0)
    const [made] = loggedOf(world, 'agent.complete').filter((event) => event.data.archetype === 'maker')
    expect(made?.data.killed_after_result).toBe(true)
    expect(living(seconds)).toEqual([])
    expect(merges(world)).toEqual([runId(world)])
  })

  test.concurrent('PS3: an agent and a child that ignore SIGTERM are dead when a stopped run has ended', async () => {
    const world = worlds.fresh()
    const seconds = uniqueSleep()
    const stubborn = `trap '' TERM INT HUP; sleep ${seconds} & wait; sleep ${seconds}`
    const misbehave = { ignore_sigterm: true, hang: true, spawn: [stubborn] }
    const { child, done, pid } = await startHanging(world, hanging({ misbehave }), { seconds, children: 2 })
    const family = descendants(pid)
    const agents = family.filter((each) => commandOf(each).includes('scripted-agent'))
    expect(agents).toHaveLength(1)
    const asked = performance.now()
    child.kill('SIGTERM')
    expect(await until(() => living(seconds).length + alive(agents).length === 0, ALL_GONE_MS)).toBe(true)
    // Whoever cancels waits: the grace is shorter than the one after a result.
    expect(performance.now() - asked, 'they had their grace').toBeGreaterThan(CANCEL_GRACE_MS - 100)
    expect((await done).code).toBe(143)
    expect(await until(() => alive(family).length === 0, 2_000)).toBe(true)
  })

  const deaf = "trap '' TERM INT HUP"
  const stubborns = [
    ['of its own session', (seconds: string) => `setsid sh -c "${deaf}; sleep ${seconds} & wait" &`],
    [
      'that goes on writing',
      (seconds: string) => `sh -c "${deaf}; while :; do echo on; sleep 0.02; : ${seconds}; done" &`,
    ],
    [
      'that forks on',
      (seconds: string) => `setsid sh -c "${deaf}; while :; do (sleep ${seconds} &); sleep 0.2; done" &`,
    ],
  ] as const
  test.concurrent.each(stubborns)(
    'a TERM-deaf descendant %s is gone two seconds after SIGTERM',
    { tags: 'deep' },
    async (_, spawned) => {
      const world = worlds.fresh()
      const seconds = uniqueSleep()
      const misbehave = { hang: true, spawn: [spawned(seconds)] }
      const { child, done } = await startHanging(world, hanging({ misbehave }), { seconds, children: 1 })
      child.kill('SIGTERM')
      expect(await until(() => living(seconds).length === 0, ALL_GONE_MS)).toBe(true)
      expect((await done).code).toBe(143)
    },
  )

  test.concurrent('an agent that says nothing is stopped at the idle limit, and the run says why (14)', {
    tags: 'deep',
  }, async () => {
    const world = worlds.fresh()
    world.write('.wiggum/config.yaml', 'limits: { agent_idle_minutes: 0.25 }\n')
    const seconds = uniqueSleep()
    const misbehave = { spawn: [`setsid sleep ${seconds} &`], hang: true }
    const run = await wiggum(world, ['run', TASK, '--agent', scenarioFile(world, hanging({ misbehave }))])
    expect(run.code).toBe(14)
    expect(run.stdout).toContain('no output within 15 s')
    expect(loggedOf(world, 'agent.timeout')[0]?.data).toMatchObject({
      limit: 'idle',
      limit_ms: 15_000,
      attempt: 1,
    })
    expect(living(seconds)).toEqual([])
    expect(reportOf(world)).toContain('refs/wiggum/rescue/')
  })

  test.concurrent('PS4: a test that hangs with a grandchild on its output is a timeout, and both are ended', async () => {
    const seconds = uniqueSleep()
    const world = worlds.fresh({ 'check.sh': 'grep -q calm mode.txt || . ./hang.sh\n', 'mode.txt': 'calm\n' })
    world.write('.wiggum/config.yaml', 'verify: { test: sh check.sh, timeout_minutes: 0.1 }\n')
    const maker: Turn = {
      edits: [
        { path: 'mode.txt', write: 'wild\n' },
        { path: 'hang.sh', write: `setsid sleep ${seconds} &\nsleep ${seconds}\n` },
      ],
      commit: 'Go wild',
      contract: { status: 'DONE' },
    }
    const run = await wiggum(world, ['run', TASK, '--agent', scenarioFile(world, honest({ maker: [maker] }))])
    expect(run.code).toBe(12)
    const verified = loggedOf(world, 'verify.complete').map((event) => event.data)
    expect(verified.find((one) => one.kind === 'baseline')).toMatchObject({ green: true })
    const merged = verified.find((one) => one.kind === 'merged')!
    expect(merged.green).toBe(false)
    expect(merged.checks[0]).toMatchObject({ command: 'sh check.sh', timed_out: true })
    expect(run.stdout).toMatch(/timed out|timeout/i)
    expect(living(seconds)).toEqual([])
    expect(merges(world)).toEqual([])
  })
})

describe('GS9: a Maker that deletes', () => {
  const doomed = {
    'its workspace': 'cd / && rm -rf "$WIGGUM_WORKSPACE"',
    'the .git folder of its workspace': 'rm -rf .git',
    'all folders of the run': 'cd / && rm -rf "$(dirname "$WIGGUM_WORKSPACE")"',
  }
  for (const [some, options] of inTiers(Object.entries(doomed), 3))
    test.each(some)(
      '%s: the run ends, nothing is committed elsewhere, resume can finish',
      options,
      async (_, command) => {
        const world = worlds.fresh()
        // The run's folders lie in a repository that git would find when the workspace's own is gone.
        world.git('init', '-q', '-b', 'outer', world.dir)
        const branches = world.git('for-each-ref', 'refs/heads')
        const maker = turnOf('maker', { commit: false, run: [NOTE, command] })
        const run = await wiggum(world, [
          'run',
          TASK,
          '--agent',
          scenarioFile(world, honest({ maker: [maker] })),
        ])
        expect(run).toMatchObject({ code: 14, stderr: '' })
        expect(world.git('for-each-ref', 'refs/heads')).toBe(branches)
        expect(world.git('status', '--porcelain')).toBe('')
        expect(world.git('-C', world.dir, 'for-each-ref')).toBe('')
        expect(world.git('-C', world.dir, 'ls-files')).toBe('')
        scenarioFile(world, calm())
        expect((await wiggum(world, ['resume'])).code).toBe(0)
        expect(attempts(world)).toEqual(['1-do-maker 1', '1-do-maker 2'])
        expect(merges(world)).toEqual([runId(world)])
      },
    )
})
