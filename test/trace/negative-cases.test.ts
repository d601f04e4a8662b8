import { describe, expect, test } from 'vitest'
import { type Did, edit, halts, read, run, times, watched, write } from './support.ts'

/** What other tools' rules ended wrongly, by their issue trackers: none of it may be ended here, calibrated or not. */
const CASES: [string, Did[]][] = [
  [
    'commits inside the loop',
    times(12, (at) =>
      at % 3 === 0
        ? edit('src/a.ts', `v${at}`)
        : at % 3 === 1
          ? run('npm test', `Tests ${at} passed`)
          : run(`git commit -am step`, `[main ${at}abc] step`),
    ),
  ],
  [
    'changes that only a program makes, and commits',
    [
      write('/tmp/gen.py'),
      ...times(20, (at) =>
        at % 2 ? run('python /tmp/gen.py', `made ${at}`) : run('git commit -am gen', `[main ${at}] gen`),
      ),
    ],
  ],
  ['reading only', times(40, (at) => read(`src/part-${at}.ts`))],
  ['reading the same few files again', times(40, (at) => read(`src/part-${at % 7}.ts`, `text ${at}`))],
  [
    'paged reads of one file',
    times(40, (at) => ({
      tool: 'Read',
      input: { file_path: 'big.log', offset: at * 100, limit: 100 },
      result: `lines ${at}`,
    })),
  ],
  ['the same edit in many files', times(40, (at) => edit(`src/file-${at}.ts`, 'renamed'))],
  [
    'the same command for many files',
    times(40, (at) => run(`npx prettier --write src/file-${at}.ts`, 'done')),
  ],
  [
    'polling a background job with its tool',
    times(40, () => ({ tool: 'BashOutput', input: { bash_id: '1' }, result: 'still running' })),
  ],
  ['polling with sleep', times(40, () => run('sleep 30; tail -5 build.log', 'compiling'))],
  ['polling a CI run', times(40, () => run('gh run view 17', 'in_progress'))],
  [
    'output that says is_error: false',
    times(40, (at) => run(`curl -s localhost/${at}`, '{"is_error": false, "error": null}')),
  ],
  [
    'output that speaks of errors and limits',
    times(40, (at) => run(`cat log-${at}`, 'ERROR: rate limit reached, error error')),
  ],
  [
    'five green test runs in a row, with edits',
    times(10, (at) => (at % 2 ? run('npm test', ' Tests  5 passed (5)') : edit('src/a.ts', `v${at}`))),
  ],
  [
    'five green test runs in a row, without',
    [edit('src/a.ts', 'v'), ...times(5, () => run('npm test', ' Tests  5 passed (5)'))],
  ],
  [
    'no repository',
    times(20, (at) =>
      at % 2 ? run('git status', 'fatal: not a git repository', 128) : edit('src/a.py', `v${at}`),
    ),
  ],
  [
    'words alone that say it is not finished',
    times(20, (at) => ({
      ...read(`f${at}`),
      thought: 'I am NOT outputting a promise. Not done, error, limit.',
    })),
  ],
]

describe.each([
  ['an agent nobody calibrated', null],
  ['a calibrated one', 'openhands-0.20'],
])('for %s', (_, agent) => {
  test.each(CASES)('%s is not ended', (_name, dids) => {
    expect(halts(dids, { agent, budget: null })).toEqual([])
  })
})

describe.each([
  ['an agent nobody calibrated', null],
  ['a calibrated one', 'openhands-0.20'],
])('with a budget that it uses up, for %s', (_, agent) => {
  test.each(CASES)('%s is not ended', (_name, dids) => {
    expect(halts(dids, { agent, budget: dids.length })).toEqual([])
  })
})

test('declared research is not ended, though it wrote a script and used its budget', () => {
  const dids = [write('/tmp/try.py'), ...times(39, (at) => read(`src/part-${at}.ts`))]
  expect(halts(dids, { research: true })).toEqual([])
  expect(halts(dids)).toEqual(['trace.no-source-edit'])
})

test('a rule says so once for each tier', () => {
  const seen = watched(
    times(20, () => run('ls', 'a b c')),
    { budget: null },
  )
  expect(seen.map(({ detector, tier, at }) => [detector, tier, at])).toEqual([
    ['trace.same-call', 'nudge', 5],
    ['trace.same-call', 'halt', 7],
  ])
})

test.each([
  ['same-call', (count: number) => times(count, () => run('ls', 'a b c')), 8],
  ['call-cycle', (count: number) => times(count, (at) => run(at % 2 ? 'ls' : 'pwd', at % 2 ? 'a' : '/')), 12],
  [
    'same-error',
    (count: number) =>
      times(count, (at) => run(`python try.py ${at}`, "ImportError: No module named 'x'", 1)),
    10,
  ],
])('%s ends a run at its limit and not one step before', (name, dids, limit) => {
  expect(halts(dids(limit - 1), { budget: null })).toEqual([])
  expect(halts(dids(limit), { budget: null })).toEqual([`trace.${name}`])
})

test('a rule that is switched off says nothing, and one that is tuned keeps to it', () => {
  const dids = times(8, () => run('ls', 'a b c'))
  expect(watched(dids, { budget: null, detectors: { 'trace.same-call': { enabled: false } } })).toEqual([])
  expect(
    halts(dids, { budget: null, detectors: { 'trace.same-call': { thresholds: { halt: 9 } } } }),
  ).toEqual([])
})
