import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { wiggum } from '../support/cli.ts'
import { runIds, worldKeeper } from './run-log.ts'
import {
  controlCenterOf,
  landed,
  project,
  putQueue,
  queueOf,
  sprint,
  sprintRecords,
  sprintResult,
  statuses,
} from './sprint-play.ts'

// Some runs each, on a machine that may be busy.
vi.setConfig({ testTimeout: 180_000 })
const worlds = worldKeeper()
afterAll(worlds.end)

describe('a queue is worked', () => {
  test('by its dependencies; the third task makes a checkpoint, and control-center.md tells all of it', async () => {
    const world = worlds.fresh(project)
    putQueue(world, [{ id: 'c', depends_on: ['b'] }, { id: 'b', depends_on: ['a'] }, { id: 'a' }])
    const run = await sprint(world)
    expect(run).toMatchObject({ code: 0, stderr: '' })
    expect(landed(world)).toEqual(['a', 'b', 'c'])
    expect(statuses(world)).toEqual({ a: 'done', b: 'done', c: 'done' })
    expect(run.stdout).toMatch(/═══ sprint, task 2: b: note b\n━━━ wiggum: note b/)
    expect(run.stdout).toMatch(/Checkpoint, 3 tasks ended since the last checkpoint: goes on\./)
    expect(run.stdout).toMatch(
      /id +task +status +run +cost +time\nc +note c +done +\S+-note-c +\$0\.0630 +\d/,
    )
    const told = controlCenterOf(world)
    expect(told).toContain('# Sprint over .wiggum/queue.json')
    expect(told).toMatch(/## Done\n\n- c \(done, \S+note-c\): note c\n- b/)
    expect(told).toMatch(/- \$0\.1890 and \d+ tokens: no budget\n/)
    expect(told).toContain('- first, a: landed, 0 red verifications, 1 round, 0 findings')
    expect(told).toContain('- no measure differs\n- not degrading;')
  })

  test('by priority, as far as --max-tasks says; the next sprint goes on with the rest', async () => {
    const world = worlds.fresh(project)
    world.write(
      'tasks.json',
      JSON.stringify([
        { id: 'low', task: 'note low', priority: -1 },
        { id: 'high', task: 'note high' },
      ]),
    )
    const first = await sprint(world, ['tasks.json', '--max-tasks', '1', '--json'])
    expect(first.code).toBe(0)
    expect(sprintResult(first)).toMatchObject({ status: 'max-tasks', exit_code: 0 })
    expect(queueOf(world, 'tasks.json').map(({ status }) => status ?? 'pending')).toEqual(['pending', 'done'])
    const second = await sprint(world, ['tasks.json', '--json'])
    expect(sprintResult(second)).toMatchObject({ status: 'done', tasks: [{ id: 'low' }, { id: 'high' }] })
    expect(
      sprintRecords(second).map(({ type }) => type),
      'it is the same sprint',
    ).toEqual(['task.start', 'task.end', 'sprint.end'])
    const third = await sprint(world, ['tasks.json'])
    expect(third.stdout).toContain('every task is done')
    expect(runIds(world)).toHaveLength(2)
  })

  test('past a failed task, which blocks what depends on it until it is set back to pending', {
    tags: 'deep',
  }, async () => {
    const world = worlds.fresh(project)
    putQueue(world, [
      { id: 'bad', check: 'test -e good' },
      { id: 'child', depends_on: ['bad'] },
      { id: 'other' },
    ])
    const run = await sprint(world)
    expect(run.code).toBe(10)
    expect(statuses(world)).toEqual({ bad: 'failed', child: 'blocked', other: 'done' })
    expect(run.stdout).toContain('2 tasks failed or blocked')
    expect(controlCenterOf(world)).toMatch(
      /## Open\n\n- bad \(failed, \S+\): note bad, exit code 12: .*test -e good/,
    )
    world.write('good', '')
    world.git('add', '-A')
    world.git('commit', '-q', '-m', 'Good')
    putQueue(world, [
      { id: 'bad', check: 'test -e good' },
      { id: 'child', depends_on: ['bad'], status: 'blocked', blocked_by: 'bad' },
    ])
    expect((await sprint(world)).code).toBe(0)
    expect(statuses(world)).toEqual({ bad: 'done', child: 'done' })
  })

  test('past a task that waits for an answer (20); once it is answered, the next sprint finishes the rest', {
    tags: 'deep',
  }, async () => {
    const { 'package.json': _, ...untested } = project
    const world = worlds.fresh(untested)
    putQueue(world, [{ id: 'asks' }, { id: 'child', depends_on: ['asks'] }, { id: 'sure', check: 'true' }])
    const run = await sprint(world)
    expect(run.code).toBe(20)
    expect(statuses(world)).toEqual({ asks: 'in_progress', child: 'pending', sure: 'done' })
    const id = queueOf(world)[0]!.run!
    expect(controlCenterOf(world)).toMatch(new RegExp(`- asks: .* Answer with: wiggum approve ${id}\n`))
    expect((await wiggum(world, ['approve', id])).code).toBe(0)
    const again = await sprint(world)
    expect(again.code, 'the child asks as well').toBe(20)
    expect(statuses(world)).toEqual({ asks: 'done', child: 'in_progress', sure: 'done' })
    expect(queueOf(world)[0]!.run).toBe(id)
  })

  test('to what is verified where the checkout is in the way (11); the next sprint lands it', {
    tags: 'deep',
  }, async () => {
    const world = worlds.fresh(project)
    putQueue(world, [{ id: 'a' }])
    world.write('README.md', '# edited\n')
    const run = await sprint(world)
    expect(run.code).toBe(11)
    expect(statuses(world)).toEqual({ a: 'in_progress' })
    world.git('checkout', '-q', 'README.md')
    expect((await sprint(world)).code).toBe(0)
    expect(landed(world)).toEqual(['a'])
    expect(runIds(world)).toHaveLength(1)
  })
})

describe('a sprint stops', () => {
  test('with a hard Wiggum Break (22) after three failed tasks in a row, and says why and what to do', {
    tags: 'deep',
  }, async () => {
    const world = worlds.fresh(project)
    putQueue(
      world,
      ['a', 'b', 'c', 'd'].map((id) => ({ id, check: 'false' })),
    )
    const run = await sprint(world, ['--json'])
    expect(run.code).toBe(22)
    expect(statuses(world)).toEqual({ a: 'failed', b: 'failed', c: 'failed', d: 'pending' })
    expect(runIds(world)).toHaveLength(3)
    const broken = sprintRecords(run).find(({ type }) => type === 'wiggum.break')
    expect(broken).toMatchObject({ data: { detector: 'break.task-failures', kind: 'hard' } })
    expect(sprintResult(run)).toMatchObject({ status: 'hard-break', exit_code: 22 })
    const told = controlCenterOf(world)
    expect(told).toContain('**hard-break, exit code 22: Wiggum Break: 3 tasks in a row failed (a, b, c)')
    expect(told).toContain('Find what they share')
    expect(told).toContain('The next task is d.')
  })

  test('at a checkpoint with more than 80 % of its budget spent (24); each run gets what is left', {
    tags: 'deep',
  }, async () => {
    const world = worlds.fresh(project)
    world.write('.wiggum/config.yaml', 'checkpoint: { tasks: 2 }\n')
    putQueue(world, [{ id: 'a' }, { id: 'b' }, { id: 'c' }])
    const run = await sprint(world, ['--budget-usd', '0.15', '--json'])
    expect(run.code).toBe(24)
    expect(statuses(world)).toEqual({ a: 'done', b: 'done', c: 'pending' })
    expect(sprintRecords(run).find(({ type }) => type === 'policy.checkpoint')).toMatchObject({
      data: {
        why: '2 tasks ended since the last checkpoint',
        stop: 'budget',
        percent: expect.closeTo(84, 5),
      },
    })
    const starts = run.stdout.split('\n').filter((line) => line.includes('"type":"run.start"'))
    const budgets = starts.map((line) => JSON.parse(line).data.policy.budget.usd)
    expect(budgets).toEqual([0.15, expect.closeTo(0.087, 5)])
    expect(controlCenterOf(world)).toContain('84.0 % of $0.1500')
    const more = await sprint(world, ['--budget-usd', '1'])
    expect(more.code, 'a new sprint has its own budget').toBe(0)
    expect(statuses(world)).toEqual({ a: 'done', b: 'done', c: 'done' })
  })

  test('when the last task went worse than the first (21)', { tags: 'deep' }, async () => {
    const world = worlds.fresh(project)
    world.write('.wiggum/config.yaml', 'checkpoint: { tasks: 2 }\n')
    putQueue(world, [{ id: 'a' }, { id: 'b', check: 'false' }, { id: 'c' }])
    const run = await sprint(world)
    expect(run.code).toBe(21)
    expect(statuses(world)).toEqual({ a: 'done', b: 'failed', c: 'pending' })
    expect(controlCenterOf(world)).toContain('- worse: the first task landed, the last did not land')
    expect(run.stdout).toContain('degrading: the last task went worse than the first')
  })

  test('without an agent (4), and the task stays pending', async () => {
    const world = worlds.fresh(project)
    putQueue(world, [{ id: 'a' }])
    const run = await wiggum(world, ['sprint', '--agent', 'codex'])
    expect(run.code).toBe(4)
    expect(statuses(world)).toEqual({ a: 'pending' })
  })
})

test('checkpoint.push pushes the target and the branches of runs to the upstream; what it cannot push stops nothing', async () => {
  const world = worlds.fresh(project)
  world.write('.wiggum/config.yaml', 'checkpoint: { tasks: 1, push: true }\n')
  putQueue(world, [{ id: 'a' }, { id: 'b' }])
  const alone = await sprint(world, ['--max-tasks', '1'])
  expect(alone.code).toBe(0)
  expect(alone.stdout).toContain('main has no upstream, so nothing was pushed.')
  world.git('init', '-q', '--bare', '-b', 'main', join(world.dir, 'remote.git'))
  world.git('remote', 'add', 'origin', join(world.dir, 'remote.git'))
  world.git('push', '-q', '-u', 'origin', 'main')
  expect((await sprint(world)).stdout).toContain('pushed main to origin; pushed wiggum/* to origin.')
  const there = world.git('ls-remote', '--heads', 'origin')
  expect(there).toContain(`${world.git('rev-parse', 'main').trim()}\trefs/heads/main`)
  for (const id of runIds(world)) expect(there).toContain(`refs/heads/wiggum/${id}\n`)
})

describe('a bad queue', () => {
  test.each([
    ['[{"id":"a","task":"x",}]', 'q.json:1:23: it is not valid JSON here.'],
    [
      '[{"id":"a","task":"x","prioritty":1}]',
      'unknown key "prioritty"; the nearest known key is "priority".',
    ],
    ['[{"id":"a","task":"x","depends_on":["b"]}]', 'task "a" depends on "b", and there is no such task.'],
    ['[{"id":"a","task":"x","workflow":"slow"}]', 'task "a": There is no workflow "slow".'],
    ['[{"id":"a","task":"x","strategy":"magic"}]', 'task "a": There is no strategy "magic" in this version.'],
  ])('%s is one sentence (2), and stays as it is', async (text, sentence) => {
    const world = worlds.fresh(project)
    world.write('q.json', text)
    const run = await sprint(world, ['q.json'])
    expect(run).toMatchObject({ code: 2, stdout: '' })
    expect(run.stderr).toContain(sentence)
    expect(run.stderr.trim().split('\n')).toHaveLength(1)
    expect(readFileSync(join(world.repo, 'q.json'), 'utf8')).toBe(text)
    expect(runIds(world)).toEqual([])
  })

  test('that is committed is refused (2): a changed file that git tracks would keep every task from landing', async () => {
    const world = worlds.fresh({ ...project, 'q.json': '[{"id":"a","task":"x"}]' })
    const run = await sprint(world, ['q.json'])
    expect(run.code).toBe(2)
    expect(run.stderr).toContain(
      'The queue q.json is committed, so working it would keep every task from landing.',
    )
    expect(runIds(world)).toEqual([])
  })

  test('that is not there says how to begin one (2)', async () => {
    const world = worlds.fresh(project)
    const run = await sprint(world)
    expect(run.code).toBe(2)
    expect(run.stderr).toContain(
      'There is no queue at .wiggum/queue.json. Add a task: wiggum sprint add "<task>".',
    )
  })
})

test('add, list and --dry-run are about the queue alone', async () => {
  const world = worlds.fresh(project)
  const add = (...args: string[]) => wiggum(world, ['sprint', 'add', ...args])
  expect(await add('write the guide', '--depends-on', 'nothing')).toMatchObject({ code: 2 })
  expect((await add('fix the parser')).stdout).toBe('Added fix-the-parser to .wiggum/queue.json.\n')
  await add('fix the parser', '--priority', '3', '--check', 'npm run e2e')
  await add('write the guide', '--depends-on', 'fix-the-parser', '--id', 'guide', '--workflow', 'fast')
  expect(queueOf(world)).toEqual([
    { id: 'fix-the-parser', task: 'fix the parser' },
    { id: 'fix-the-parser-2', task: 'fix the parser', priority: 3, check: ['npm run e2e'] },
    { id: 'guide', task: 'write the guide', depends_on: ['fix-the-parser'], workflow: 'fast' },
  ])
  const order = await wiggum(world, ['sprint', '--dry-run', '--json'])
  expect(JSON.parse(order.stdout)).toMatchObject({
    order: ['fix-the-parser-2', 'fix-the-parser', 'guide'],
    blocked: [],
  })
  expect((await wiggum(world, ['sprint', 'list'])).stdout).toMatch(/guide +write the guide +pending/)
  expect(await add('a', '--priority', 'high')).toMatchObject({ code: 2 })
  expect(runIds(world)).toEqual([])
})
