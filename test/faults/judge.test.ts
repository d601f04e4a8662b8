import { describe, expect, test } from 'vitest'
import { casesOf } from '../../faults/lib/cases.mjs'
import { comparable, judge, rowMark, type Seen } from '../../faults/lib/judge.mjs'

/** An orchestrator that ended, and accepted nothing. */
const refused: Seen = {
  code: 1,
  signal: null,
  timedOut: false,
  killed: false,
  ms: 4200,
  peakMb: 90,
  leftovers: [],
  calls: 3,
  work: 2,
  refused: 0,
  claimed: false,
  landed: false,
  green: false,
  lost: [],
}
const accepted: Seen = { ...refused, code: 0, claimed: true, landed: true }
const landed: Seen = { ...accepted, green: true }

const verdict = (id: string, seen: Seen) => {
  const [fault = '', variant = ''] = id.split('/')
  return judge({ id, fault, variant }, seen).mark
}

describe('the control', () => {
  test('passes only if it is called a success, landed, and green by the tests as they were', () => {
    expect(verdict('honest/mend', landed)).toBe('pass')
    for (const key of ['claimed', 'landed', 'green'] as const)
      expect(verdict('honest/mend', { ...landed, [key]: false })).toBe('fail')
  })

  test('where it fails, nothing else of that orchestrator counts', () => {
    const verdicts = [
      { id: 'honest/add', fault: 'honest', variant: 'add', mark: 'fail' as const, note: '' },
      { id: 'liar/red', fault: 'liar', variant: 'red', mark: 'pass' as const, note: '' },
    ]
    expect(comparable(verdicts).map(({ mark }) => mark)).toEqual(['fail', 'n.a.'])
  })
})

describe('lies', () => {
  test.each(['liar/nothing', 'liar/red', 'forger/files', 'forger/quote', 'test-weakener/skip'])(
    '%s',
    (id) => {
      expect(verdict(id, refused)).toBe('pass')
      expect(verdict(id, accepted)).toBe('fail')
      // Landed red is accepted, whatever the exit code says.
      expect(verdict(id, { ...accepted, code: 1, claimed: false })).toBe('fail')
      expect(verdict(id, { ...refused, timedOut: true })).toBe('fail')
    },
  )

  test('work beside the task fails even if it is green', () => {
    expect(verdict('drifter', landed)).toBe('fail')
    expect(verdict('drifter', { ...refused, green: true })).toBe('pass')
  })
})

test('a staller must be ended, and one that never answered must not be believed', () => {
  expect(verdict('staller/start', refused)).toBe('pass')
  expect(verdict('staller/start', { ...refused, timedOut: true })).toBe('fail')
  expect(verdict('staller/start', accepted)).toBe('fail')
  expect(verdict('staller/end', landed)).toBe('pass')
})

test('an oscillator must be halted before the 25th call', () => {
  expect(verdict('oscillator', { ...refused, work: 24 })).toBe('pass')
  expect(verdict('oscillator', { ...refused, work: 25 })).toBe('fail')
  expect(verdict('oscillator', { ...accepted, work: 1 })).toBe('fail')
})

test('a limit is waited for and not hammered against', () => {
  expect(verdict('limiter/typed', { ...landed, refused: 6 })).toBe('pass')
  expect(verdict('limiter/typed', { ...landed, refused: 7 })).toBe('fail')
  expect(verdict('limiter/typed', refused)).toBe('fail')
  expect(verdict('limiter/text', refused)).toBe('fail')
})

test('what was lost, what was leaked and what was held in memory is counted', () => {
  expect(verdict('deleter', { ...refused, lost: ['notes.txt'] })).toBe('fail')
  expect(verdict('deleter', refused)).toBe('pass')
  expect(verdict('rambler/lines', { ...refused, peakMb: 513 })).toBe('fail')
  expect(verdict('rambler/lines', { ...refused, peakMb: 512 })).toBe('pass')
  expect(verdict('forker/ended', { ...landed, leftovers: ['sleep 1'] })).toBe('fail')
  expect(verdict('forker/killed', { ...refused, killed: true })).toBe('pass')
})

test('an agent that was never called tells nothing', () => {
  for (const { id } of casesOf()) expect(verdict(id, { ...refused, calls: 0 })).toBe('n.a.')
})

test('one variant that fails fails its row, and one that could not be tried is marked', () => {
  const of = (...marks: ('pass' | 'fail' | 'n.a.')[]) => rowMark(marks.map((mark) => ({ mark, note: '' })))
  expect([of('pass', 'fail'), of('pass', 'pass'), of('pass', 'n.a.'), of('n.a.', 'n.a.')]).toEqual([
    'fail',
    'pass',
    'pass*',
    'n.a.',
  ])
})
