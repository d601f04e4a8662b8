import { expect, test } from 'vitest'
import { chants } from '../../bench/detect/ports/call-rules.ts'
import { ports } from '../../bench/detect/ports/index.ts'
import type { Says } from '../../bench/detect/ports/port.ts'
import { createWatch } from '../../src/trace/create-watch.ts'
import { type Did, edit, read, run, stepsOf, times } from '../trace/support.ts'

/** Each port's own limits, one before and at it: what it says after the last step. */
function says(tool: string, dids: readonly Did[]): Says {
  const watch = ports.find((port) => port.tool === tool)!.open()
  return stepsOf(dids).map(watch).at(-1) ?? null
}

const same = (count: number) => times(count, () => run('ls', 'a b'))
const call = (count: number) => times(count, (at) => run('ls', `result ${at}`))
const failing = (count: number) => times(count, (at) => run('ls x', `error ${at}`, 2))
const toAndFro = (count: number) => times(count, (at) => run(at % 2 ? 'ls' : 'pwd', at % 2 ? 'a' : '/'))
const round = (period: number, rounds: number) =>
  times(period * rounds, (at) => run(`echo ${at % period}`, `${at}`))
const messages = (count: number) =>
  times(count, () => ({ tool: 'message', input: {}, result: 'go on', thought: 'I wait for you.' }))
const idle = (count: number) => [edit('a.ts', 'x'), ...times(count, (at) => read(`f${at}`))]

type Row = [tool: string, rule: string, dids: (count: number) => Did[], limit: number, before: Says, at: Says]

const ROWS: Row[] = [
  ['OpenHands', 'equal actions and observations', same, 4, null, 'halt'],
  ['OpenHands', 'equal actions with errors', failing, 3, null, 'halt'],
  ['OpenHands', 'equal messages', messages, 3, null, 'halt'],
  ['OpenHands', 'to and fro', toAndFro, 6, null, 'halt'],
  ['OpenHands SDK', 'told at three', same, 3, null, 'nudge'],
  ['OpenHands SDK', 'ended at four', same, 4, 'nudge', 'halt'],
  ['gemini-cli', 'equal calls', call, 5, null, 'halt'],
  ['gemini-cli', 'rounds of five', (count) => round(5, 5).slice(0, count), 25, null, 'halt'],
  ['opencode', 'equal calls', call, 3, null, 'halt'],
  ['Roo', 'equal calls', call, 4, null, 'halt'],
  ['Cline', 'warned', call, 3, null, 'nudge'],
  ['Cline', 'stopped', call, 5, 'nudge', 'halt'],
  ['Crush', 'call and output in ten steps', same, 6, null, 'halt'],
  ['ralph-claude-code', 'told without progress', idle, 2, null, 'nudge'],
  ['ralph-claude-code', 'ended without progress', idle, 3, 'nudge', 'halt'],
  ['ralph-orchestrator', 'the same event', same, 3, null, 'halt'],
]

test.each<Row>(ROWS)('%s, %s: at the limit and one before', (tool, _, dids, limit, before, at) => {
  expect(says(tool, dids(limit - 1))).toBe(before)
  expect(says(tool, dids(limit))).toBe(at)
})

test('ralph-claude-code counts any error, five in a row', () => {
  const errors = (count: number) => times(count, (at) => ({ ...edit(`f${at}.ts`, 'x', true) }))
  const mixed = (count: number) => times(count, (at) => run(`cmd${at}`, `failure ${at}`, 1))
  expect(says('ralph-claude-code', [edit('a.ts', 'x'), ...errors(2)])).toBe('nudge')
  expect(says('ralph-claude-code', mixed(5))).toBe('halt')
})

test('gemini-cli takes fifty characters ten times for a chant, and nine times not', () => {
  const piece = 'the quick brown fox jumps over the lazy dog again! '
  expect(chants(piece.repeat(9).slice(0, 50 * 9 + 8))).toBe(false)
  expect(chants(piece.repeat(12))).toBe(true)
})

test('no port has a name that another has', () => {
  expect(new Set(ports.map(({ tool }) => tool)).size).toBe(ports.length)
})

/** What our own watch says of the same steps, for an agent that the model is calibrated for, with a budget of thirty. */
function ours(dids: readonly Did[]): Says {
  const watch = createWatch({ agent: 'openhands-0.20', task: null, detectors: {} })
  const tiers = stepsOf(dids).flatMap((step, at) => watch.add(step, (at + 1) / 30).map(({ tier }) => tier))
  return tiers.includes('halt') ? 'halt' : (tiers[0] ?? null)
}

test('at none of these limits, and none of the steps before, does ours end anything', async () => {
  const rows = ROWS.map(([tool, rule, dids, limit, before, at]) => {
    expect([tool, rule, ours(dids(limit))]).not.toContain('halt')
    return `| ${[tool, rule, limit, told(before), told(at), told(ours(dids(limit)))].join(' | ')} |`
  })
  const table = [
    '# Where the rules of other tools begin',
    '',
    'Steps made for the limit of each rule: what its port says one step before it and at it, and what [ours](detection.md) says of the same steps. Written by',
    '`test/bench/detect-ports.test.ts`.',
    '',
    '| tool | rule | limit | one before | at the limit | ours, at that limit |',
    '| --- | --- | --: | --- | --- | --- |',
    ...rows,
    '',
  ].join('\n')
  await expect(table).toMatchFileSnapshot('../../docs/detection-conformance.md')
})

function told(says: Says): string {
  return says === null ? '–' : says === 'halt' ? 'ends it' : 'tells the agent'
}
