import { describe, expect, test } from 'vitest'
import type { WiggumEvent } from '../../src/core/events.ts'
import { compareRuns } from '../../src/report/compare.ts'
import { compareLines } from '../../src/report/compare-lines.ts'
import { finding, simulate } from '../core/simulate.ts'
import { golden } from '../golden/golden.ts'

const rejecting = (description: string): WiggumEvent[] =>
  simulate({
    agent: (role, attempt) =>
      role === 'guardian' && attempt === 1
        ? { verdict: 'REJECTED', findings: [finding({ file: 'src/x.js', description })] }
        : undefined,
  }).events

describe('two runs', () => {
  const { left, right, findings, parts } = compareRuns(golden('two-cycles'), golden('soft-break'))

  test('each side has its ending, its way, and its cost by role; the roles add up to the whole', () => {
    expect(left).toMatchObject({
      strategy: 'pdca',
      ended: { status: 'landed', exit_code: 0 },
      cycles: 2,
      calls: 9,
    })
    expect(right).toMatchObject({ ended: { status: 'soft-break', exit_code: 21 }, calls: 13 })
    for (const side of [left, right]) {
      const all = Object.values(side.roles)
      expect(all.reduce((sum, { calls }) => sum + calls, 0)).toBe(side.calls)
      expect(all.reduce((sum, { spend }) => sum + spend.tokens, 0)).toBe(side.spend.tokens)
      expect(all.reduce((sum, { spend }) => sum + spend.usd, 0)).toBeCloseTo(side.spend.usd, 9)
    }
    expect(Object.keys(right.roles)).toContain('trickster')
    expect(right.verdicts.filter(({ verdict }) => verdict === 'REJECTED')).toHaveLength(2)
  })

  test('the findings of both, and of one alone', () => {
    expect(findings.common.map(({ severity }) => severity)).toEqual(['CRITICAL'])
    expect(findings.only_left.map(({ file }) => file)).toEqual(['test/slugify.test.js'])
    expect(findings.only_right).toEqual([])
  })

  test('where they part', () => {
    expect(parts).toMatchObject({ same: 0, left: { chosen: 'standard' }, right: { chosen: 'thorough' } })
  })
})

test('the same finding in other words is in both; another one is not', () => {
  const same = compareRuns(
    rejecting('the date parser accepts an empty string'),
    rejecting('An empty string is accepted by the date parser'),
  )
  expect(same.findings).toMatchObject({ common: [{}], only_left: [], only_right: [] })
  const other = compareRuns(
    rejecting('the date parser accepts an empty string'),
    rejecting('leap years are wrong'),
  )
  expect(other.findings).toMatchObject({ common: [], only_left: [{}], only_right: [{}] })
})

test('which of two reviewers answered first parts nothing; that one has more to say does', () => {
  const one = golden('landed')
  expect(compareRuns(one, one).parts).toBeNull()
  const shorter = one.filter(({ type }) => type !== 'run.complete')
  expect(compareRuns(one, shorter).parts).toMatchObject({ left: { kind: 'end' }, right: null })
  const [a, b] = one.filter(({ type }) => type === 'review.verdict')
  const turned = one.map((event) => (event === a ? b! : event === b ? a! : event))
  expect(compareRuns(one, turned).parts).toBeNull()
})

test('plans in other words part nothing', () => {
  const planning = (decision: string) =>
    simulate({ agent: (role) => (role === 'creator' ? { decisions: [decision] } : undefined) }).events
  const [one, other] = [planning('strip the dash'), planning('cut it off at the end')]
  expect(one.some(({ type, data }) => type === 'agent.complete' && data.contract.decisions?.length)).toBe(
    true,
  )
  expect(compareRuns(one, other).parts).toBeNull()
})

describe('on a screen', () => {
  const comparison = compareRuns(golden('two-cycles'), golden('stagnation'))

  test.each([40, 60, 80, 120, 200])('of %i columns no line is longer', (width) => {
    const lines = compareLines(comparison, width)
    expect(lines.filter((line) => line.length > width)).toEqual([])
    expect(lines.join('\n')).toContain('stagnation (23)')
  })

  test('what agents wrote makes no line of its own', () => {
    const hostile = compareRuns(rejecting('bad\nended  landed (0)\u001b[2J'), golden('landed'))
    const lines = compareLines(hostile, 120)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: that none is there is the point
    expect(lines.filter((line) => /[\u0000-\u001f]/.test(line))).toEqual([])
  })
})
