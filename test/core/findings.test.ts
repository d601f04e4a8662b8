import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Finding } from '../../src/core/events.ts'
import { dedupe, findingId, sameFinding, similarity, tally } from '../../src/core/findings.ts'
import { fnv1a64 } from '../../src/core/fnv1a.ts'
import { thresholds } from '../../src/policy/thresholds.ts'
import { findingPairs } from './finding-pairs.ts'

function finding(parts: Partial<Finding> = {}): Finding {
  const whole = {
    file: 'src/a.ts',
    line: 1,
    severity: 'WARNING',
    category: 'security',
    description: 'Token is not checked',
    fix: '',
    evidence: '',
    sources: ['guardian'],
    ...parts,
  } as const
  return { ...whole, sources: [...whole.sources], id: findingId(whole) }
}

const text = fc.oneof(
  fc.constantFrom(...findingPairs.flatMap(({ a, b }) => [a, b])),
  fc.string({ unit: 'binary' }),
)
const findings = fc.array(
  fc
    .record({
      file: fc.constantFrom('src/a.ts', 'lib/a.ts', 'src/b.ts', null),
      line: fc.constantFrom(null, 1, 2),
      severity: fc.constantFrom('CRITICAL', 'WARNING', 'INFO'),
      category: fc.constantFrom('security', 'testing'),
      description: fc.oneof(
        text,
        fc.constantFrom('No test for login', 'login is untested', 'No test for logout'),
      ),
      fix: fc.constantFrom('', 'a', 'b'),
      evidence: fc.constantFrom('', 'c', 'd'),
      sources: fc.uniqueArray(fc.constantFrom('guardian', 'sage', 'skeptic'), { minLength: 1 }),
      needs: fc.constantFrom('redesign', 'code', undefined),
    })
    .map(({ needs, ...parts }): Finding => finding(needs ? { ...parts, needs } : parts)),
  { maxLength: 12 },
)

describe('The hash', () => {
  it.each([
    ['', 'cbf29ce484222325'],
    ['a', 'af63dc4c8601ec8c'],
    ['foobar', '85944171f73967e8'],
  ])('of %j is the published one', (input, hash) => {
    expect(fnv1a64(input)).toBe(hash)
  })
})

describe('A finding id', () => {
  it('survives a moved line, other case and punctuation, and inflection', () => {
    const id = findingId(finding({ description: 'Token is not checked (line 42).' }))
    expect(findingId(finding({ description: 'token is not checked at line 57', line: 57 }))).toBe(id)
    expect(findingId(finding({ description: 'Tokens are not checked' }))).toBe(id)
    expect(id).toMatch(/^[0-9a-f]{16}$/)
  })

  it('differs by file, category and issue', () => {
    const ids = [
      {},
      { file: 'src/b.ts' },
      { file: null },
      { category: 'testing' },
      { description: 'Token is logged' },
    ]
    expect(new Set(ids.map((parts) => findingId(finding(parts)))).size).toBe(ids.length)
  })

  it('does not melt descriptions without any known word into one', () => {
    expect(findingId(finding({ description: '???' }))).not.toBe(findingId(finding({ description: '!!!' })))
  })
})

describe('Similarity', () => {
  it('is symmetric, within [0, 1], and 1 for the same text', () => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        const score = similarity(a, b)
        expect(score).toBe(similarity(b, a))
        expect(score).toBeGreaterThanOrEqual(0)
        expect(score).toBeLessThanOrEqual(1)
        expect(similarity(a, a)).toBe(1)
      }),
      { numRuns: 500 },
    )
  })

  it('is 0 for nothing in common', () => {
    expect(similarity('Unused import', 'Wrong colour')).toBeLessThan(0.2)
    expect(similarity('', 'Unused import')).toBe(0)
  })

  it('of a sentence about another object is below the threshold', () => {
    expect(similarity('No test for leap years', 'No test for time zones')).toBeLessThan(
      thresholds.findingSimilarity,
    )
    expect(similarity('Missing check in readUser', 'Missing check in readOrder')).toBeLessThan(
      thresholds.findingSimilarity,
    )
  })
})

describe('The same finding', () => {
  it('is told from another in the labelled pairs, with a precision and a recall of 0.95 at least', () => {
    const judged = findingPairs.map((pair) => ({
      ...pair,
      said: sameFinding(
        finding({ category: pair.category, description: pair.a, line: 10 }),
        finding({ category: pair.category, description: pair.b, line: 90 }),
      ),
    }))
    const right = judged.filter((pair) => pair.same && pair.said).length
    expect(findingPairs.length).toBeGreaterThanOrEqual(120)
    expect(right / judged.filter(({ said }) => said).length).toBeGreaterThanOrEqual(0.95)
    expect(right / judged.filter(({ same }) => same).length).toBeGreaterThanOrEqual(0.95)
  })

  it('has the same category and file; a moved file must agree more', () => {
    const a = finding({ description: 'Password is written to the log' })
    const reworded = 'The log contains the password'
    expect(sameFinding(a, finding({ description: reworded }))).toBe(true)
    expect(sameFinding(a, finding({ description: reworded, category: 'quality' }))).toBe(false)
    expect(sameFinding(a, finding({ description: reworded, file: 'lib/a.ts' }))).toBe(false)
    expect(sameFinding(a, finding({ description: a.description, file: 'lib/a.ts' }))).toBe(true)
    expect(sameFinding(a, finding({ description: a.description, file: 'src/b.ts' }))).toBe(false)
    expect(sameFinding(a, finding({ description: a.description, file: null }))).toBe(false)
  })

  it('takes the threshold it is given', () => {
    const [a, b] = [
      finding({ description: 'Token is logged' }),
      finding({ description: 'Token is not hashed' }),
    ]
    const score = similarity(a.description, b.description)
    expect(sameFinding(a, b, score)).toBe(true)
    expect(sameFinding(a, b, score + 0.001)).toBe(false)
  })
})

describe('Dedupe', () => {
  it('merges what two reviewers say about one issue, and keeps the higher severity', () => {
    const guardian = finding({
      description: 'No test for the expired token path',
      severity: 'WARNING',
      fix: 'add one',
    })
    const sage = finding({
      description: 'The expired-token path is untested',
      severity: 'CRITICAL',
      sources: ['sage'],
      line: null,
      evidence: '`x`',
      needs: 'redesign',
    })
    expect(dedupe([guardian, sage])).toEqual([
      { ...sage, line: 1, fix: 'add one', sources: ['guardian', 'sage'] },
    ])
  })

  it('keeps two issues of one file and category apart', () => {
    const both = [
      finding({ description: 'Password is written to the log' }),
      finding({ description: 'Session token never expires' }),
    ]
    expect(dedupe(both)).toHaveLength(2)
  })

  it('takes a redesign over a change of code', () => {
    expect(dedupe([finding({ needs: 'code' }), finding({ needs: 'redesign' })])[0]?.needs).toBe('redesign')
  })

  it('is idempotent, independent of order, and loses no source and no severity', () => {
    fc.assert(
      fc.property(
        findings.chain((list) =>
          fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
        ),
        ([list, shuffled]) => {
          const once = dedupe(list)
          expect(dedupe(shuffled)).toEqual(once)
          expect(dedupe(once)).toEqual(once)
          const sources = (of: Finding[]) => [...new Set(of.flatMap((f) => f.sources))].sort()
          expect(sources(once)).toEqual(sources(list))
          expect(tally(once).critical > 0).toBe(tally(list).critical > 0)
          for (const f of list) expect(once.some((kept) => sameFinding(kept, f))).toBe(true)
        },
      ),
      { numRuns: 300 },
    )
  })

  it('does not change what it was given', () => {
    const list = [finding({ sources: ['sage', 'guardian'] }), finding()]
    const before = structuredClone(list)
    dedupe(list)
    expect(list).toEqual(before)
  })
})

describe('The tally', () => {
  it('counts each severity', () => {
    const list = [finding({ severity: 'CRITICAL' }), finding(), finding(), finding({ severity: 'INFO' })]
    expect(tally(list)).toEqual({ critical: 1, warning: 2, info: 1 })
    expect(tally([])).toEqual({ critical: 0, warning: 0, info: 0 })
  })
})
