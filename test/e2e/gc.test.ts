import { execFileSync, spawn } from 'node:child_process'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import type { WiggumEvent } from '../../src/core/events.ts'
import { readScores } from '../../src/store/effectiveness.ts'
import { appendIndex } from '../../src/store/index-file.ts'
import { createJournalIfFree } from '../../src/store/journal.ts'
import { ensureLayout, layoutOf } from '../../src/store/layout.ts'
import { tryLock } from '../../src/store/lock.ts'
import { openRepository } from '../../src/workspace/repository.ts'
import { workFolder } from '../../src/workspace/work-folder.ts'
import { simulate } from '../core/simulate.ts'
import { makeWorld, scenarioFile, WIGGUM, type World, wiggum } from '../support/cli.ts'
import { honest, TASK } from '../support/scenarios.ts'

const worlds: World[] = []
afterEach(() => {
  for (const world of worlds.splice(0)) world.end()
})

const DAY = 86_400_000
const daysAgo = (days: number) => new Date(Date.now() - days * DAY).toISOString()

/** A run as its log tells it, that had its last event so many days ago; with an artifact and a state document. */
function addRun(
  world: World,
  run: string,
  { events = simulate().events, days = 100, more = [] as [string, object][] } = {},
): void {
  const layout = layoutOf(world.repo)
  ensureLayout(layout)
  const journal = createJournalIfFree(layout.log(run), run)!
  const shift = Date.parse(daysAgo(days)) - Date.parse(events.at(-1)?.ts ?? daysAgo(days))
  const at = (ts: string) => new Date(Date.parse(ts) + shift).toISOString()
  for (const { type, phase, agent, parent, data, ts } of events) {
    const named = type === 'run.start' ? { ...data, branch: `wiggum/${run}` } : data
    if (type === 'run.complete')
      for (const [kind, extra] of more) journal.append({ type: kind, data: extra } as never, at(ts))
    journal.append(
      { type, phase, agent, parent, data: named } as Parameters<typeof journal.append>[0],
      at(ts),
    )
  }
  journal.close()
  mkdirSync(layout.artifacts(run), { recursive: true })
  writeFileSync(join(layout.artifacts(run), 'report.md'), 'x'.repeat(10_000))
  writeFileSync(layout.document(run), '{}')
  const end = events.find(
    (event): event is WiggumEvent & { type: 'run.complete' } => event.type === 'run.complete',
  )
  if (end)
    appendIndex(layout, {
      run_id: run,
      task: 't',
      strategy: 'pipeline',
      workflow: 'fast',
      status: 'landed',
      exit_code: 0,
      started: daysAgo(days),
      ended: at(end.ts),
    })
}

/** A commit of that age on a rescue ref of the run. */
function addRescue(world: World, run: string, n: number, days: number): string {
  const when = daysAgo(days)
  const env = { ...world.env, GIT_COMMITTER_DATE: when, GIT_AUTHOR_DATE: when }
  const git = (args: string[], input?: string) =>
    execFileSync('git', args, { cwd: world.repo, env, encoding: 'utf8', input }).trim()
  const blob = git(['hash-object', '-w', '--stdin'], `rescued ${n}\n`)
  const tree = git(['mktree'], `100644 blob ${blob}\twork-${n}.txt\n`)
  const commit = git(['commit-tree', tree, '-p', 'HEAD', '-m', 'Rescued'])
  git(['update-ref', `refs/wiggum/rescue/${run}/${n}`, commit])
  return commit
}

function newWorld(): World {
  const world = makeWorld({ 'a.txt': 'a\n' })
  worlds.push(world)
  return world
}

const rescues = (world: World) =>
  world.git('for-each-ref', '--format=%(refname)', 'refs/wiggum').split('\n').filter(Boolean)
const logs = (world: World) =>
  readdirSync(layoutOf(world.repo).events).filter((name) => name !== 'index.jsonl')
const gc = async (world: World, ...args: string[]) => {
  const ended = await wiggum(world, ['gc', '--json', ...args])
  return { ...ended, view: JSON.parse(ended.stdout || '{}') }
}

const OPEN = {
  start: { strategy: 'loop', loop: { max_passes: 5, suppressed: null, accept: false } },
  green: () => false,
}

test('old ended runs go, with all they left; nothing of any other run does', async () => {
  const world = newWorld()
  const layout = layoutOf(world.repo)
  addRun(world, '2026-01-01-old')
  addRun(world, '2026-01-02-young', { days: 29 })
  addRun(world, '2026-01-03-waiting', { events: simulate(OPEN).events })
  addRun(world, '2026-01-04-interrupted', { events: simulate().events.slice(0, 6) })
  addRun(world, '2026-01-05-running')
  addRun(world, '2026-01-06-torn')
  addRun(world, '2026-01-07-damaged')
  addRun(world, '2026-01-08-never', { events: [] })
  appendFileSync(layout.log('2026-01-06-torn'), '{"v":2,"seq":')
  const lines = readFileSync(layout.log('2026-01-07-damaged'), 'utf8').split('\n')
  writeFileSync(layout.log('2026-01-07-damaged'), lines.with(3, 'garbage').join('\n'))
  utimesSync(layout.log('2026-01-08-never'), new Date(daysAgo(100)), new Date(daysAgo(100)))
  const opened = await openRepository(world.repo)
  const repo = opened.ok ? opened.repo : null
  const work = workFolder(repo!, '2026-01-02-young', world.env)
  mkdirSync(work, { recursive: true })
  writeFileSync(join(work, 'left'), 'x'.repeat(5_000))
  const held = tryLock(layout.lock('run-2026-01-05-running'))
  if (!held.held) throw new Error('the lock is taken')

  const dry = await wiggum(world, ['gc', '--dry-run'])
  expect(dry.code).toBe(0)
  expect(dry.stdout).toMatch(
    /^run +status +age +size +goes\n2026-01-01-old +ended +100 days +\d+(\.\d)? kB +all of it\n/,
  )
  expect(dry.stdout).toMatch(/2026-01-02-young +ended +29 days +5\.0 kB +the folder it left behind/)
  expect(dry.stdout).toMatch(/2026-01-08-never +never started +100 days/)
  expect(dry.stdout).toContain('3 runs, ')
  for (const why of [
    '1 younger than 30 days',
    '1 waiting',
    '1 interrupted',
    '1 running',
    '1 torn log',
    '1 damaged log',
  ])
    expect(dry.stdout).toContain(why)
  const unasked = await gc(world)
  expect(unasked).toMatchObject({ code: 20, view: { removed: [], removals: [{}, {}, {}] } })
  expect(logs(world)).toHaveLength(8)

  const { code, view } = await gc(world, '--yes')
  expect(code).toBe(0)
  expect(view.removed.map(({ run_id }: { run_id: string }) => run_id)).toEqual([
    '2026-01-01-old',
    '2026-01-02-young',
    '2026-01-08-never',
  ])
  expect(logs(world)).toEqual(
    ['02-young', '03-waiting', '04-interrupted', '05-running', '06-torn', '07-damaged'].map(
      (id) => `2026-01-${id}.jsonl`,
    ),
  )
  expect(
    [layout.artifacts('2026-01-01-old'), layout.document('2026-01-01-old'), work].filter(existsSync),
  ).toEqual([])
  expect(existsSync(layout.artifacts('2026-01-02-young'))).toBe(true)
  // What spans runs stays, and now says what the log said.
  expect(readFileSync(layout.index, 'utf8')).toContain('2026-01-01-old')
  expect(readScores(layout)).toMatchObject([
    { run_id: '2026-01-01-old', rows: [{ reviewer: 'guardian' }, { reviewer: 'sage' }] },
  ])
  expect((await gc(world, '--yes')).view).toMatchObject({ removals: [], removed: [], problems: [] })

  const busy = await wiggum(world, ['gc', '05-running', '--yes'])
  expect(busy).toMatchObject({
    code: 3,
    stderr: 'wiggum: 2026-01-05-running is running. Stop it first: wiggum stop 2026-01-05-running.\n',
  })
  held.lock.release()
  const named = await gc(world, '05-running', 'damaged', 'waiting', '--yes')
  expect(named.code).toBe(0)
  expect(logs(world)).toEqual(['02-young', '04-interrupted', '06-torn'].map((id) => `2026-01-${id}.jsonl`))
})

const TERMINAL = '/usr/bin/script'

/** `wiggum gc` at a terminal of its own; each question gets the next answer, and Ctrl-C when there is none. */
function answered(world: World, answers: string[]): Promise<string> {
  const command = `"${process.execPath}" "${WIGGUM}" gc`
  const child = spawn(TERMINAL, ['-qec', command, '/dev/null'], { cwd: world.repo, env: world.env })
  let shown = ''
  let asked = 0
  child.stdout.on('data', (chunk) => {
    shown += chunk
    const questions = shown.split('[y]es or [n]o: ').length - 1
    for (; asked < questions; asked++)
      child.stdin.write(asked < answers.length ? `${answers[asked]}\n` : '\x03')
  })
  return new Promise((done) => child.on('close', () => done(shown)))
}

describe('rescue refs', () => {
  const RUN = '2026-01-01-old'
  const [OLD, YOUNG, FORGED] = [1, 2, 3].map((n) => `refs/wiggum/rescue/${RUN}/${n}`) as [
    string,
    string,
    string,
  ]

  test('young ones stay without consent, whatever date their commit claims; they go when they are old', async () => {
    const world = newWorld()
    const old = addRescue(world, RUN, 1, 100)
    addRescue(world, RUN, 2, 10)
    const forged = addRescue(world, RUN, 3, 2_000)
    // Another worktree's run, of which nothing is known here.
    addRescue(world, '2025-01-01-theirs', 1, 500)
    addRun(world, RUN, {
      days: 20,
      more: [['rescue.saved', { ref: FORGED, commit: forged, reason: 'x', files: 1 }]],
    })
    addRun(world, '2026-01-09-last', { days: 1 })
    const theirs = 'refs/wiggum/rescue/2025-01-01-theirs/1'
    const all = await wiggum(world, ['gc', '--keep-days', '15', '--yes'])
    expect(all.code).toBe(0)
    // The run ended 20 days ago, and the log does not say when the first was saved: it may have been then.
    for (const ref of [OLD, YOUNG, FORGED]) expect(all.stdout).toContain(`  keeps ${ref}, `)
    expect(all.stdout).toMatch(/work-2\.txt\): younger than 30 days; --allow rescue drops it/)
    expect(rescues(world)).toEqual([theirs, OLD, YOUNG, FORGED])
    expect(existsSync(layoutOf(world.repo).log(RUN))).toBe(false)

    const removed = join(layoutOf(world.repo).state, 'removed.jsonl')
    writeFileSync(
      removed,
      readFileSync(removed, 'utf8').replaceAll(/"since":"[^"]*"/g, `"since":"${daysAgo(90)}"`),
    )
    const later = await wiggum(world, ['gc', '--yes'])
    expect(later.stdout).toContain(`  drops ${OLD}, ${old}, 90 days old, 2 files (a.txt, work-1.txt)`)
    expect(later.stdout).toContain('git update-ref <ref> <commit>')
    expect(rescues(world)).toEqual([theirs, YOUNG])
    world.git('update-ref', OLD, old)

    const allowed = await gc(world, '--yes', '--allow', 'rescue')
    expect(allowed.view.removals).toMatchObject([
      { run_id: RUN, what: 'refs', rescues: [{ ref: OLD }, { ref: YOUNG }] },
    ])
    expect(rescues(world)).toEqual([theirs])
  })

  test('at a terminal it asks about each, with what is in it', async () => {
    const world = newWorld()
    addRescue(world, RUN, 1, 5)
    addRescue(world, RUN, 2, 6)
    addRun(world, RUN)
    const asked = await answered(world, ['n', 'y', 'n'])
    expect(asked).toMatch(
      /saved work that may be nowhere else:\s+refs\/wiggum\/rescue\/2026-01-01-old\/1, \w{40}, 5 days old, 2 files \(a\.txt, work-1\.txt\)/,
    )
    expect(asked).toContain('Nothing was removed.')
    expect(rescues(world)).toEqual([OLD, YOUNG])
    expect(await answered(world, ['n', 'y', 'y'])).toContain('Removed 1 run')
    expect(rescues(world)).toEqual([OLD])
  })
})

test('what a Maker left in the folder of a run that was cut off is on a rescue ref before the folder goes', async () => {
  const world = makeWorld()
  worlds.push(world)
  const agent = ['--agent', scenarioFile(world, honest())]
  const killed = await wiggum(world, ['run', TASK, ...agent], {
    WIGGUM_FAILPOINT: '1@effect:collect:1-do-maker',
  })
  expect(killed.code).toBeNull()
  const [log = ''] = logs(world)
  const run = log.slice(0, -'.jsonl'.length)
  expect((await gc(world, '--keep-days', '0', '--yes')).view).toMatchObject({
    removals: [],
    kept: [{ run, why: 'interrupted' }],
  })
  const { code, view } = await gc(world, run, '--yes')
  expect(code).toBe(0)
  const ref = `refs/wiggum/rescue/${run}/1`
  expect(view).toMatchObject({ removed: [{ run_id: run, saved: [{ ref }] }], problems: [] })
  expect(world.git('diff', '--name-only', 'HEAD', ref)).toContain('src/slugify.js')
  expect(logs(world)).toEqual([])
  expect(existsSync(join(world.dir, 'work')) && readdirSync(join(world.dir, 'work'))).toEqual([])
  // It never ended, so that no index knows it; named, it is still found.
  expect((await gc(world, run, '--yes')).view).toMatchObject({ removals: [], kept_rescues: [{ ref }] })
  const dropped = await gc(world, run, '--yes', '--allow', 'rescue')
  expect(dropped).toMatchObject({ code: 0, view: { removed: [{ run_id: run }] } })
  expect(rescues(world)).toEqual([])
})

test('branches stay, unless they are asked for and the target holds them', async () => {
  const world = newWorld()
  for (const run of ['2026-01-01-merged', '2026-01-02-open', '2026-01-03-in-use']) addRun(world, run)
  world.git('branch', 'wiggum/2026-01-01-merged')
  world.git('branch', 'wiggum/2026-01-03-in-use')
  world.git('worktree', 'add', '-q', '../other', 'wiggum/2026-01-03-in-use')
  world.git(
    'branch',
    'wiggum/2026-01-02-open',
    world.git('commit-tree', 'HEAD^{tree}', '-p', 'HEAD', '-m', 'More').trim(),
  )
  const branches = () =>
    world.git('for-each-ref', '--format=%(refname:short)', 'refs/heads/wiggum').trim().split('\n')
  expect((await gc(world, '2026-01-01', '--yes')).code).toBe(0)
  expect(branches()).toHaveLength(3)
  addRun(world, '2026-01-01-merged')
  expect((await gc(world, '--yes', '--branches')).view.removed).toHaveLength(3)
  expect(branches()).toEqual(['wiggum/2026-01-02-open', 'wiggum/2026-01-03-in-use'])
})

test('what a run left that has gone goes by its name, and nothing of any other run does', async () => {
  const world = newWorld()
  const [one, two] = ['2026-01-01-one', '2026-01-02-two']
  for (const run of [one, two]) {
    addRun(world, run, { days: 3 })
    addRescue(world, run, 1, 5)
    world.git('branch', `wiggum/${run}`)
  }
  expect((await gc(world, one, two, '--yes')).code).toBe(0)
  addRun(world, '2026-01-03-three', { days: 3 })
  const refs = () => world.git('for-each-ref', '--format=%(refname)').trim().split('\n')
  const before = refs()
  const rescue = await wiggum(world, ['gc', 'one', '--yes', '--allow', 'rescue'])
  expect(rescue).toMatchObject({ code: 0, stderr: '' })
  expect(refs()).toEqual(before.filter((ref) => ref !== `refs/wiggum/rescue/${one}/1`))
  // By a part of its name only what left something is found, and its branch is not looked for.
  expect((await wiggum(world, ['gc', 'one', '--yes'])).code).toBe(2)
  expect(await gc(world, 'one', '--yes', '--branches')).toMatchObject({
    code: 0,
    view: { removals: [{ run_id: one, what: 'refs', branch: { ref: `refs/heads/wiggum/${one}` } }] },
  })
  expect(refs()).toEqual(before.filter((ref) => !ref.includes(one)))
  expect(await gc(world, one, '--yes')).toMatchObject({ code: 0, view: { removals: [] } })
  // An older version kept no such list.
  rmSync(join(layoutOf(world.repo).state, 'removed.jsonl'))
  expect((await gc(world, 'two', '--yes', '--allow', 'rescue')).code).toBe(0)
  expect(rescues(world)).toEqual([])
  expect(logs(world)).toEqual(['2026-01-03-three.jsonl'])
})

test('killed at any place, the next gc goes on where it was', async () => {
  const world = newWorld()
  const layout = layoutOf(world.repo)
  addRun(world, '2026-01-01-one')
  addRun(world, '2026-01-02-two')
  addRescue(world, '2026-01-01-one', 1, 90)
  for (const place of ['gc:ref', 'gc:work', 'gc:file', 'gc:scores', 'gc:log', 'gc:done']) {
    const killed = await wiggum(world, ['gc', '--yes'], { WIGGUM_FAILPOINT: `1@${place}` })
    expect([place, killed.code]).toEqual([place, null])
    expect([place, existsSync(layout.log('2026-01-01-one'))]).toEqual([place, place !== 'gc:done'])
    expect(existsSync(layout.artifacts('2026-01-02-two'))).toBe(true)
  }
  expect(await gc(world, '--yes')).toMatchObject({
    code: 0,
    view: { removed: [{ run_id: '2026-01-02-two' }], problems: [] },
  })
  expect(logs(world)).toEqual([])
  expect(readdirSync(join(layout.dir, 'artifacts'))).toEqual([])
  expect(rescues(world)).toEqual([])
  expect(readdirSync(join(layout.state, 'locks'))).toEqual([])
  expect(readScores(layout).map(({ run_id }) => run_id)).toEqual(['2026-01-01-one', '2026-01-02-two'])
})

test('two at once remove everything once, and bad wishes are said in one sentence', async () => {
  const world = newWorld()
  for (let n = 1; n <= 8; n++) addRun(world, `2026-01-0${n}-run`)
  const both = await Promise.all([gc(world, '--yes'), gc(world, '--yes')])
  for (const { code, view } of both) {
    expect([0, 3]).toContain(code)
    for (const { problem } of view.problems) expect(problem).toBe('another process is at work on it')
  }
  expect(logs(world)).toEqual([])
  expect(await wiggum(world, ['gc', '--keep-days', 'a few'])).toMatchObject({
    code: 2,
    stderr: 'wiggum: --keep-days is "a few". Write a whole number, such as 30.\n',
  })
  expect((await wiggum(world, ['gc', 'no-such-run'])).code).toBe(2)
  expect(await wiggum(world, ['gc', '--yes'], { WIGGUM_RUN_ID: 'x' })).toMatchObject({
    code: 2,
    stderr: 'wiggum: An agent may not remove what runs left. Do it from your own terminal.\n',
  })
})
