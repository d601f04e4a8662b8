import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { demoProject } from '../../src/agents/scripted/demo-project.ts'
import { cleanText } from '../../src/contracts/clean-text.ts'
import { claudeOnPath, type Ended, scenarioFile, type World, wiggum, wiggumProcess } from '../support/cli.ts'
import { inTiers } from '../support/in-tiers.ts'
import { honest, TASK } from '../support/scenarios.ts'
import { logged, loggedOf, merges, runId, worldKeeper } from './run-log.ts'

const worlds = worldKeeper()
const mounts: string[] = []
afterAll(() => {
  for (const path of mounts) execFileSync('umount', [path])
  worlds.end()
})

/** One line, ours, a whole sentence, and no trace of the program's inside. */
function expectOneSentence({ stderr, stdout }: Ended): void {
  expect(stdout).toBe('')
  expect(stderr).toMatch(/^wiggum: \S.*[.?!]\n$/)
  expect(stderr).not.toMatch(/\bat .*\(|node:|bug in wiggum|\.js:\d|undefined|\[object/)
}

/** All that a failed start could have left: folders, files, branches and other refs. */
function traces(world: World) {
  return {
    files: readdirSync(world.repo, { recursive: true })
      .map(String)
      .filter((path) => !path.startsWith('.git/'))
      .sort(),
    refs: world.git('for-each-ref'),
    work: existsSync(world.env.WIGGUM_HOME!),
  }
}

interface Case {
  args: string[]
  code: number
  says: RegExp
  prepare?: (world: World) => void
}

const honestAgent = (world: World) => scenarioFile(world, honest())
const config = (text: string) => (world: World) => world.write('.wiggum/config.yaml', text)

const CASES: Record<string, Case> = {
  'a folder without a repository': {
    args: ['run', TASK],
    code: 3,
    says: /not in a git repository.*git init/,
    prepare: (world) => rmSync(join(world.repo, '.git'), { recursive: true }),
  },
  'a repository without commits': {
    args: ['run', TASK],
    code: 3,
    says: /no commits yet.*git commit/,
    prepare: (world) => world.git('update-ref', '-d', 'refs/heads/main'),
  },
  'no agent on the PATH': { args: ['run', TASK], code: 4, says: /npm install -g @anthropic-ai\/claude-code/ },
  'an unknown agent': {
    args: ['run', TASK, '--agent', 'hal'],
    code: 2,
    says: /"hal".*claude, codex, pi, .*scripted:<file>/,
  },
  'an agent that is known but not installed': {
    args: ['run', TASK, '--agent', 'claude'],
    code: 4,
    says: /not on the PATH.*npm install/,
  },
  'a scenario that does not exist': {
    args: ['run', TASK, '--agent', 'scripted:/nowhere.yaml'],
    code: 4,
    says: /\/nowhere\.yaml does not exist/,
  },
  'an empty task': { args: ['run', ''], code: 2, says: /task is empty/ },
  'a task of blanks': { args: ['run', ' \n\t'], code: 2, says: /task is empty/ },
  'no task': { args: ['run'], code: 2, says: /argument 'task'/ },
  'two tasks': { args: ['run', 'one', 'two'], code: 2, says: /too many arguments/i },
  'an unknown workflow': {
    args: ['run', TASK, '--workflow', 'sloppy'],
    code: 2,
    says: /"sloppy".*fast, standard/,
  },
  'an unknown strategy': { args: ['run', TASK, '--strategy', 'luck'], code: 2, says: /"luck".*pipeline/ },
  'an unknown domain': { args: ['run', TASK, '--domain', 'art'], code: 2, says: /'art'.*writing/ },
  'an unknown gate': { args: ['run', TASK, '--allow', 'all'], code: 2, says: /"all".*unverified/ },
  'an unknown flag': {
    args: ['run', TASK, '--targt', 'main'],
    code: 2,
    says: /'--targt'.*Did you mean --target\?/,
  },
  'a flag without its value': {
    args: ['run', TASK, '--target'],
    code: 2,
    says: /'--target <branch>'.*missing/,
  },
  'an unknown command': { args: ['rum'], code: 2, says: /'rum'.*Did you mean run\?/ },
  'a budget below zero': { args: ['run', TASK, '--budget-usd', '-1'], code: 2, says: /--budget-usd.*"-1"/ },
  'half a cycle': { args: ['run', TASK, '--max-cycles', '1.5'], code: 2, says: /--max-cycles.*whole.*"1.5"/ },
  'a phase that is none': { args: ['run', TASK, '--start-from', 'lunch'], code: 2, says: /'lunch'.*check/ },
  'a budget that is no number': { args: ['run', TASK, '--budget-tokens', 'NaN'], code: 2, says: /"NaN"/ },
  'broken YAML': {
    args: ['run', TASK],
    code: 2,
    says: /\.wiggum\/config\.yaml:3:\d+: .*YAML/,
    prepare: config('version: 1\nverify:\n  test: : half\n'),
  },
  'an unknown key': {
    args: ['run', TASK],
    code: 2,
    says: /config\.yaml:2:1: unknown key "verfy"; the nearest known key is "verify"/,
    prepare: config('version: 1\nverfy: {}\n'),
  },
  'an unknown key further in': {
    args: ['run', TASK],
    code: 2,
    says: /config\.yaml:2:3: .*"limits\.agent_minuts".*"agent_minutes"/,
    prepare: config('limits:\n  agent_minuts: 3\n'),
  },
  'a value of the wrong kind': {
    args: ['run', TASK],
    code: 2,
    says: /config\.yaml:1:\d+: "budget\.usd" must be .*not -3/,
    prepare: config('budget: { usd: -3 }\n'),
  },
  'a folder as configuration': {
    args: ['run', TASK],
    code: 3,
    says: /EISDIR|folder|directory/,
    prepare: (world) => mkdirSync(join(world.repo, '.wiggum/config.yaml'), { recursive: true }),
  },
  'a bad environment variable': {
    args: ['run', TASK],
    code: 2,
    says: /WIGGUM_STAGNATION_THRESHOLD.*"many"/,
    prepare: (world) => {
      world.env.WIGGUM_STAGNATION_THRESHOLD = 'many'
    },
  },
  'a file in place of .wiggum': {
    args: ['run', TASK],
    code: 3,
    says: /\.wiggum: a file stands where a folder should be/,
    prepare: (world) => {
      claudeOnPath(world, honest())
      world.write('.wiggum', '')
    },
  },
  'an unknown run for status': { args: ['status', 'nope'], code: 2, says: /no run "nope"/ },
  'an unknown run for resume': { args: ['resume', 'nope'], code: 2, says: /no run "nope"/ },
  'an unknown run for report': { args: ['report', 'nope'], code: 2, says: /no run "nope"/ },
  'an unknown run for approve': { args: ['approve', 'nope'], code: 2, says: /no run "nope"/ },
  'an unknown run for answer': { args: ['answer', 'nope', 'yes'], code: 2, says: /no run "nope"/ },
  'an unknown run for reject': { args: ['reject', 'nope'], code: 2, says: /no run "nope"/ },
  'an unknown run for stop': { args: ['stop', 'nope'], code: 2, says: /no run "nope"/ },
  'a path as a run': {
    args: ['resume', '../../etc/passwd'],
    code: 2,
    says: /no run "\.\.\/\.\.\/etc\/passwd"/,
  },
  'escape codes as a run': { args: ['report', '\u001b[31mred\u202e'], code: 2, says: /no run "\[31mred"/ },
  'nothing to resume': { args: ['resume'], code: 2, says: /no run to go on with/ },
  'nothing to report': { args: ['report'], code: 2, says: /no run yet/ },
  'nothing to stop': { args: ['stop'], code: 2, says: /Nothing is running/ },
  'an unknown report format': {
    args: ['report', '--format', 'pdf'],
    code: 2,
    says: /'pdf'.*md, html, json, terminal/,
  },
}

describe('one sentence, the documented exit code, and nothing left behind, for', () => {
  // Nothing is left behind, so a next one may find it; where something is put there first, it has a world of its own.
  let untouched: World | null = null

  test.each(Object.entries(CASES))('%s', async (_, { args, code, says, prepare }) => {
    untouched ??= worlds.fresh()
    const world = prepare ? worlds.fresh() : untouched
    prepare?.(world)
    const before = existsSync(join(world.repo, '.git')) ? traces(world) : null
    const text = await wiggum(world, args)
    expect(text.code).toBe(code)
    expectOneSentence(text)
    expect(text.stderr).toMatch(says)
    expect(text.stderr).toBe(`${cleanText(text.stderr, 10_000)}`)
    const [verb, ...rest] = args
    const json = await wiggum(world, [verb!, '--json', ...rest])
    expect(json).toMatchObject({ code, stderr: '' })
    const told = JSON.parse(json.stdout)
    expect(told.exit_code).toBe(code)
    expect(cleanText(`${told.error} ${told.fix}`, 10_000)).toMatch(new RegExp(says, 'i'))
    if (before) expect(traces(world)).toEqual(before)
  })
})

describe('no way to verify', () => {
  const bare = { 'README.md': '# Nothing to test here\n' }

  test('is asked about before an agent is called (20); the question names --check and how to say yes', async () => {
    const world = worlds.fresh(bare)
    const run = await wiggum(world, ['run', 'Write it', '--agent', honestAgent(world)])
    expect(run).toMatchObject({ code: 20, stderr: '' })
    const question = run.stdout.split('\n').filter((line) => line.startsWith('━━━ waiting'))
    expect(question).toHaveLength(1)
    expect(question[0]).toContain('--check')
    expect(run.stdout).toContain(`wiggum approve ${runId(world)}`)
    expect(logged(world).some((event) => event.type === 'agent.start')).toBe(false)
  })

  const flags = [
    ['--check', 'test -f README.md'],
    ['--allow', 'unverified'],
  ]
  test.each(flags)('is no question with %s %s: the work lands', async (flag, value) => {
    const world = worlds.fresh(bare)
    const maker = [
      { edits: [{ path: 'new.txt', write: 'x\n' }], commit: 'Add', contract: { status: 'DONE' } },
    ]
    const agent = scenarioFile(world, honest({ maker }))
    const run = await wiggum(world, ['run', 'Write it', '--agent', agent, flag!, value!])
    expect(run.code).toBe(0)
    expect(loggedOf(world, 'gate.opened')).toEqual([])
    expect(merges(world)).toEqual([runId(world)])
  })
})

describe('a log that is not what was written', () => {
  async function endedRun(): Promise<{ world: World; log: string }> {
    const world = worlds.fresh()
    const run = await wiggum(world, ['run', TASK, '--agent', honestAgent(world), '--no-merge'])
    expect(run.code).toBe(11)
    return { world, log: join(world.repo, '.wiggum/events', `${runId(world)}.jsonl`) }
  }

  test('stops resume and approve (3), is named with its line, and is left as it is; what can be read is reported', async () => {
    const { world, log } = await endedRun()
    const lines = readFileSync(log, 'utf8').split('\n')
    lines[4] = lines[4]!.replace('"seq":5', '"seq":5 ')
    writeFileSync(log, lines.join('\n'))
    const before = readFileSync(log)
    for (const verb of ['resume', 'approve']) {
      const run = await wiggum(world, [verb, runId(world)])
      expect(run.code, verb).toBe(3)
      expectOneSentence(run)
      expect(run.stderr, verb).toMatch(/line 5\b/)
      const json = await wiggum(world, [verb, runId(world), '--json'])
      expect(JSON.parse(json.stdout), verb).toMatchObject({ exit_code: 3 })
    }
    const report = await wiggum(world, ['report'])
    expect(report.code).toBe(3)
    expect(report.stdout).toMatch(/damaged at line 5\b/)
    const facts = JSON.parse((await wiggum(world, ['report', '--json'])).stdout)
    expect(facts).toMatchObject({ events: 4, damage: { line: 5, newer: false } })
    const status = await wiggum(world, ['status'])
    expect(status).toMatchObject({ code: 0, stderr: '' })
    expect(status.stdout).toMatch(/damaged log: line 5\b/)
    expect(readFileSync(log).equals(before)).toBe(true)
    expect(merges(world)).toEqual([])
  })

  test('with a torn last line goes on from what is whole; the tail is set aside', async () => {
    const { world, log } = await endedRun()
    writeFileSync(log, readFileSync(log).subarray(0, -20))
    const run = await wiggum(world, ['resume'])
    expect(run.code).toBe(11)
    expect((await wiggum(world, ['resume'])).code).toBe(0)
    expect(logged(world).some((event) => event.type === 'journal.recovered')).toBe(true)
    expect(merges(world)).toEqual([runId(world)])
  })
})

const canMount = process.platform === 'linux' && process.getuid?.() === 0
const mayMount = canMount || process.env.WIGGUM_TEST_REQUIRE_ALL !== undefined

describe.runIf(mayMount)('a disk that', () => {
  // In processes of their own: what one keeps open would keep its disk mounted.
  function mount(path: string, options: string): void {
    mkdirSync(path, { recursive: true })
    execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', path])
    if (!mounts.includes(path)) mounts.push(path)
  }

  test('cannot be written: exit 3, and no branch or work folder is left', async () => {
    const world = worlds.fresh()
    mount(join(world.repo, '.wiggum'), 'ro')
    const before = traces(world)
    const run = await wiggumProcess(world, ['run', TASK, '--agent', honestAgent(world)])
    expect(run.code).toBe(3)
    expectOneSentence(run)
    expect(run.stderr).toContain('read-only')
    expect(traces(world)).toEqual(before)
  })

  test('is full from the start: exit 3, and no folder of ours is left', async () => {
    const world = worlds.fresh()
    const small = join(world.dir, 'small')
    mkdirSync(small)
    mount(small, 'size=1m')
    cpSync(world.repo, join(small, 'repo'), { recursive: true })
    expect(() => writeFileSync(join(small, 'fill'), Buffer.alloc(2 ** 20))).toThrow(/ENOSPC/)
    const run = await wiggumProcess(
      world,
      ['run', TASK, '--agent', honestAgent(world)],
      {},
      join(small, 'repo'),
    )
    expect(run.code).toBe(3)
    expectOneSentence({ ...run, stdout: '' })
    expect(existsSync(join(small, 'repo/.wiggum'))).toBe(false)
  })

  for (const [sizes, options] of inTiers(['4k', '16k', '32k', '64k'], 4))
    test.each(sizes)(
      'is full after %s: exit 3, nothing lands; with room again, resume finishes',
      options,
      async (size) => {
        const world = worlds.fresh()
        const state = join(world.repo, '.wiggum')
        mount(state, `size=${size}`)
        const agent = honestAgent(world)
        const run = await wiggumProcess(world, ['run', TASK, '--agent', agent])
        expect(run.code).toBe(3)
        expectOneSentence({ ...run, stdout: '' })
        expect(run.stderr).toContain('disk is full')
        expect(merges(world)).toEqual([])
        execFileSync('mount', ['-o', 'remount,size=20m', state])
        const started = readdirSync(join(state, 'events')).some(
          (name) => readFileSync(join(state, 'events', name)).length > 0,
        )
        const again = await wiggumProcess(world, started ? ['resume'] : ['run', TASK, '--agent', agent])
        expect(again.code).toBe(0)
        expect(merges(world)).toHaveLength(1)
        expect(world.git('status', '--porcelain')).toBe('')
      },
    )
})

test('a work folder that cannot be made is the environment’s fault (3), in one sentence', async () => {
  const world = worlds.fresh(demoProject)
  const home = join(world.dir, 'a-file')
  writeFileSync(home, '')
  const run = await wiggum(world, ['run', TASK, '--agent', honestAgent(world)], { WIGGUM_HOME: home })
  expect(run.code).toBe(3)
  expectOneSentence(run)
  expect(run.stderr).toContain(home)
  expect(world.git('for-each-ref', 'refs/wiggum', 'refs/heads/wiggum')).toBe('')
})

test('without a command it is bad usage (2), and the help says which there are', async () => {
  const world = worlds.fresh()
  const bare = await wiggum(world, [])
  expect(bare.code).toBe(2)
  expect(bare.stdout + bare.stderr).toContain('Usage: wiggum')
  expect((await wiggum(world, ['--help'])).code).toBe(0)
})
