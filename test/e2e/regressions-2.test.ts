import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import type { WiggumEvent } from '../../src/core/events.ts'
import { fold } from '../../src/core/fold.ts'
import { postStop } from '../../src/store/inbox.ts'
import { layoutOf } from '../../src/store/layout.ts'
import { readBlobs, readTree } from '../../src/workspace/objects.ts'
import { simulate } from '../core/simulate.ts'
import { living, until } from '../runtime/fixtures/processes.ts'
import { events, result, scenarioFile, type World, wiggum } from '../support/cli.ts'
import { honest, turnOf } from '../support/scenarios.ts'
import { asks, begins, play, project, runArgs, underWay } from './regressions-play.ts'
import { logged, loggedOf, merges, reportOf, runId, runIds, worldKeeper } from './run-log.ts'

const worlds = worldKeeper()
afterAll(worlds.end)

const mark = (world: World, name: string) => join(world.dir, 'home', name)
const marked = (world: World, name: string) => until(() => existsSync(mark(world, name)))
const rescueRefs = (world: World) =>
  world.git('for-each-ref', '--format=%(refname)', 'refs/wiggum/rescue').trim().split('\n').filter(Boolean)

describe('what a Maker wrote', () => {
  test('before it asked a question is on a rescue ref that the log names', { tags: 'deep' }, async () => {
    const world = worlds.fresh()
    const asking = asks('Which dash?', { edits: [{ path: 'precious.txt', write: 'hours of work\n' }] })
    expect((await play(world, honest({ maker: [asking, turnOf('maker')] }))).code).toBe(20)
    expect((await wiggum(world, ['answer', runId(world), 'the short one'])).code).toBe(0)
    const refs = loggedOf(world, 'rescue.saved').map((event) => event.data.ref)
    expect(refs).toEqual(rescueRefs(world))
    expect(world.git('show', `${refs[0]}:precious.txt`)).toBe('hours of work\n')
    expect(world.git('ls-tree', '-r', '--name-only', 'main')).not.toContain('precious.txt')
    expect(reportOf(world)).toContain(refs[0])
  })

  test('and left uncommitted needs no rescue ref once it landed', { tags: 'deep' }, async () => {
    const world = worlds.fresh()
    const run = await play(world, honest({ maker: [turnOf('maker', { commit: false })] }))
    expect(run.code).toBe(0)
    expect(loggedOf(world, 'work.collected')[0]?.data.took_along).toEqual([
      'src/slugify.js',
      'test/slugify.test.js',
    ])
    expect(rescueRefs(world)).toEqual([])
    expect(run.stdout).not.toContain('rescued')
  })

  test('is named after a resume, though the supervisor died between the ref and its event', {
    tags: 'deep',
  }, async () => {
    const world = worlds.fresh()
    const maker = turnOf('maker', { run: ['touch "$HOME/edited"; sleep 30'] })
    const run = underWay(world, runArgs(world, honest({ maker: [maker] })))
    expect(await marked(world, 'edited')).toBe(true)
    run.child.kill('SIGKILL')
    await run.done
    scenarioFile(world, honest())
    const env = { WIGGUM_FAILPOINT: '1@effected:rescue:1-do-maker' }
    expect((await wiggum(world, ['resume'], env)).code, 'it was killed').toBeNull()
    expect(rescueRefs(world)).toHaveLength(1)
    expect(loggedOf(world, 'rescue.saved'), 'the event was lost').toEqual([])
    expect((await wiggum(world, ['resume'])).code).toBe(0)
    expect(rescueRefs(world)).toHaveLength(1)
    expect(loggedOf(world, 'rescue.saved').map((event) => event.data.ref)).toEqual(rescueRefs(world))
  })
})

describe('runs of the same task on the same day', () => {
  test('in two worktrees at once have ids of their own, and both land', { tags: 'deep' }, async () => {
    const world = worlds.fresh()
    const other = join(world.dir, 'other')
    world.git('worktree', 'add', '-q', '-b', 'other', other)
    const args = runArgs(world, honest({ maker: [turnOf('maker', { delay_ms: 500 })] }))
    const both = await Promise.all([wiggum(world, args), wiggum(world, args, {}, other)])
    expect(both).toMatchObject([
      { code: 0, stderr: '' },
      { code: 0, stderr: '' },
    ])
    const [first, second] = [runIds(world), runIds(world, other)]
    expect(new Set([...first, ...second]).size).toBe(2)
    expect([merges(world, 'main'), merges(world, 'other')]).toEqual([first, second])
  })

  test('leave the branch of an earlier one where it is, though .wiggum was removed', {
    tags: 'deep',
  }, async () => {
    const world = worlds.fresh()
    expect((await play(world, honest(), '--no-merge')).code).toBe(11)
    const earlier = runId(world)
    const commit = world.git('rev-parse', `wiggum/${earlier}`)
    rmSync(join(world.repo, '.wiggum'), { recursive: true })
    const maker = turnOf('maker', { commit: 'Another message, so another commit' })
    expect((await play(world, honest({ maker: [maker] }), '--no-merge')).code).toBe(11)
    expect(runId(world)).not.toBe(earlier)
    expect(world.git('rev-parse', `wiggum/${earlier}`)).toBe(commit)
    expect(world.git('rev-parse', `wiggum/${runId(world)}`)).not.toBe(commit)
  })
})

describe('resume', () => {
  test('runs a check again that was red for a reason outside', { tags: 'deep' }, async () => {
    const world = worlds.fresh()
    const red = await play(world, honest(), '--check', 'test -f "$HOME/registry-is-up"')
    expect(red.code).toBe(12)
    writeFileSync(mark(world, 'registry-is-up'), '')
    expect((await wiggum(world, ['resume'])).code).toBe(0)
    expect(merges(world)).toEqual([runId(world)])
  })

  test('is not stopped by a stop that was asked of an earlier life', { tags: 'deep' }, async () => {
    const world = worlds.fresh()
    const scenario = honest({ creator: [asks('Which dash?'), turnOf('creator')] })
    expect((await play(world, scenario)).code).toBe(20)
    postStop(layoutOf(world.repo), runId(world))
    expect((await wiggum(world, ['answer', runId(world), 'the short one'])).code).toBe(0)
    expect(loggedOf(world, 'run.interrupted')).toEqual([])
  })

  test('gives a blocked agent a further attempt', { tags: 'deep' }, async () => {
    const world = worlds.fresh()
    const blocked = { contract: { status: 'BLOCKED', summary: 'no network' } }
    const run = await play(world, honest({ maker: [blocked, turnOf('maker')] }))
    expect(run.code).toBe(14)
    expect(run.stdout).toContain('no network')
    expect((await wiggum(world, ['resume'])).code).toBe(0)
    const makers = logged(world).filter(begins('maker'))
    expect(makers.map((event) => event.type === 'agent.start' && event.data.attempt)).toEqual([1, 2])
  })

  test('whose artifacts are gone takes them from the log; a long one that is gone is named (3)', async () => {
    const long = 'the plan, at length. '.repeat(4_000)
    for (const [output, code] of [['a short plan', 0] as const, [long, 3] as const]) {
      const world = worlds.fresh()
      const creator = [turnOf('creator', { output })]
      expect(
        (await play(world, honest({ creator, maker: [asks('Which dash?'), turnOf('maker')] }))).code,
      ).toBe(20)
      const folder = join(world.repo, '.wiggum/artifacts', runId(world))
      rmSync(folder, { recursive: true, force: true })
      const answered = await wiggum(world, ['answer', runId(world), 'the short one'])
      expect(answered.code).toBe(code)
      const makers = logged(world).filter(begins('maker'))
      if (code === 3) expect(answered.stderr).toContain(join(folder, 'plan-creator.md'))
      else
        expect(readFileSync(join(folder, 'prompts/1-do-maker-answer1-2.md'), 'utf8')).toContain(
          'a short plan',
        )
      expect(makers, 'nobody was called without the plan').toHaveLength(code === 3 ? 1 : 2)
    }
  })
})

describe('a supervisor that is killed', () => {
  const hooked = project({ '.wiggum/hooks.yaml': 'run-complete:\n  - run: echo ran >> "$HOME/ran"\n' })

  async function killedAt(name: string): Promise<World> {
    const world = worlds.fresh(hooked)
    const run = await wiggum(world, runArgs(world, honest()), { WIGGUM_FAILPOINT: `1@${name}` })
    expect(run.code, 'it was killed').toBeNull()
    return world
  }

  test('before its last event does not run the run-complete hook twice', { tags: 'deep' }, async () => {
    const world = await killedAt('append:run.complete')
    expect(logged(world).at(-1)?.type).toBe('hook.complete')
    expect((await wiggum(world, ['resume'])).code).toBe(0)
    expect(readFileSync(mark(world, 'ran'), 'utf8')).toBe('ran\n')
    expect(logged(world).at(-1)?.type).toBe('run.complete')
  })

  test('right after its first event still says how strategy and workflow were chosen, once', {
    tags: 'deep',
  }, async () => {
    const world = await killedAt('appended:run.start')
    expect(logged(world).map((event) => event.type)).toEqual(['run.start'])
    expect((await wiggum(world, ['resume'])).code).toBe(0)
    const chosen = loggedOf(world, 'decision').map((event) => event.data.what)
    expect(chosen.filter((what) => what === 'strategy' || what === 'workflow').sort()).toEqual([
      'strategy',
      'workflow',
    ])
  })
})

describe('SIGINT', () => {
  test('in the run-complete hook of a landed run leaves it landed (0)', async () => {
    const hook = 'run-complete:\n  - run: touch "$HOME/hook-began"; sleep 30\n'
    const world = worlds.fresh(project({ '.wiggum/hooks.yaml': hook }))
    const run = underWay(world, runArgs(world, honest(), '--json'))
    expect(await marked(world, 'hook-began')).toBe(true)
    run.child.kill('SIGINT')
    const ended = await run.done
    expect(ended.code).toBe(0)
    expect(result(ended)).toMatchObject({ status: 'landed', exit_code: 0 })
    expect(events(ended).at(-1)).toMatchObject({ type: 'run.complete', data: { exit_code: 0 } })
    expect(merges(world)).toEqual([runId(world)])
  })

  test('ends a run whose agent ignores SIGTERM well before the agent’s usual grace of 10 s', {
    tags: 'deep',
  }, async () => {
    const world = worlds.fresh()
    const stubborn = { ignore_sigterm: true, hang: true }
    const maker = turnOf('maker', { run: ['touch "$HOME/at-work"'], misbehave: stubborn })
    const run = underWay(world, runArgs(world, honest({ maker: [maker] })))
    expect(await marked(world, 'at-work')).toBe(true)
    const agents = () => living(world.dir).filter((pid) => pid !== run.child.pid)
    expect(agents()).not.toEqual([])
    run.child.kill('SIGINT')
    expect(await until(() => agents().length === 0, 9_000)).toBe(true)
    expect((await run.done).code).toBe(130)
  })
})

test('a start that fails leaves no run, no ref and no file behind', async () => {
  const world = worlds.fresh()
  const before = world.git('for-each-ref')
  const run = await wiggum(world, runArgs(world, honest()), { WIGGUM_HOME: '/dev/null/x' })
  expect(run.code).toBe(3)
  expect(run.stderr).toContain('/dev/null/x')
  const left = readdirSync(join(world.repo, '.wiggum'), { recursive: true, encoding: 'utf8' })
  const files = left.filter((name) => statSync(join(world.repo, '.wiggum', name)).isFile())
  expect(files).toEqual(['.gitignore'])
  expect(world.git('for-each-ref')).toBe(before)
  expect((await wiggum(world, ['status'])).stdout).toContain('No runs yet')
  expect((await play(world, honest())).code, 'the same start with a usable folder').toBe(0)
})

test('stop and status work though the configuration is broken meanwhile', async () => {
  const world = worlds.fresh()
  const maker = turnOf('maker', { delay_ms: 30_000 })
  const run = underWay(world, runArgs(world, honest({ maker: [maker] })))
  await run.until('the Maker', begins('maker'))
  world.write('.wiggum/config.yaml', 'nope: [\n')
  const [shown] = JSON.parse((await wiggum(world, ['status', '--json'])).stdout)
  expect(shown).toMatchObject({ status: 'running', pid: run.child.pid })
  expect(await wiggum(world, ['stop'])).toMatchObject({ code: 0, stderr: '' })
  expect((await run.done).code).toBe(130)
  const second = await wiggum(world, ['run', 'something else'])
  expect(second, 'a new run does read it').toMatchObject({ code: 2 })
})

test('an attempt that was interrupted counts as a call of unknown cost after every resume', () => {
  const all = simulate({ usd: 0.02 }).events
  const at = all.findIndex(begins('maker')) + 1
  const [before, after] = [all.slice(0, at), all.slice(at)]
  const resumed = {
    ...before.at(-1)!,
    type: 'run.resumed',
    data: { reason: 'it was interrupted', after: at },
  } as WiggumEvent
  expect(fold(before).spend.unknown_calls).toBe(0)
  expect(fold([...before, resumed]).spend.unknown_calls).toBe(1)
  expect(fold([...before, resumed, resumed]).spend.unknown_calls).toBe(2)
  const whole = fold(all).spend
  expect(fold([...before, resumed, ...after]).spend).toEqual({ ...whole, unknown_calls: 1 })
  expect(fold([...all, resumed]).spend, 'nothing was under way').toEqual(whole)
})

test('many files read by one git are byte for byte what was committed; a large one is left out', async () => {
  const files = {
    empty: '',
    lines: 'one\n\ntwo\n',
    open: 'no break at the end',
    umlaut: 'ü\u0000\n',
    large: 'x'.repeat(101),
    again: 'one\n\ntwo\n',
  }
  const world = worlds.fresh(files)
  const gitDir = join(world.repo, '.git')
  const entries = await readTree(gitDir, 'HEAD')
  const read = await readBlobs(
    gitDir,
    entries.map((entry) => entry.oid),
    100,
  )
  const texts = Object.fromEntries(entries.map(({ path, oid }) => [path, read.get(oid)?.toString()]))
  expect(texts).toEqual({ ...files, large: undefined })
})
