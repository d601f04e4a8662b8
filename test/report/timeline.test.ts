import { expect, test } from 'vitest'
import type { EventOf } from '../../src/core/events.ts'
import { timelineLines, timelineOf } from '../../src/report/timeline.ts'
import { finding, simulate } from '../core/simulate.ts'
import { golden } from '../golden/golden.ts'

const LOOP = { strategy: 'loop', loop: { max_passes: 5, suppressed: null, accept: false } }

test('a landed run: what was decided, who said what, how it ended', () => {
  const { events } = simulate()
  const points = timelineOf(events)
  expect(points.map(({ kind }) => kind)).toEqual(['verdict', 'verdict', 'end'])
  expect(points[0]).toMatchObject({
    about: 'guardian',
    chosen: 'APPROVED',
    alternatives: ['REJECTED'],
    input: ['no findings'],
  })
  expect(points.at(-1)).toMatchObject({ chosen: 'landed (0)' })
  expect(points.map(({ seq }) => seq)).toEqual(points.map(({ seq }) => seq).toSorted((a, b) => a - b))
})

test('a rejected change: the fix round is a choice, with what it was chosen instead of', () => {
  const agent = (role: string, attempt: number) =>
    role === 'guardian' && attempt === 1
      ? { verdict: 'REJECTED' as const, findings: [finding({ file: 'src/x.js' })] }
      : undefined
  const points = timelineOf(simulate({ agent }).events)
  expect(points.find(({ about }) => about === 'fix-round')).toMatchObject({
    kind: 'decision',
    chosen: 'one targeted fix by the Maker',
    alternatives: ['leave the branch as it is'],
  })
  expect(points.find(({ chosen }) => chosen === 'REJECTED')?.input).toEqual(['1 CRITICAL'])
})

test('a loop that stands still: the breaker, the question with its evidence, and the answer', () => {
  const { events } = simulate({
    start: LOOP,
    green: (kind) => kind !== 'merged',
    answers: { stagnation: 'abort' },
  })
  const points = timelineOf(events)
  expect(points.find(({ kind }) => kind === 'breaker')).toMatchObject({
    chosen: 'OPEN',
    about: 'after CLOSED',
  })
  const gate = points.find(({ kind }) => kind === 'gate')
  expect(gate).toMatchObject({ about: 'stagnation', chosen: expect.stringMatching(/^abort \(/) })
  expect(gate?.input[0]).toContain('No progress')
  expect(gate?.alternatives).toEqual(['continue', 'skip', 'retry', 'help'])
})

test('on a screen each is a line, what it was chosen from stands below, and no text of an agent makes a line of its own', () => {
  const lines = timelineLines([
    {
      seq: 3,
      at_ms: 61_000,
      kind: 'rule',
      about: 'guardian\nfake',
      input: ['one\ntwo', 'b', 'c', 'd', 'e'],
      chosen: 'skip\u001b[31m',
      confidence: 0.9,
      alternatives: ['call it'],
    },
  ])
  expect(lines[0]).toBe('  1 min 01 s  rule      guardian fake: skip[31m, confidence 0.90')
  expect(lines.slice(1).map((line) => line.trim())).toEqual([
    '· one two',
    '· b',
    '· c',
    '· and 2 more',
    'instead of: call it',
  ])
})

test('a plan is a point: what was chosen, instead of what, and how surely', () => {
  const [plan] = timelineOf(golden('cycles-used-up')).filter(({ kind }) => kind === 'plan')
  expect(plan).toMatchObject({
    about: 'creator',
    chosen: 'Strip dashes after the replacement, in the same chain',
    confidence: 0.85,
    alternatives: ['Trim punctuation before the replacement', 'Split into words and join them'],
  })
  expect(plan!.input[0]).toBe('how sure: task 0.95, solution 0.90, risks 0.85')
  expect(timelineLines([plan!])[0]).toMatch(/, confidence 0\.85$/)
})

test('what a rule went by is said in words, and figures have two digits', () => {
  const point = { archetype: 'guardian', decision: 'fast path: without sage', confidence: null }
  const boundary = golden('two-cycles').find(
    ({ type }) => type === 'cycle.boundary',
  ) as EventOf<'cycle.boundary'>
  const counts = { band: 'converging' as const, new: 1, resolved: 2, persistent: 0, regressed: 0 }
  const points = timelineOf([
    { ...boundary, type: 'decision.point', data: { ...point, input: { rule: 'A2', cycle: 1 } } },
    { ...boundary, type: 'decision.point', data: { ...point, input: { rule: 'A9', seen: [1] } } },
    { ...boundary, data: { ...boundary.data, convergence: { ...counts, score: 2 / 3 } } },
  ])
  const [known, unknown, cycle] = points
  expect(known!.input).toEqual(['rule A2, cycle 1: the Guardian wrote no CRITICAL and no WARNING'])
  expect(unknown!.input).toEqual(['rule A9, seen [1]'])
  expect(cycle!.input).toContain('convergence 0.67 (converging)')
  expect(cycle!.alternatives).toEqual(['stop here'])
})

test('a log that breaks off is told as far as it goes', () => {
  const { events } = simulate()
  expect(timelineOf(events.slice(0, -1)).map(({ kind }) => kind)).toEqual(['verdict', 'verdict'])
  expect(timelineOf([])).toEqual([])
})
