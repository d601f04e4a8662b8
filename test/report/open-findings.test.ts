import { describe, expect, test } from 'vitest'
import { fold } from '../../src/core/fold.ts'
import { storyOf } from '../../src/report/explain-run.ts'
import { findingLine, openFindings } from '../../src/report/open-findings.ts'
import { runFacts } from '../../src/report/run-facts.ts'
import { finding, type Script, simulate } from '../core/simulate.ts'
import { systemPolicy } from '../core/system-policy.ts'
import { golden } from '../golden/golden.ts'

const A = finding({ file: 'src/a.js', description: 'an empty title becomes the address of the front page' })
const B = finding({ file: 'src/b.js', line: 4, description: 'letters with accents are dropped' })

const SURE = { task_understanding: 0.9, solution_completeness: 0.9, risk_coverage: 0.9 }

/** Two cycles, and what the Guardian finds in each. */
const twoCycles = (over: Partial<Script> = {}): Script => ({
  heads: ['1'.repeat(40), '2'.repeat(40)],
  files: [{ path: 'src/a.js' }, { path: 'test/a.test.js', test: true }],
  agent: (role, attempt) => {
    if (role === 'creator') return { confidence: SURE, test_strategy: ['a case'] }
    return role === 'guardian' ? { verdict: 'REJECTED', findings: [attempt === 1 ? A : B] } : undefined
  },
  ...over,
  start: { strategy: 'pdca', workflow: 'fast', max_cycles: 2, policy: systemPolicy(), ...over.start },
})

const openOf = (script: Script) => openFindings(simulate(script).state).map(findingLine)

describe('a run that has used up its cycles', () => {
  const { state, events } = simulate(twoCycles())

  test('what the last cycle found is open, and not what it resolved', () => {
    expect(state.ended).toMatchObject({
      status: 'findings-open',
      reason: expect.stringMatching(/^1 finding open after 2 cycles/),
    })
    expect(openFindings(state)).toEqual([B])
  })

  test('explain and every form of the report say the same', () => {
    const line = 'CRITICAL src/b.js:4: letters with accents are dropped'
    expect(storyOf(state).open).toEqual([line])
    expect(runFacts(events)!.outcome.open).toEqual([line])
  })

  test('as many are listed as its reason says', () => {
    const recorded = fold(golden('cycles-used-up'))
    expect(recorded.ended!.reason).toMatch(/^2 findings open/)
    expect(openFindings(recorded)).toHaveLength(2)
  })

  test('a red check of the last cycle is among them', () => {
    const red = openOf(twoCycles({ green: (kind) => kind !== 'merged' }))
    expect(red).toContain('CRITICAL: integration test failure')
    expect(red).toHaveLength(2)
  })

  test('a last cycle that changed nothing leaves what the one before it left', () => {
    const idle = twoCycles({ heads: ['1'.repeat(40)] })
    expect(openOf(idle)).toEqual([findingLine(A)])
  })
})

test('a last attempt that nobody has looked at: what is known of the one before it', () => {
  const { events } = simulate(twoCycles())
  const second = events.findIndex(({ type, data }) => type === 'work.collected' && data.step.startsWith('2-'))
  const cut = [...events.slice(0, second + 1), { ...events.at(-1)!, seq: second + 2 }]
  expect(openFindings(fold(cut))).toEqual([A])
})

test('the same point of several reviewers is one', () => {
  expect(openFindings(fold(golden('review-open'))).map(findingLine)).toEqual([
    'CRITICAL src/slugify.js:1: slugify throws for anything but a text',
  ])
})

test('nothing is open in a run that goes on, or has landed', () => {
  const { events } = simulate(twoCycles())
  expect(openFindings(fold(events.slice(0, -1)))).toEqual([])
  expect(openFindings(simulate().state)).toEqual([])
})
