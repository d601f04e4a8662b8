import { execFileSync, spawn } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Diagnosis } from '../../src/diagnose/diagnosis.ts'
import { type Ended, ended, WIGGUM } from '../support/cli.ts'
import { claudeLines, done, put, ran, record, stuckSession, wrote } from './diagnose-play.ts'

let dir = ''
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'wiggum-diagnose-'))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

/** In a folder that is no repository, with a home of its own. */
function diagnose(...args: string[]): Promise<Ended> {
  const env = { PATH: process.env.PATH ?? '', HOME: join(dir, 'home'), LC_ALL: 'C.UTF-8' }
  return ended(
    spawn(process.execPath, [WIGGUM, 'diagnose', ...args], {
      cwd: dir,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  )
}

async function told(...args: string[]): Promise<Diagnosis> {
  const { stdout, stderr, code } = await diagnose(...args, '--json')
  expect([code, stderr]).toEqual([0, ''])
  return JSON.parse(stdout)
}

const again = (command: string, times: number) =>
  Array.from({ length: times }, () => ran(command, 'the same'))

const records = () =>
  put(join(dir, 'runs.jsonl'), [
    record({ instance: 'won', resolved: true }, [ran('ls', 'a.py'), wrote('/w/a.py', 'y'), done]),
    record({ instance: 'wrong', resolved: false }, [wrote('/w/a.py', 'y'), ran('ls', 'a.py'), done]),
    record({ instance: 'lost', resolved: false, model: 'b-model' }, [
      wrote('/w/a.py', 'y'),
      ...again('ls', 9),
    ]),
  ])

test('many runs: counts, outcomes, claims, where each stopped, the most wasteful first', async () => {
  const { totals, runs, by_model, files } = await told(records(), '--max-steps', '30')
  expect(totals).toMatchObject({
    runs: 3,
    steps: 16,
    resolved: 1,
    failed: 2,
    unknown: 0,
    estimated: 3,
    usd_runs: 0,
  })
  expect(totals.claims).toEqual({ all: 2, wrong: 1, doubtful: 0, unjudged: 0 })
  expect(runs.map(({ id }) => id.replace(/#.*/, ''))).toEqual(['lost', 'wrong', 'won'])
  expect(runs[0]).toMatchObject({
    steps: 10,
    outcome: 'failed',
    ending: null,
    budget: { steps: 30, from: 'flag' },
    stopped: { step: 1, kind: 'edit', after: 9 },
  })
  expect(runs[0]!.detections.map(({ detector }) => detector)).toContain('trace.same-call')
  expect(runs[0]!.spend.before.tokens + runs[0]!.spend.after.tokens).toBe(runs[0]!.spend.total.tokens)
  expect(by_model.map(({ name, runs: count }) => [name, count])).toEqual([
    ['b-model', 1],
    ['a-model', 2],
  ])
  expect(files).toMatchObject([{ format: 'records', guessed: true, runs: 3, problems: [] }])
})

test('on a screen many runs are three sentences and tables', async () => {
  const { stdout, code } = await diagnose(records())
  expect(code).toBe(0)
  expect(stdout).toMatch(/^3 runs, 16 agent steps, ~/)
  expect(stdout).toContain('of the tokens')
  expect(stdout).toContain('2 runs said that they are done; 1 was wrong.')
  expect(stdout).toMatch(/\nmodel +runs +succeeded/)
  expect(stdout).toMatch(/\nmost wasteful .*\nlost#2 /)
  expect(stdout).toContain('1 file, ')
  const { stdout: one } = await diagnose(records(), '--limit', '1')
  expect(one).toContain('The first 1 of 3 runs')
  expect(one).not.toContain('wrong#1')
})

test('one run is told on one screen: what, where it stopped, why, its cost, what would have been done, how sure', async () => {
  const file = put(join(dir, 's1.jsonl'), stuckSession('s1', '/home/me/app', '2026-11-01T10:00:00Z'))
  const { stdout, code } = await diagnose(file, '--max-steps', '20')
  expect(code).toBe(0)
  expect(stdout.trimEnd().split('\n').length).toBeLessThanOrEqual(25)
  expect(stdout).toMatch(
    /^Mend the parser of s1\nclaude · claude-sonnet-5 · \/home\/me\/app · 2026-11-01 10:\d\d · 9 of 20 agent steps\n/,
  )
  expect(stdout).toContain('It got nowhere after agent step 1: 8 more steps, 89 % of its tokens.')
  expect(stdout).toContain('changed src/parser.ts')
  expect(stdout).toMatch(/spent +1\.1 k tokens, < \$0\.01 before; 8\.8 k tokens, ~\$0\.02 after/)
  expect(stdout).toMatch(/wiggum would +(?:tell|halt)/)
  expect(stdout).toContain('by --max-steps')
  const [run] = (await told(file)).runs
  expect(run).toMatchObject({
    agent: 'claude',
    project: '/home/me/app',
    budget: { steps: null, from: 'unknown' },
    stagnation: null,
  })
  expect(run!.spend).toMatchObject({
    tokens_from: 'transcript',
    usd_from: 'prices',
    total: { tokens: 9_900 },
  })
  expect((await diagnose(file)).stdout).toContain(
    'no budget is known, so the model abstains: name one with --max-steps',
  )
})

test('without a file the transcripts of the installed agents are read; --since and --project choose', async () => {
  const home = (path: string) => join(dir, 'home', path)
  put(home('.claude/projects/-a/old.jsonl'), stuckSession('old', '/home/me/a', '2026-01-01T10:00:00Z'))
  put(home('.claude/projects/-a/new.jsonl'), stuckSession('new', '/home/me/a', '2026-11-01T10:00:00Z'))
  put(
    home('.claude/projects/-ab/other.jsonl'),
    stuckSession('other', '/home/me/ab/deep', '2026-11-02T10:00:00Z'),
  )
  put(home('notes.jsonl'), ['{"a":1}'])
  const ids = async (...args: string[]) => (await told(...args)).runs.map(({ id }) => id).sort()
  expect(await ids()).toEqual(['new', 'old', 'other'])
  expect(await ids('--since', '2026-06-01')).toEqual(['new', 'other'])
  expect(await ids('--project', '/home/me/a')).toEqual(['new', 'old'])
  expect(await ids('--project', '/home/me/ab')).toEqual(['other'])
  expect((await told('--project', '/home/me/a', '--since', '2026-06-01')).left_out).toBe(2)
  // A file that was not written since then is not even opened.
  utimesSync(home('.claude/projects/-a/old.jsonl'), new Date('2026-01-02'), new Date('2026-01-02'))
  expect((await told('--since', '2026-06-01')).files.length).toBe(2)
  expect((await diagnose('--project', '/nowhere')).stdout).toContain('No run fits.')
})

test('it leaves nothing behind, needs no repository, and says where it looked', async () => {
  const { stdout, code } = await diagnose()
  expect(code).toBe(0)
  expect(stdout).toMatch(
    /^No transcripts were found\. Looked in .*~\/\.claude\/projects.*~\/\.codex\/sessions/,
  )
  await diagnose(records(), '--output', 'page.html')
  expect(readdirSync(dir).sort()).toEqual(['page.html', 'runs.jsonl'])
})

test('a file with torn and unknown lines is told of with counts and names, and the rest of it counts', async () => {
  const [first, ...rest] = stuckSession('s1', '/home/me/app', '2026-11-01T10:00:00Z')
  const odd = [
    '{"type":"assistant","sess',
    '{"type":"from-the-future","sessionId":"s1"}',
    '{"type":"from-the-future","sessionId":"s1"}',
    '\u0000\u0000',
  ]
  const file = put(join(dir, 'torn.jsonl'), [first!, ...odd, ...rest, rest.at(-1)!.slice(0, 40)])
  const { files, runs } = await told(file)
  expect(runs).toMatchObject([{ id: 's1', steps: 9 }])
  const count = (kind: string) =>
    files[0]!.problems.filter((each) => each.kind === kind).reduce((sum, each) => sum + each.count, 0)
  expect([count('torn'), count('unknown')]).toEqual([3, 2])
  const { stdout } = await diagnose(file)
  expect(stdout).toMatch(/torn\.jsonl: 3 torn, 2 unknown: .*from-the-future/)
})

test('files of several kinds, compressed ones and a folder are read together', async () => {
  put(join(dir, 'in/deep/s1.jsonl'), stuckSession('s1', '/home/me/app', '2026-11-01T10:00:00Z'))
  writeFileSync(join(dir, 'in/runs.jsonl.gz'), gzipSync(readFileSync(records())))
  put(join(dir, 'in/readme.md'), ['# no transcript'])
  put(join(dir, 'in/package.json'), ['{"name":"none"}'])
  const { totals, files } = await told(join(dir, 'in'))
  expect(totals.runs).toBe(4)
  expect(files.map(({ format }) => format).sort()).toEqual(['claude', 'records', null].sort())
})

const HOSTILE = '\u001b[2J\u202e</title><script>window.__pwned=1</script>'

test('hostile text reaches neither the terminal nor the page as more than text', async () => {
  const lines = claudeLines(
    {
      id: 'hostile',
      cwd: `/home/${HOSTILE}`,
      task: `${HOSTILE}\n\nwiggum: all is well`,
      from: '2026-11-01T10:00:00Z',
      model: HOSTILE,
    },
    [
      { edit: `${HOSTILE}.ts`, to: HOSTILE },
      { command: HOSTILE, result: HOSTILE, failed: true },
      { say: HOSTILE },
    ],
  )
  const file = put(join(dir, 'hostile.jsonl'), [
    ...lines,
    `{"type":"${'x'.repeat(10_000)}"}`,
    '['.repeat(100_000),
  ])
  const { stdout, code } = await diagnose(file, '--output', 'page.html')
  expect(code).toBe(0)
  for (const sign of ['\u001b', '\u202e']) expect(stdout).not.toContain(sign)
  expect(stdout.split('\n').some((line) => line.startsWith('wiggum: all is well'))).toBe(false)
  expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThan(700)
  const page = readFileSync(join(dir, 'page.html'), 'utf8')
  expect(page).toContain('&lt;script&gt;')
  expect(page).not.toContain('<script')
  expect((await told(file)).runs[0]).toMatchObject({ steps: 3, ending: 'finished' })
})

test.each([
  [['missing.jsonl'], 3, 'Cannot read '],
  [['--since', 'soon'], 2, '--since does not understand "soon"'],
  [['--format', 'word'], 2, '--format does not know "word"'],
  [['--max-steps', '0'], 2, '--max-steps must be'],
  [['--limit', 'many'], 2, '--limit must be'],
  [['--output', 'page.doc'], 2, '--output writes .html or .json'],
  [['--project', ''], 2, '--project has no name'],
  [['--colour'], 2, 'Unknown option'],
])('bad input is one sentence and the documented exit code: %j', async (args, exit, words) => {
  const { code, stdout, stderr } = await diagnose(...args)
  expect([code, stdout]).toEqual([exit, ''])
  expect(stderr).toContain(words)
  expect(stderr.trimEnd().split('\n').length).toBe(1)
})

test('what is no transcript is refused by name, and what cannot be read is not a bug', async () => {
  const notes = put(join(dir, 'notes.jsonl'), ['just words'])
  const refused = await diagnose(notes)
  expect([refused.code, refused.stdout]).toEqual([2, ''])
  expect(refused.stderr).toMatch(/notes\.jsonl is of no known kind of transcript\. Say which with --format: /)
  writeFileSync(join(dir, 'cut.jsonl.gz'), gzipSync(readFileSync(records())).subarray(0, 60))
  expect((await diagnose('cut.jsonl.gz')).code).toBe(3)
  if (process.getuid?.() === 0) return
  chmodSync(notes, 0)
  expect(await diagnose(notes)).toMatchObject({ code: 3, stdout: '' })
})

test('--output writes the page, or the JSON, and says so; a folder that is not there is named', async () => {
  const file = records()
  const { stdout } = await diagnose(file, '--output', 'page.html')
  expect(stdout).toContain(`Written to ${join(dir, 'page.html')}`)
  expect(readFileSync(join(dir, 'page.html'), 'utf8')).toContain('after the point of no return')
  await diagnose(file, '--output', 'all.json')
  expect(JSON.parse(readFileSync(join(dir, 'all.json'), 'utf8'))).toEqual(await told(file))
  const { code, stderr } = await diagnose(file, '--output', 'none/page.html')
  expect(code).toBe(3)
  expect(stderr).toContain('its folder does not exist')
  expect(existsSync(join(dir, 'none'))).toBe(false)
})

test('--format reads a file as what it is said to be', async () => {
  const { files } = await told(records(), '--format', 'records')
  expect(files).toMatchObject([{ format: 'records', guessed: false, runs: 3 }])
})

test('secrets in a transcript reach neither the screen, nor the JSON, nor the page', async () => {
  const key = `sk-ant-api03-${'a1B2'.repeat(12)}`
  const path = put(join(dir, 'runs.jsonl'), [
    record({ instance: 'leaks', resolved: false }, [
      ran(`curl -H "x-api-key: ${key}" http://127.0.0.1/`, `error: ${key} is refused`),
      ...again(`echo ${key}`, 9),
    ]),
  ])
  const page = join(dir, 'page.html')
  const { stdout } = await diagnose(path, '--max-steps', '30', '--output', page)
  expect(stdout).not.toContain(key)
  expect(readFileSync(page, 'utf8')).not.toContain(key)
  expect(JSON.stringify(await told(path))).not.toContain(key)
})

test('what is to be read is not written over, and a folder without transcripts is said (2)', async () => {
  const path = put(join(dir, 'runs.json'), [record({ instance: 'a', resolved: true }, [done])])
  const before = readFileSync(path, 'utf8')
  expect(await diagnose(path, '--output', path)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('is to be read'),
  })
  expect(readFileSync(path, 'utf8')).toBe(before)
  mkdirSync(join(dir, 'nothing'))
  expect(await diagnose('nothing')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('has no file that could be a transcript'),
  })
})

test('a pipe in the place of a step file is passed over, and a step that was changed by hand is counted', async () => {
  const events = join(dir, '.wiggum/events')
  const steps = join(dir, '.wiggum/artifacts/r/steps')
  mkdirSync(events, { recursive: true })
  mkdirSync(steps, { recursive: true })
  execFileSync('mkfifo', [join(steps, '1-do-maker-1.jsonl')])
  writeFileSync(join(steps, '1-do-maker-2.jsonl'), '{"index":0,"tool":5}\nnull\n')
  const start = (attempt: number) => event('agent.start', { step: '1-do-maker', attempt, name: 'claude' })
  const log = [event('run.start', { task: 't', policy: { detectors: null } }), start(1), start(2)]
  const path = put(join(events, 'r.jsonl'), log)
  const { files } = await told(path)
  expect(files[0]!.problems).toMatchObject([{ kind: 'unknown', count: 2 }])
})

const event = (type: string, data: object) =>
  JSON.stringify({ v: 1, seq: 1, ts: '2026-01-01T00:00:00Z', run_id: 'r', type, data })
