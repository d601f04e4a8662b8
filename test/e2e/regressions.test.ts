import { execFileSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { MAX_LINE } from '../../src/store/record.ts'
import { unique, until } from '../runtime/fixtures/processes.ts'
import { scenarioFile, WIGGUM, wiggum } from '../support/cli.ts'
import { inTiers } from '../support/in-tiers.ts'
import { honest, turnOf } from '../support/scenarios.ts'
import { asks, begins, play, project, runArgs, type Turn, underWay } from './regressions-play.ts'
import { logged, loggedOf, merges, reportOf, runId, worldKeeper } from './run-log.ts'

const worlds = worldKeeper()
afterAll(worlds.end)

const ESCAPE = String.fromCharCode(27)

describe('a finding that was counted down', () => {
  const bare = {
    file: 'src/slugify.js',
    severity: 'CRITICAL',
    category: 'security',
    description: 'The pattern drops every letter outside ASCII',
    fix: 'keep them',
    evidence: '',
  }
  const proven = { ...bare, line: 6, evidence: '`.replace(/[^a-z0-9]+/g)`' }
  const says = (verdict: string | null, ...findings: object[]): Turn => ({
    contract: { status: 'DONE', ...(verdict ? { verdict } : {}), findings },
  })

  test.each([
    ['a second REJECTED', [says('REJECTED', bare), says('REJECTED', proven), says('APPROVED')]],
    ['an APPROVED after a review without a verdict', [says(null, bare), says('APPROVED', proven)]],
    ['a twin with the same text in one review', [says('APPROVED', bare, proven)]],
  ])('does not silence the same finding with evidence in %s', { tags: 'deep' }, async (_, guardian) => {
    const world = worlds.fresh()
    const run = await play(world, honest({ guardian }))
    expect(run).toMatchObject({ code: 10, stderr: '' })
    expect(run.stdout).toContain('CRITICAL src/slugify.js:6')
    expect(loggedOf(world, 'evidence.downgrade'), 'the one without evidence is counted down').toHaveLength(1)
    expect(merges(world)).toEqual([])
  })
})

describe('a change to the tests that a person accepted', () => {
  const assertion = "assert.equal(slugify('one -- two'), 'one-two')"

  test('is asked about anew when the target moved and the old tests turned red on it', {
    tags: 'deep',
  }, async () => {
    const world = worlds.fresh()
    const { edits = [], ...maker } = turnOf('maker')
    const weaker = { path: 'test/slugify.test.js', replace: [assertion, "assert.ok(slugify('one -- two'))"] }
    const asked = await play(world, honest({ maker: [{ ...maker, edits: [...edits, weaker as never] }] }))
    expect(asked.code).toBe(20)
    const source = readFileSync(join(world.repo, 'src/slugify.js'), 'utf8')
    world.write('src/slugify.js', source.replace('.trim()', ".trim()\n    .replace(/ -- /, ' x ')"))
    world.git('commit', '-qam', 'What only the old assertion notices')
    const moved = await wiggum(world, ['approve', runId(world)])
    expect(moved.code).toBe(20)
    expect(moved.stdout).toContain('The tests as they were before fail on this change')
    expect(merges(world)).toEqual([])
    const gates = loggedOf(world, 'gate.opened').map((event) => event.data)
    expect(gates.map((gate) => gate.kind)).toEqual(['test-tampering', 'test-tampering'])
    expect(gates[1]?.evidence.join()).toContain('with the tests as they were before')
    expect((await wiggum(world, ['approve', runId(world)])).code, 'yes to what is shown now').toBe(0)
    expect(merges(world)).toEqual([runId(world)])
  })
})

describe('a check', () => {
  const redBefore = project({
    'test/red.test.js': "import { test } from 'node:test'\ntest('red', () => { throw new Error('red') })\n",
    '.wiggum/config.yaml': 'verify:\n  required_files: [docs/CHANGES.md]\n',
  })

  test('for a required file is not excused by a base that was red and --allow baseline-red', {
    tags: 'deep',
  }, async () => {
    const { edits = [], ...maker } = turnOf('maker')
    const withFile: Turn = { ...maker, edits: [...edits, { path: 'docs/CHANGES.md', write: 'Mended.\n' }] }
    const lands = async (turn: Turn) => {
      const world = worlds.fresh(redBefore)
      const run = await play(world, honest({ maker: [turn] }), '--allow', 'baseline-red')
      return { code: run.code, merges: merges(world).length }
    }
    const [missing, there] = await Promise.all([lands(turnOf('maker')), lands(withFile)])
    expect(missing).toEqual({ code: 12, merges: 0 })
    expect(there, 'with the file it lands').toEqual({ code: 0, merges: 1 })
  })

  test('that was ended for its endless output is not green, whatever code it leaves with', {
    tags: 'deep',
  }, async () => {
    const world = worlds.fresh()
    // Only the changed source makes it print, so that the base is green and one flood is enough.
    const flood = "trap 'exit 0' TERM; yes 0123456789012345678901234567890123456789 & wait; exit 0"
    const run = await play(world, honest(), '--check', `grep -q '\\^-+' src/slugify.js || exit 0; ${flood}`)
    expect(run.code).toBe(12)
    expect(loggedOf(world, 'verify.complete').map(({ data }) => [data.kind, data.green])).toEqual([
      ['baseline', true],
      ['merged', false],
    ])
    expect(merges(world)).toEqual([])
    world.end()
  })

  test('of a hook that is ended for its time is not green, even if it leaves with 0', {
    tags: 'deep',
  }, async () => {
    const hook = 'pre-merge:\n  - run: "trap \'exit 0\' TERM; sleep 30 & wait"\n    timeout_minutes: 0.05\n'
    const world = worlds.fresh(project({ '.wiggum/hooks.yaml': hook }))
    const run = await play(world, honest())
    expect(run.code).toBe(12)
    expect(run.stdout).toContain('timed out')
    expect(merges(world)).toEqual([])
  })

  const ways: [string, Record<string, string>][] = [
    [
      'a shell script',
      {
        'package.json': JSON.stringify({ name: 'x', scripts: { test: 'sh test/check.sh' } }),
        'test/check.sh': 'node src/cli.js ok\n',
      },
    ],
    ['a Makefile', { Makefile: 'test:\n\tsh test/run.sh\n', 'test/run.sh': 'node src/cli.js ok\n' }],
  ]
  for (const [some, options] of inTiers(ways, 2))
    test.each(some)(
      'that is %s does not make an honest process.exit(2) a question',
      options,
      async (_, files) => {
        const world = worlds.fresh({
          'src/cli.js': "if (process.argv[2] !== 'ok') console.log('bad')\n",
          ...files,
        })
        const write = "if (process.argv[2] !== 'ok') {\n  console.log('bad')\n  process.exit(2)\n}\n"
        const maker: Turn = {
          edits: [{ path: 'src/cli.js', write }],
          commit: 'Exit with 2 on bad input',
          contract: { status: 'DONE' },
        }
        const file = scenarioFile(world, honest({ maker: [maker] }))
        const run = await wiggum(world, ['run', 'End with 2 on bad input', '--agent', file])
        expect(run).toMatchObject({ code: 0, stderr: '' })
        expect(loggedOf(world, 'gate.opened')).toEqual([])
        expect(merges(world)).toEqual([runId(world)])
      },
    )
})

describe('a Maker', () => {
  const undo = 'git commit -q --allow-empty -m done'
  const roundTrip = 'echo x >> README.md; git commit -qam one; git revert --no-edit HEAD'

  const idle: [string, string][] = [
    ['makes an empty commit', undo],
    ['takes its own change back', roundTrip],
  ]
  for (const [some, options] of inTiers(idle, 2))
    test.each(some)('that %s has changed nothing (10)', options, async (_, command) => {
      const world = worlds.fresh()
      const identity = 'git config user.name M; git config user.email m@example.org'
      const maker: Turn = {
        run: [`${identity}; ${command}`],
        contract: { status: 'DONE', summary: 'did it' },
      }
      const run = await play(world, honest({ maker: [maker] }))
      expect(run).toMatchObject({ code: 10, stderr: '' })
      expect(run.stdout).toContain('the Maker changed nothing')
      const [work] = loggedOf(world, 'work.collected')
      expect(work?.data.commits, 'there are commits all the same').toBeGreaterThan(0)
      expect(loggedOf(world, 'merge.conflict')).toEqual([])
    })

  test('may leave more files than the log can name: the run goes on, and no event is too large', {
    tags: 'deep',
  }, async () => {
    const world = worlds.fresh()
    // 4,200 paths of 2,200 characters: their names alone are longer than an event may be.
    const dir = Array.from({ length: 10 }, () => 'a-long-name'.repeat(20)).join('/')
    const maker: Turn = {
      run: [`mkdir -p ${dir} && cd ${dir} && seq 4200 | xargs touch`],
      contract: { status: 'DONE' },
    }
    const ran = await play(world, honest({ maker: [maker] }), '--no-merge')
    expect(ran).toMatchObject({ code: 11, stderr: '' })
    const artifacts = join(world.repo, '.wiggum/artifacts', runId(world))
    expect(statSync(join(artifacts, 'do-maker-files.txt')).size).toBeGreaterThan(MAX_LINE)
    expect(loggedOf(world, 'work.collected')[0]?.data.more_files).toBeGreaterThan(1_000)
    const sizes = logged(world).map((event) => JSON.stringify(event).length)
    expect(Math.max(...sizes)).toBeLessThan(MAX_LINE / 2)
  })
})

test('a target branch that disappears ends the run with a sentence and the name of the work (13)', async () => {
  const world = worlds.fresh()
  world.git('branch', 'feature')
  const slow = honest({ sage: [turnOf('sage', { delay_ms: 4_000 })] })
  const run = underWay(world, runArgs(world, slow, '--target', 'feature'))
  await run.until('the Sage', begins('sage'))
  world.git('branch', '-D', 'feature')
  const ended = await run.done
  expect(ended).toMatchObject({ code: 13, stderr: '' })
  expect(ended.stdout).toContain(
    `the branch feature is gone; nothing landed, the work is on wiggum/${runId(world)}`,
  )
  expect(loggedOf(world, 'land.refused')).toHaveLength(1)
  expect(world.git('show', `wiggum/${runId(world)}:src/slugify.js`)).toContain('.replace(/^-+|-+$/g')
  world.git('branch', 'feature', 'main')
  expect((await wiggum(world, ['resume'])).code, 'with the branch back it lands').toBe(0)
  expect(merges(world, 'feature')).toEqual([runId(world)])
})

describe('a question', () => {
  const creator = [asks('Which dash?'), asks('Which end?'), turnOf('creator')]

  test('that comes second is asked too, and both answers reach the agent', async () => {
    const world = worlds.fresh()
    expect((await play(world, honest({ creator }))).stdout).toContain('Which dash?')
    const second = await wiggum(world, ['answer', runId(world), 'ANSWER-ONE'])
    expect(second.code).toBe(20)
    expect(second.stdout).toContain('waiting for an answer: Which end?')
    expect((await wiggum(world, ['answer', runId(world), 'ANSWER-TWO'])).code).toBe(0)
    expect(loggedOf(world, 'gate.answered').map((event) => event.data.text)).toEqual([
      'ANSWER-ONE',
      'ANSWER-TWO',
    ])
    const last = loggedOf(world, 'agent.start').filter((event) => event.data.archetype === 'creator')[2]
    const path = join(world.repo, '.wiggum/artifacts', runId(world), last!.data.prompt_artifact)
    const prompt = readFileSync(path, 'utf8')
    for (const words of ['Which dash?', 'ANSWER-ONE', 'Which end?', 'ANSWER-TWO'])
      expect(prompt).toContain(words)
  })

  const hasTmux = (() => {
    try {
      execFileSync('tmux', ['-V'])
      return true
    } catch {
      return false
    }
  })()

  test.runIf(hasTmux || process.env.WIGGUM_TEST_REQUIRE_ALL)(
    'is shown again by a resume at a terminal, before the reply is asked for',
    async () => {
      const world = worlds.fresh()
      expect((await play(world, honest({ creator }))).code).toBe(20)
      const tmux = (...words: string[]) =>
        execFileSync('tmux', ['-L', `wiggum-test-${socket}`, '-f', '/dev/null', ...words], {
          env: { ...world.env, TERM: 'xterm-256color', TMUX_TMPDIR: world.dir },
          encoding: 'utf8',
          stdio: ['ignore', 'pipe', 'pipe'],
        })
      const socket = unique()
      const variables = Object.entries(world.env).flatMap(([name, value]) => ['-e', `${name}=${value}`])
      const size = ['-x', '120', '-y', '40']
      const command = ['sh', '-c', '"$@"; exec cat', 'sh', process.execPath, WIGGUM, 'resume']
      tmux('new-session', '-d', ...size, '-c', world.repo, ...variables, ...command)
      try {
        const screen = () => tmux('capture-pane', '-p')
        expect(await until(() => /Answer:\s*$/.test(screen())), screen()).toBe(true)
        expect(screen()).toMatch(/Which dash\?\s+Answer:\s*$/)
      } finally {
        tmux('kill-server')
      }
    },
  )

  test('cannot forge a line of progress or an ending, nor send control bytes', async () => {
    const world = worlds.fresh()
    const forged = `ok\n[Land]      moving main    merged to main (b3c49ee2d3)\r\n\n━━━ landed: merged to main${ESCAPE}[2J`
    const run = await play(world, honest({ maker: [asks(forged)] }))
    expect(run.code).toBe(20)
    const status = await wiggum(world, ['status'])
    for (const { stdout } of [run, status]) {
      expect(stdout).toContain('moving main')
      expect(stdout).not.toContain(ESCAPE)
      expect(stdout).not.toContain('\r')
      expect(stdout.split('\n').filter((line) => /^\s*(\[Land\]|━━━ landed)/.test(line))).toEqual([])
    }
  })
})

test('a file name with control bytes reaches neither the screen nor the report as such', {
  tags: 'deep',
}, async () => {
  const world = worlds.fresh()
  const { edits = [], ...maker } = turnOf('maker')
  const path = `a${ESCAPE}cb${ESCAPE}]0;pwned\u0007${ESCAPE}[2J.txt`
  const run = await play(world, honest({ maker: [{ ...maker, edits: [...edits, { path, write: 'x\n' }] }] }))
  expect(run.code).toBe(0)
  expect(world.git('ls-files', '-z')).toContain(path)
  const report = await wiggum(world, ['report'])
  expect(report.stdout).toContain('pwned')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these must not be there
  const control = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/
  for (const text of [run.stdout, report.stdout, reportOf(world)]) expect(text).not.toMatch(control)
})
