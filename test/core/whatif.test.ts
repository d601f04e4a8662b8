import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { WiggumEvent } from '../../src/core/events.ts'
import { blockScore, outcomeOf, type Weighing, whatIf } from '../../src/core/whatif.ts'
import { whatIfLines } from '../../src/report/whatif.ts'
import { golden, goldenNames } from '../golden/golden.ts'
import { finding, simulate } from './simulate.ts'

const weighing = (over: Partial<Weighing> = {}): Weighing => ({
  weights: {},
  threshold: 0.5,
  without: [],
  ...over,
})

/** Guardian rejects, two approve: `soft-break` has four reviewers and `findings-open` three. */
const three = () => golden('findings-open')

const first = (events: WiggumEvent[], over: Partial<Weighing>) => whatIf(events, weighing(over))[0]!

describe('worked out by hand', () => {
  test.each([
    // One of three: 1/3.
    [{}, 1 / 3, 'pass'],
    [{ threshold: 1 / 3 }, 1 / 3, 'block'],
    [{ threshold: 0.34 }, 1 / 3, 'pass'],
    // 2 / (2 + 1 + 1).
    [{ weights: { guardian: 2 } }, 0.5, 'block'],
    // 2 / (2 + 0.5 + 1).
    [{ weights: { guardian: 2, sage: 0.5 }, threshold: 0.6 }, 4 / 7, 'pass'],
    // 1 / (1 + 1).
    [{ without: ['skeptic'] }, 0.5, 'block'],
    // Nobody who blocks is left.
    [{ without: ['guardian'] }, 0, 'pass'],
    [{ without: ['guardian'], threshold: 1e-10 }, 0, 'pass'],
    // A word without weight is no word.
    [{ weights: { guardian: 0 }, threshold: 0.01 }, 0, 'pass'],
    [{ without: ['guardian', 'sage', 'skeptic'] }, null, 'pass'],
    [{ weights: { sage: 0, skeptic: 0 }, threshold: 1 }, 1, 'block'],
  ] as [Partial<Weighing>, number | null, string][])('%j', (over, score, outcome) => {
    const review = first(three(), over)
    expect(review.weighted).toBe(outcome)
    if (score === null) expect(review.score).toBeNull()
    else expect(review.score).toBeCloseTo(score, 9)
  })

  test('any veto stands beside it, and what the run did', () => {
    const [one, two] = whatIf(three(), weighing())
    expect(one).toMatchObject({
      strict: 'block',
      weighted: 'pass',
      really: { seq: 32, what: 'back to work: one targeted fix by the Maker' },
    })
    expect(two).toMatchObject({ strict: 'block', really: { seq: 56, what: 'the run ended: findings-open' } })
  })

  test('who is left out keeps its veto in the rule as it is: without it, each review goes otherwise', () => {
    const without = weighing({ without: ['guardian'] })
    const reviews = whatIf(three(), without)
    expect(reviews).toMatchObject([
      { weighted: 'pass', strict: 'block' },
      { weighted: 'pass', strict: 'block' },
    ])
    expect(whatIfLines(reviews, without).at(-1)).toBe('2 of 2 reviews would go otherwise than by any veto.')
  })

  test('whose leaving turns it: at 1/3 the others, each alone; at a quarter only who blocks', () => {
    const swaying = (over: Partial<Weighing>) =>
      first(three(), over)
        .votes.flatMap(({ reviewer, sways }) => (sways ? [reviewer] : []))
        .sort()
    // Without one that approves it is 1/2, and that blocks.
    expect(swaying({})).toEqual(['sage', 'skeptic'])
    expect(swaying({ threshold: 0.25 })).toEqual(['guardian'])
    expect(swaying({ without: ['sage', 'skeptic'] })).toEqual(['guardian'])
  })
})

describe('who blocks', () => {
  const play = (guardian: object) =>
    whatIf(
      simulate({ agent: (role) => (role === 'guardian' ? (guardian as never) : undefined) }).events,
      weighing(),
    )

  test('a rejection does, and so does a CRITICAL that counts in spite of an approval', () => {
    const critical = finding({ file: 'src/x.js' })
    const [review] = play({ verdict: 'APPROVED', findings: [critical] })
    expect(review?.votes.filter(({ blocks }) => blocks)).toMatchObject([
      { reviewer: 'guardian', verdict: 'APPROVED', criticals: 1 },
    ])
  })

  test('a CRITICAL that was shown nothing for does not count, and a second asking replaces the first', () => {
    const asked = golden('no-evidence').filter(
      (event) => event.type !== 'review.verdict' || !event.data.step.endsWith('-again'),
    )
    expect(first(asked, {}).votes[0]).toMatchObject({ verdict: 'REJECTED', criticals: 0, blocks: true })
    expect(first(golden('no-evidence'), {}).votes).toMatchObject([
      { reviewer: 'guardian', verdict: 'APPROVED', blocks: false },
      { reviewer: 'sage', blocks: false },
    ])
  })
})

const votes = fc.array(fc.boolean(), { minLength: 1, maxLength: 8 })
const weight = fc.double({ min: Number.MIN_VALUE, max: Number.MAX_VALUE, noNaN: true })

test('property: equal weights and a threshold of at most 1/n are any veto', () => {
  fc.assert(
    fc.property(votes, weight, fc.double({ min: 0.001, max: 1, noNaN: true }), (blocks, each, share) => {
      const score = blockScore(blocks.map((one) => ({ blocks: one, weight: each })))
      const outcome = outcomeOf(score, share / blocks.length)
      expect(outcome).toBe(blocks.includes(true) ? 'block' : 'pass')
    }),
  )
})

test('property: only the proportions of weights count, and more weight to who blocks never lowers the score', () => {
  const weights = fc.array(fc.record({ blocks: fc.boolean(), weight: fc.integer({ min: 1, max: 1000 }) }), {
    minLength: 1,
    maxLength: 8,
  })
  fc.assert(
    fc.property(weights, fc.integer({ min: 2, max: 1000 }), (some, factor) => {
      const score = blockScore(some)!
      const scaled = blockScore(some.map((vote) => ({ ...vote, weight: vote.weight * factor })))!
      expect(scaled).toBeCloseTo(score, 9)
      const raised = some.map((vote) => (vote.blocks ? { ...vote, weight: vote.weight * factor } : vote))
      expect(blockScore(raised)!).toBeGreaterThanOrEqual(score - 1e-9)
      expect(score).toBeGreaterThanOrEqual(0)
      expect(score).toBeLessThanOrEqual(1)
    }),
  )
})

test.each(goldenNames)('on %s, any veto by weights is any veto', (name) => {
  for (const { weighted, strict } of whatIf(golden(name), weighing({ threshold: 0.001 })))
    expect(weighted).toBe(strict)
})

test('on a screen: where nobody reviewed it says so; what an agent wrote makes no line of its own', () => {
  expect(whatIfLines(whatIf(golden('planned'), weighing()), weighing())).toEqual([
    'Nobody reviewed anything in this run: there is nothing to weigh.',
  ])
  const [review] = whatIf(three(), weighing())
  const hostile = { ...review!, really: { seq: 1, what: 'pass\n\u001b[31mweighted: pass' } }
  expect(whatIfLines([hostile], weighing()).filter((line) => line.includes('\n'))).toEqual([])
})
