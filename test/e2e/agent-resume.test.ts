import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import type { Scenario } from '../../src/agents/scripted/scenario.ts'
import { end, living, unique } from '../runtime/fixtures/processes.ts'
import { claudeOnPath, type World, wiggum } from '../support/cli.ts'
import { byName, tryAll } from '../support/kills.ts'
import { honest, TASK, turnOf } from '../support/scenarios.ts'
import { sampleOf } from '../support/sweeps.ts'
import { type Turn, underWay } from './regressions-play.ts'
import { logged, loggedOf, merges, runId, worldKeeper } from './run-log.ts'

const worlds = worldKeeper()
const sleeps: string[] = []
afterAll(() => {
  for (const sleep of sleeps) end(living(sleep))
  worlds.end()
})

const ARGS = ['run', TASK, '--strategy', 'pipeline', '--agent', 'claude']
const [first, ...others] = turnOf('maker').edits ?? []

/** A `claude` on the PATH that plays the scenario and leaves its arguments behind, a line a call. */
function watchedClaude(world: World, scenario: Scenario): void {
  claudeOnPath(world, scenario)
  const path = join(world.dir, 'bin', 'claude')
  const play = readFileSync(path, 'utf8').split('\n').slice(1).join('\n')
  writeFileSync(path, `#!/bin/sh\necho "$WIGGUM_ROLE $WIGGUM_ATTEMPT $*" >> "${world.dir}/calls"\n${play}`)
  chmodSync(path, 0o755)
}

/** What the Maker's calls were told to go on with, in order; `null` for a fresh conversation. */
function resumed(world: World): (string | null)[] {
  const calls = readFileSync(join(world.dir, 'calls'), 'utf8').trim().split('\n')
  const makers = calls.filter((line) => line.startsWith('maker '))
  return makers.map((line) => / --resume (\S+)/.exec(line)?.[1] ?? null)
}

/** Hangs the first time it is played, and only then. */
function hangsOnce(world: World): string {
  const seconds = `3600.${unique()}`
  sleeps.push(seconds)
  const flag = join(world.dir, 'hung')
  return `test -e ${flag} || { touch ${flag}; sleep ${seconds}; }`
}

/** Half of the work is done and not committed when the Maker hangs. */
const half = (world: World, over: Partial<Turn> = {}): Turn =>
  turnOf('maker', { edits: [first!], run: [hangsOnce(world)], commit: false, ...over })

async function killInTheMiddle(world: World, signal: 'SIGKILL' | 'SIGTERM' = 'SIGKILL'): Promise<string> {
  const run = underWay(world, ARGS)
  await run.until('the Maker’s conversation', (event) => {
    if (event.type !== 'agent.session' || event.data.step !== '1-do-maker') return false
    return existsSync(join(world.dir, 'hung'))
  })
  run.child.kill(signal)
  await run.done
  return loggedOf(world, 'agent.session').find(({ data }) => data.step === '1-do-maker')!.data.session!
}

describe('a step that was killed in the middle', () => {
  test('goes on in its own conversation and its own tree, under the same attempt, and lands', async () => {
    const world = worlds.fresh()
    const rest = turnOf('maker', { edits: others, commit: 'Finish it' })
    watchedClaude(world, honest({ maker: [half(world, { resumed: rest })] }))
    const session = await killInTheMiddle(world)
    const run = await wiggum(world, ['resume'])
    expect(run.code).toBe(0)
    expect(resumed(world)).toEqual([null, session])
    expect(loggedOf(world, 'agent.start').filter(({ data }) => data.archetype === 'maker')).toHaveLength(1)
    expect(loggedOf(world, 'rescue.saved')).toEqual([])
    expect(merges(world)).toEqual([runId(world)])
    // Half of it was written before the kill, the rest after it: both landed.
    const { files } = loggedOf(world, 'work.collected')[0]!.data
    expect(files.map(({ path }) => path).sort()).toEqual([first!, ...others].map(({ path }) => path).sort())
    const prompts = join(world.repo, '.wiggum/artifacts', runId(world), 'prompts')
    const told = readFileSync(join(prompts, '1-do-maker-1-continued.md'), 'utf8')
    expect(told).toMatch(/interrupted[\s\S]*fenced block tagged `wiggum`/)
    expect(told).not.toContain(TASK)
    expect(readdirSync(prompts)).toContain('1-do-maker-1.md')
  })

  test('stopped by SIGTERM it is the same; what its tree held is on a rescue ref besides', {
    tags: 'deep',
  }, async () => {
    const world = worlds.fresh()
    const rest = turnOf('maker', { edits: others, commit: 'Finish it' })
    watchedClaude(world, honest({ maker: [half(world, { resumed: rest })] }))
    const session = await killInTheMiddle(world, 'SIGTERM')
    const saved = loggedOf(world, 'rescue.saved')
    expect(saved).toHaveLength(1)
    expect((await wiggum(world, ['resume'])).code).toBe(0)
    expect(resumed(world)).toEqual([null, session])
    expect(loggedOf(world, 'rescue.saved')).toEqual(saved)
    expect(loggedOf(world, 'work.collected')[0]!.data.files).toHaveLength(1 + others.length)
  })

  test('begins afresh if the conversation is not found: the tree is set back, what it held is rescued', {
    tags: 'deep',
  }, async () => {
    const world = worlds.fresh()
    const maker = half(world, {
      edits: [{ path: 'half.txt', write: 'half' }, first!, ...others],
      run: [hangsOnce(world), 'rm -f half.txt'],
      commit: 'Do it',
      misbehave: { unknown_session: true },
    })
    watchedClaude(world, honest({ maker: [maker] }))
    const session = await killInTheMiddle(world)
    const run = await wiggum(world, ['resume'])
    expect(run.code).toBe(0)
    expect(resumed(world)).toEqual([null, session, null])
    const lost = loggedOf(world, 'agent.session').find(({ data }) => data.session === null)!
    expect(lost.data).toMatchObject({ step: '1-do-maker', attempt: 1 })
    expect(lost.data.problem).toContain('No conversation found')
    expect(run.stdout).toMatch(/Maker cannot go on where it was +beginning afresh/)
    const [saved] = loggedOf(world, 'rescue.saved')
    expect(world.git('show', `${saved!.data.ref}:half.txt`)).toBe('half')
    expect(loggedOf(world, 'agent.failed')).toEqual([])
    expect(merges(world)).toEqual([runId(world)])
  })

  test('begins afresh if its workspace is gone', { tags: 'deep' }, async () => {
    const world = worlds.fresh()
    const maker = half(world, { edits: [first!, ...others], commit: 'Do it' })
    watchedClaude(world, honest({ maker: [maker] }))
    await killInTheMiddle(world)
    const [repository] = readdirSync(world.env.WIGGUM_HOME!)
    const work = join(world.env.WIGGUM_HOME!, repository!, runId(world))
    expect(existsSync(join(work, '1-do-maker'))).toBe(true)
    rmSync(join(work, '1-do-maker'), { recursive: true })
    expect((await wiggum(world, ['resume'])).code).toBe(0)
    expect(resumed(world)).toEqual([null, null])
    expect(loggedOf(world, 'agent.session').some(({ data }) => data.problem?.includes('workspace'))).toBe(
      true,
    )
  })

  test('is called again by an agent that remembers nothing, as before', { tags: 'deep' }, async () => {
    const world = worlds.fresh()
    const path = join(world.dir, 'plain.json')
    const maker = half(world, { edits: [first!, ...others], commit: 'Do it' })
    writeFileSync(path, JSON.stringify(honest({ maker: [maker] })))
    const run = underWay(world, ['run', TASK, '--strategy', 'pipeline', '--agent', `scripted:${path}`])
    await run.until('the Maker’s work', () => existsSync(join(world.dir, 'hung')))
    run.child.kill('SIGKILL')
    await run.done
    expect((await wiggum(world, ['resume'])).code).toBe(0)
    expect(loggedOf(world, 'agent.session')).toEqual([])
    expect(loggedOf(world, 'rescue.saved')).toHaveLength(1)
  })
})

test('a limit only pauses the conversation: the next call goes on with it and finds its work', {
  tags: 'deep',
}, async () => {
  const world = worlds.fresh()
  const limited = turnOf('maker', {
    edits: [first!],
    commit: false,
    misbehave: { api_error: 429, resets_in_seconds: 2 },
  })
  const rest = turnOf('maker', { edits: others, commit: 'Finish it' })
  watchedClaude(world, honest({ maker: [limited, { ...limited, resumed: rest }] }))
  expect((await wiggum(world, ARGS)).code).toBe(0)
  const session = loggedOf(world, 'agent.session').find(({ data }) => data.step === '1-do-maker')!.data
    .session
  expect(resumed(world)).toEqual([null, session])
  const starts = loggedOf(world, 'agent.start').filter(({ data }) => data.archetype === 'maker')
  expect(starts.map(({ data }) => data.continues)).toEqual([null, session])
  expect(loggedOf(world, 'work.collected')[0]!.data.files).toHaveLength(1 + others.length)
  expect(loggedOf(world, 'rescue.saved')).toEqual([])
})

test('the conversation is in the log before the step ends, and belongs to its start', {
  tags: 'deep',
}, async () => {
  const world = worlds.fresh()
  watchedClaude(world, honest())
  expect((await wiggum(world, ARGS)).code).toBe(0)
  const all = logged(world)
  for (const said of loggedOf(world, 'agent.session')) {
    const began = all.find(({ seq }) => seq === said.parent[0])
    expect(began).toMatchObject({ type: 'agent.start', data: { step: said.data.step } })
    const over = all.find((event) => event.type === 'agent.complete' && event.data.step === said.data.step)
    expect(over!.seq).toBeGreaterThan(said.seq)
  }
  expect(loggedOf(world, 'agent.session')).toHaveLength(loggedOf(world, 'agent.start').length)
})

test('CR6: killed around every conversation and resumed: as if nothing had happened', {
  tags: 'deep',
}, async () => {
  const setting = { args: () => ARGS, prepare: (world: World) => claudeOnPath(world, honest()) }
  await tryAll('CR6', setting, ({ places }) =>
    sampleOf(byName(places, /agent\.session|effected:agent/), 3).map((place) => [place]),
  )
})
