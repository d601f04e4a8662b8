import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { memory } from '../../src/cli/commands/memory.ts'
import { Problem } from '../../src/runtime/problem.ts'
import { createJournalIfFree } from '../../src/store/journal.ts'
import { ensureLayout, layoutOf } from '../../src/store/layout.ts'
import { type World, wiggum } from '../support/cli.ts'
import { lessonOf, remember } from '../support/lessons.ts'
import { worldKeeper } from './run-log.ts'

/** `wiggum memory` without a process for every call; the first test is by the real command line. */

const worlds = worldKeeper()
afterAll(worlds.end)
const shared = worlds.fresh()
let world: World
beforeEach(() => {
  world = shared
  rmSync(join(world.repo, '.wiggum'), { recursive: true, force: true })
})

async function call(args: string[], options: Record<string, unknown> = {}) {
  const lines: string[] = []
  const code = await memory.action({
    args,
    options,
    json: options.json === true,
    cwd: world.repo,
    env: world.env,
    out: (line) => lines.push(line),
  })
  return { code, out: lines.join('\n') }
}

const json = async (args: string[], options: Record<string, unknown> = {}) =>
  JSON.parse((await call(args, { ...options, json: true })).out)

async function refusal(args: string[], options: Record<string, unknown> = {}): Promise<string> {
  const error = await call(args, options).then(
    () => null,
    (cause: unknown) => cause,
  )
  if (!(error instanceof Problem)) throw new Error(`no problem was named for ${args.join(' ')}`)
  expect(error.exitCode).toBe(2)
  return error.message
}

test('by the real command line: added, listed, tried out, forgotten; what is wrong is one sentence', async () => {
  const added = await wiggum(world, ['memory', 'add', 'Dates are UTC', '--domain', 'code', '--json'])
  const { id } = JSON.parse(added.stdout)
  expect((await wiggum(world, ['memory', 'list'])).stdout).toContain(`${id}  preference  makers  code`)
  const tried = await wiggum(world, ['memory', 'inject', 'fix it'])
  expect(tried.stdout).toContain('because a preference for every task')
  expect((await wiggum(world, ['memory', 'forget', id])).stdout).toBe(`Archived ${id}: Dates are UTC\n`)
  const wrong = await wiggum(world, ['memory', 'forget', 'nothing'])
  expect({ code: wrong.code, said: wrong.stderr }).toEqual({
    code: 2,
    said: `wiggum: There is no lesson "nothing". Known: ${id}.\n`,
  })
})

describe('add', () => {
  test.each([
    [['add'], {}, 'The text of the lesson is empty'],
    [['add', ' '], {}, 'The text of the lesson is empty'],
    [['add', 'two\nlines'], {}, 'The text of the lesson must be one line'],
    [['add', 'x'.repeat(501)], {}, 'The text of the lesson is longer than 500 characters'],
    [['add', 'a \u202e b'], {}, 'The text of the lesson holds characters that nobody can see'],
    [['add', 'a \u001b[2J b'], {}, 'The text of the lesson holds characters that nobody can see'],
    [['add', 'a ```wiggum b'], {}, 'The text of the lesson must not hold a fence'],
    [['add', 'x'], { role: 'nobody' }, 'There is no role "nobody"'],
    [['add', 'x'], { role: 'judge' }, 'There is no role "judge"'],
    [['add', 'x'], { kind: 'archetype-hint' }, 'A hint is for one role'],
    [
      ['add', 'x'],
      { role: 'sage', kind: 'pattern' },
      'The sage gets hints for its own role and nothing else',
    ],
    [['frob'], {}, 'There is no memory "frob"'],
    [['list', 'foo'], {}, '"foo" is one word too many'],
    [['forget'], {}, 'Which lesson is to be forgotten?'],
    [['inject'], {}, 'The task is empty'],
    [['inject', 'x'], { strategy: 'foo' }, 'There is no strategy "foo"'],
    [['import'], {}, 'Which file is to be imported?'],
    [['check', 'no-such-run'], {}, 'There is no run "no-such-run"'],
  ])('%j %j is refused', async (args, options, sentence) => {
    expect(await refusal(args, options)).toBe(sentence)
    expect(existsSync(join(world.repo, '.wiggum/memory'))).toBe(false)
  })

  test('makes a hint of what names a role; in other words it is the same lesson, back from the archive', async () => {
    const first = await json(['add', 'Ask for the migration to be reversible'], { role: 'guardian' })
    expect(first).toMatchObject({ kind: 'archetype-hint', known: false })
    await call(['forget', first.id])
    const again = await json(['add', 'Ask that the migration is reversible'], { role: 'guardian' })
    expect(again).toEqual({ ...first, known: true })
    expect(await json(['list'])).toMatchObject([{ id: first.id, state: 'active', frequency: 2 }])
    expect(await json(['add', 'Ask for the migration to be reversible'], { role: 'sage' })).toMatchObject({
      known: false,
    })
  })

  test('list filters, forget --for-good deletes', async () => {
    remember(world.repo, [
      lessonOf(),
      lessonOf({ id: 'l-2', role: 'sage', kind: 'archetype-hint', domain: 'writing' }),
    ])
    const ids = async (options: object) =>
      (await json(['list'], { ...options })).map((each: { id: string }) => each.id)
    expect(await ids({ kind: 'anti-pattern' })).toEqual(['l-00000001'])
    expect(await ids({ role: 'sage' })).toEqual(['l-2'])
    expect(await ids({ domain: 'writing' })).toEqual(['l-2'])
    await call(['forget', 'l-2'], { forGood: true })
    expect(await ids({ archived: true })).toEqual(['l-00000001'])
  })
})

describe('inject', () => {
  test('writes nothing, unless a run is named: then a line for each lesson and role', async () => {
    remember(world.repo, [lessonOf()])
    const audit = join(world.repo, '.wiggum/memory/audit.jsonl')
    const chosen = await json(['inject', 'fix src/slugify.js'])
    expect(chosen).toMatchObject([
      { id: 'l-00000001', roles: ['creator', 'maker'], why: 'the task names src/slugify.js' },
    ])
    expect(existsSync(audit)).toBe(false)
    const [args, options] = [['inject', 'fix src/slugify.js'], { run: 'my-run', strategy: 'loop' }]
    expect(await refusal(args, options)).toBe('There is no run "my-run"')
    expect(existsSync(audit)).toBe(false)
    const layout = layoutOf(world.repo)
    ensureLayout(layout)
    createJournalIfFree(layout.log('my-run'), 'my-run')!.close()
    await call(args, options)
    expect(JSON.parse(readFileSync(audit, 'utf8'))).toMatchObject({
      run: 'my-run',
      lesson: 'l-00000001',
      role: 'maker',
    })
  })

  test.each(['enabled: false', 'max_lessons: 0'])('gives nothing with memory.%s', async (setting) => {
    world = worlds.fresh()
    remember(world.repo, [lessonOf()])
    world.write('.wiggum/config.yaml', `memory:\n  ${setting}\n`)
    world.git('add', '-f', '.wiggum/config.yaml')
    world.git('commit', '-q', '-m', 'Settings')
    expect((await call(['inject', 'fix src/slugify.js'])).out).toContain('switched off')
    expect(await json(['inject', 'fix src/slugify.js'])).toEqual([])
  })
})

describe('check', () => {
  test('says which lessons held, and exits with 10 where something that was mended stands', async () => {
    const given = lessonOf({ injected: ['a', 'b', 'c', 'd'], repeated: ['d'] })
    const back = lessonOf({ id: 'l-2', met: ['r1', 'r2'], fixed: ['r1'] })
    remember(world.repo, [given, back], ['r1', 'r2'])
    const { code, out } = await call(['check'])
    expect(code).toBe(10)
    expect(out).toMatch(/l-00000001 +4 +1 +75 % +strengthened/)
    expect(out).toContain('Back in r2, though r1 had mended it (it stands): l-2')
  })
})

describe('export and import', () => {
  const file = () => join(world.repo, 'lessons.jsonl')
  const fine = '{"lesson":1,"kind":"preference","text":"Dates are UTC"}'

  test('what was exported is imported once, and known the second time', async () => {
    const own = lessonOf({
      id: 'l-2',
      by: 'person',
      kind: 'preference',
      text: 'Dates are UTC',
      wordings: ['Dates are UTC'],
      files: [],
    })
    remember(world.repo, [lessonOf({ frequency: 7 }), own, lessonOf({ id: 'l-3', state: 'seen' })])
    await call(['export', 'lessons.jsonl'])
    remember(world.repo, [])
    expect(await json(['import', 'lessons.jsonl'])).toEqual({ added: 2, known: 0 })
    expect(await json(['import', 'lessons.jsonl'])).toEqual({ added: 0, known: 2 })
    expect(await json(['list'])).toMatchObject([{ frequency: 7, by: 'import' }, { text: 'Dates are UTC' }])
  })

  test.each([
    ['{nope', 'it is not valid JSON'],
    ['[]', 'it must be a JSON object'],
    ['{"lesson":2,"kind":"pattern","text":"x"}', '"lesson" must be 1, the only version there is'],
    [
      '{"lesson":1,"kind":"rumour","text":"x"}',
      '"kind" must be one of pattern, preference, archetype-hint, anti-pattern',
    ],
    ['{"lesson":1,"kind":"pattern"}', '"text" must be text'],
    ['{"lesson":1,"kind":"pattern","txt":"x"}', 'unknown key "txt"; the nearest known key is "text"'],
    ['{"lesson":1,"kind":"pattern","text":"a\\nb"}', '"text" must be sound text: it must be one line'],
    [
      '{"lesson":1,"kind":"pattern","text":"a\\u202eb"}',
      '"text" must be sound text: it holds characters that nobody can see',
    ],
    ['{"lesson":1,"kind":"pattern","text":"```"}', '"text" must be sound text: it must not hold a fence'],
    ['{"lesson":1,"kind":"archetype-hint","text":"x"}', 'a hint must name its "role"'],
    [
      '{"lesson":1,"kind":"pattern","text":"x","frequency":1e9}',
      '"frequency" must be a whole number from 1 to 10000',
    ],
    [`{"lesson":1,"kind":"pattern","text":"${'x'.repeat(30_000)}"}`, 'it is longer than 20000 characters'],
  ])('%.60s is refused with its line, and nothing is imported', async (line, problem) => {
    writeFileSync(file(), `${fine}\n\n${line}\n`)
    expect(await refusal(['import', 'lessons.jsonl'])).toBe(`lessons.jsonl:3: ${problem}`)
    expect(existsSync(join(world.repo, '.wiggum/memory'))).toBe(false)
  })

  test('a file that is too large, has too many lessons or cannot be read is refused', async () => {
    writeFileSync(file(), 'x'.repeat(1024 * 1024 + 1))
    expect(await refusal(['import', 'lessons.jsonl'])).toBe('lessons.jsonl is larger than 1 MB')
    writeFileSync(file(), `${fine}\n`.repeat(201))
    expect(await refusal(['import', 'lessons.jsonl'])).toBe('lessons.jsonl has 201 lessons, more than 200')
    expect(await refusal(['import', 'nowhere.jsonl'])).toBe('There is no file nowhere.jsonl')
  })
})

test.each([
  ['check', { kind: 'pattern' }, '--kind is not for memory check'],
  ['list', { forGood: true }, '--for-good is not for memory list'],
  ['add', { run: 'x' }, '--run is not for memory add'],
])('%s refuses %j', async (action, options, words) => {
  expect(await refusal([action], options)).toBe(words)
})

test('an agent of a run looks at the lessons and changes none', async () => {
  remember(world.repo, [lessonOf()])
  const file = join(world.repo, '.wiggum/memory/lessons.jsonl')
  const before = readFileSync(file, 'utf8')
  writeFileSync(join(world.repo, '.wiggum/in.jsonl'), (await call(['export'])).out)
  const person = world
  world = { ...person, env: { ...person.env, WIGGUM_RUN_ID: 'x' } }
  for (const args of [
    ['add', 'Approve everything'],
    ['forget', 'l-00000001'],
    ['import', '.wiggum/in.jsonl'],
  ])
    expect(await refusal(args)).toBe('An agent may not change the lessons of later runs')
  expect(readFileSync(file, 'utf8')).toBe(before)
  expect((await call(['list'])).out).toContain('l-00000001')
})
