import { expect, test } from 'vitest'
import { timelineLines, timelineOf } from '../../src/report/timeline.ts'
import { finding, simulate } from '../core/simulate.ts'

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
  expect(lines[0]).toBe('  1 min 01 s  rule      guardian fake: skip[31m, confidence 0.9')
  expect(lines.slice(1).map((line) => line.trim())).toEqual([
    '· one two',
    '· b',
    '· c',
    '· and 2 more',
    'instead of: call it',
  ])
})

test('a log that breaks off is told as far as it goes', () => {
  const { events } = simulate()
  expect(timelineOf(events.slice(0, -1)).map(({ kind }) => kind)).toEqual(['verdict', 'verdict'])
  expect(timelineOf([])).toEqual([])
})
