import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Scenario } from '../../src/agents/scripted/scenario.ts'
import { type Ended, result, scenarioFile, type World, wiggum } from '../support/cli.ts'
import { lessonOf, remember } from '../support/lessons.ts'
import { logged, runId, runIds, worldKeeper } from './run-log.ts'

const worlds = worldKeeper()
afterAll(worlds.end)

type Turn = Scenario['roles'][string][number]
type Said = Record<string, unknown>

const FILES = { 'src/a.js': 'export const a = 1\n', 'README.md': 'hello\n' }
const CRITICAL = {
  file: 'src/a.js',
  line: 1,
  severity: 'CRITICAL',
  category: 'security',
  description: 'The value is taken without a check',
  fix: 'check it',
  evidence: '`export const a = 2`',
}

function turn(contract: Said): Turn[] {
  // The schema fills in the rest.
  return [{ output: 'Looked at.', contract: { status: 'DONE', ...contract } }] as unknown as Turn[]
}

function playing(said: Record<string, Said>): Scenario {
  const roles = ['guardian', 'skeptic', 'sage', 'trickster'].map((role) => [
    role,
    turn(said[role] ?? { verdict: 'APPROVED', findings: [] }),
  ])
  return { name: 'review', roles: Object.fromEntries(roles) }
}

const rejected = { guardian: { verdict: 'REJECTED', findings: [CRITICAL] } }

function review(world: World, said: Record<string, Said>, ...args: string[]): Promise<Ended> {
  return wiggum(world, ['review', ...args, '--agent', scenarioFile(world, playing(said))])
}

/** A repository with a change that is staged, one that is not, and a file git does not know. */
function edited(): World {
  const world = worlds.fresh(FILES)
  world.write('src/a.js', 'export const a = 2\n')
  world.git('add', 'src/a.js')
  world.write('README.md', 'hello, not staged\n')
  world.write('new.txt', 'not known to git\n')
  return world
}

/** Everything of the user's that a review could touch, byte for byte. */
function standing(world: World): string {
  const hash = createHash('sha256')
  const files = readdirSync(world.repo, { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.includes('/.wiggum/'))
  for (const path of files.sort()) hash.update(path).update(readFileSync(path))
  return hash.digest('hex')
}

describe('--staged', () => {
  test('approved is 0, in a repository that never saw wiggum; nothing of the user’s is touched', async () => {
    const world = edited()
    const before = standing(world)
    const done = await review(world, {}, '--staged')
    expect(done).toMatchObject({ code: 0, stderr: '' })
    expect(done.stdout).toContain('Reviewing the staged changes')
    expect(done.stdout).toContain('approved: approved by guardian')
    expect(standing(world), 'index, objects, refs and files are as they were').toBe(before)
    const work = logged(world).find((event) => event.type === 'work.collected')!
    expect(work.data).toMatchObject({ files: [{ path: 'src/a.js', added: 1, deleted: 1 }] })
    expect(readdirSync(join(world.dir, 'work')), 'no folder is left').toEqual([])
    expect(readdirSync(join(world.repo, '.wiggum/artifacts', runId(world)))).toEqual(
      expect.arrayContaining(['check-guardian.md', 'report.md', 'review.patch']),
    )
  })

  test('rejected with evidence is 10, with what was found by file, and as SARIF', async () => {
    const world = edited()
    const file = join(world.dir, 'out.sarif')
    const done = await review(world, rejected, '--staged', '--output', file)
    expect(done.code).toBe(10)
    expect(done.stdout).toMatch(/src\/a\.js \(1 CRITICAL\)\n {4}CRITICAL :1 \(security\) The value is taken/)
    expect(done.stdout).not.toContain('branch')
    expect(world.git('branch', '--list', 'wiggum/*'), 'no branch of ours').toBe('')
    const log = JSON.parse(readFileSync(file, 'utf8'))
    expect(log.runs[0].results).toMatchObject([{ ruleId: 'security', level: 'error' }])
  })

  test('a check that is named is run, with --verify or without: red is 12', async () => {
    const done = await review(edited(), {}, '--staged', '--check', 'test ! -e src/a.js', '--json')
    expect(done).toMatchObject({ code: 12, stderr: '' })
    expect(result(done)).toMatchObject({ status: 'verification-red' })
  })

  test('reviewed again, as it is and amended, is one change for the memory', { tags: 'deep' }, async () => {
    const world = edited()
    const known = lessonOf({ frequency: 4, files: ['src/slugify.js'] })
    remember(world.repo, [known])
    for (const value of [2, 2, 3]) {
      world.write('src/a.js', `export const a = ${value}\n`)
      world.git('add', 'src/a.js')
      const point = { ...CRITICAL, evidence: `\`export const a = ${value}\`` }
      const said = { guardian: { verdict: 'REJECTED', findings: [point] } }
      expect((await review(world, said, '--staged')).code).toBe(10)
    }
    const [, ...lessons] = readFileSync(join(world.repo, '.wiggum/memory/lessons.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lessons).toMatchObject([known, { state: 'seen', frequency: 1, text: CRITICAL.description }])
  })

  test('a finding without evidence is downgraded, and approved; the result is alone on standard output', async () => {
    const world = edited()
    const vague = { ...CRITICAL, description: 'This might be slow', evidence: '' }
    const said = { guardian: { verdict: 'APPROVED', findings: [vague] } }
    const done = await review(world, said, '--staged', '--format', 'json')
    expect(done.code).toBe(0)
    expect(done.stderr).toContain('Guardian reviewing for risk')
    expect(JSON.parse(done.stdout)).toMatchObject({
      approved: true,
      findings: [{ severity: 'INFO', downgraded: expect.any(String), blocks: false }],
    })
    expect(logged(world).some((event) => event.type === 'evidence.downgrade')).toBe(true)
  })
})

test('a range: the Skeptic is told what the commits say, as material; the Trickster is not', async () => {
  const world = worlds.fresh(FILES)
  world.git('switch', '-q', '-c', 'feature')
  world.write('src/a.js', 'export const a = 2\n')
  world.git('commit', '-qam', 'Two is better. CANARY-INTENT')
  const more = ['--workflow', 'thorough', '--task', 'CANARY-TASK', '--json']
  const done = await review(world, rejected, 'main...feature', ...more)
  expect(done).toMatchObject({ code: 10, stderr: '' })
  const { run_id: id } = result(done)
  const prompt = (role: string) =>
    readFileSync(join(world.repo, '.wiggum/artifacts', id, `prompts/1-check-${role}-1.md`), 'utf8')
  for (const role of ['guardian', 'skeptic', 'sage'])
    expect(prompt(role)).toMatch(/--- begin (?:proposal|risks) \w+ ---.*CANARY-TASK.*CANARY-INTENT/s)
  expect(prompt('trickster')).not.toContain('CANARY')
})

describe('a patch', () => {
  const PATCH = '--- a/src/a.js\n+++ b/src/a.js\n@@ -1 +1 @@\n-export const a = 1\n+export const a = 2\n'

  test('is applied beside the checkout and reviewed', async () => {
    const world = worlds.fresh(FILES)
    const file = join(world.dir, 'a.patch')
    writeFileSync(file, PATCH)
    const before = standing(world)
    expect(await review(world, rejected, '--diff', file)).toMatchObject({ code: 10 })
    expect(standing(world)).toBe(before)
    const piped = execFileSync(
      process.execPath,
      [
        join(process.cwd(), 'dist/wiggum.js'),
        'review',
        '--diff',
        '-',
        '--json',
        '--agent',
        scenarioFile(world, playing({})),
      ],
      { cwd: world.repo, env: world.env, input: PATCH, encoding: 'utf8' },
    )
    expect(result({ code: 0, stdout: piped, stderr: '' })).toMatchObject({ status: 'approved' })
  })
})

test('nothing to review is 0: nobody is called, nothing is written but what was asked for', async () => {
  const world = worlds.fresh(FILES)
  const done = await wiggum(world, ['review', '--output', join(world.dir, 'out.sarif')])
  expect(done).toMatchObject({ code: 0, stderr: '', stdout: expect.stringMatching(/^Nothing to review: /) })
  expect(existsSync(join(world.repo, '.wiggum'))).toBe(false)
  expect(JSON.parse(readFileSync(join(world.dir, 'out.sarif'), 'utf8')).runs[0].results).toEqual([])
})

test.each([
  [['--reviewers', 'bob'], 'no reviewer "bob"'],
  [['--workflow', 'bogus'], 'no workflow "bogus"'],
  [['--budget-usd', 'much'], '--budget-usd'],
])('nothing to review, and %j: a flag that does not work is 2 all the same', async (args, words) => {
  const done = await wiggum(worlds.fresh(FILES), ['review', '--staged', ...args])
  expect(done).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(words) })
})

describe('bad input', () => {
  let world: World
  beforeAll(() => {
    world = edited()
  })

  test.each([
    [['mian..HEAD'], /no branch, tag or commit "mian".*nearest known name is "main"/],
    [['--staged', '--reviewers', 'gardian'], /no reviewer "gardian".*nearest is "guardian"/],
  ])('%j: one sentence and exit code 2', async (args, words) => {
    const done = await review(world, {}, ...args)
    expect(done).toMatchObject({ code: 2, stderr: expect.stringMatching(words) })
    expect(done.stderr.trim().split('\n')).toHaveLength(1)
    expect(runIds(world)).toEqual([])
  })

  test.each([
    ['no/such/folder/out.sarif', 'its folder does not exist'],
    ['README.md/out.sarif', 'a file stands where a folder should be'],
    ['src', 'it is a folder'],
  ])('--output %s: 3 before anybody is called', async (output, why) => {
    const done = await review(world, rejected, '--staged', '--output', output)
    expect(done).toMatchObject({ code: 3, stdout: '', stderr: expect.stringContaining(why) })
    expect(runIds(world)).toEqual([])
  })

  test('without an agent it is 4', async () => {
    const done = await wiggum(world, ['review', '--staged'], { PATH: '/usr/bin:/bin' })
    expect(done.code).toBe(4)
    expect(runIds(world)).toEqual([])
  })
})

test('the settings that a change brings along do not rule its review', async () => {
  const world = worlds.fresh(FILES)
  world.git('switch', '-q', '-c', 'pull')
  world.write('.wiggum/hooks.yaml', 'run-start:\n  - run: touch "$HOME/mark"\n')
  world.git('add', '-A')
  world.git('commit', '-qm', 'Nothing to see here')
  const done = await review(world, {}, 'main...HEAD')
  expect(existsSync(join(world.env.HOME!, 'mark'))).toBe(false)
  expect(done).toMatchObject({ code: 10, stdout: expect.stringContaining('.wiggum/hooks.yaml') })
})

test('killed, then ended by its agent, it goes on from the patch it kept, whatever became of the index', {
  tags: 'deep',
}, async () => {
  const world = edited()
  const dead = { ...playing({}), roles: { guardian: [{ exit: 3, misbehave: { no_result: true } }] } }
  const agent = scenarioFile(world, dead as unknown as Scenario)
  const point = { WIGGUM_FAILPOINT: '1@appended:run.start' }
  expect((await wiggum(world, ['review', '--staged', '--agent', agent], point)).code).toBeNull()
  world.git('reset', '-q', '--hard')
  expect((await wiggum(world, ['resume'])).code).toBe(14)
  scenarioFile(world, playing(rejected))
  const done = await wiggum(world, ['resume', '--json'])
  expect(done.code, done.stdout.slice(-500)).toBe(10)
  expect(result(done)).toMatchObject({ status: 'findings-open', branch: null })
})
