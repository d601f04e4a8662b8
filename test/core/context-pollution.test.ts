import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { leanIngredients } from '../../src/archetypes/lean.ts'
import type { EventOf, Finding } from '../../src/core/events.ts'
import { topLessons } from '../../src/core/lessons.ts'
import { feedbackDocument, route } from '../../src/core/routing.ts'
import { summarise } from '../../src/core/themes.ts'
import { windowOf } from '../../src/policy/windows.ts'
import { finding, type Script, simulate } from './simulate.ts'

const SURE = { task_understanding: 0.9, solution_completeness: 0.9, risk_coverage: 0.9 }

/** Findings that nobody would take for the same. */
function many(count: number, over: (n: number) => Partial<Finding> = () => ({})): Finding[] {
  return Array.from({ length: count }, (_, n) =>
    finding({
      file: `src/part${n}.js`,
      category: 'quality',
      severity: 'WARNING',
      description: `helper number ${n} keeps ${'abcdefghijklmnopqrstuvwxyz'[n % 26]!.repeat(8)} too long`,
      ...over(n),
    }),
  )
}

function boundaryOf(findings: Finding[]) {
  const script: Script = {
    heads: ['1'.repeat(40), '2'.repeat(40)],
    files: [{ path: 'src/x.js' }, { path: 'test/x.test.js', test: true }],
    agent: (role, attempt) => {
      if (role === 'creator') return { confidence: SURE, test_strategy: ['a case'] }
      return role === 'guardian' && attempt === 1 ? { verdict: 'REJECTED', findings } : undefined
    },
    start: { strategy: 'pdca', workflow: 'fast', max_cycles: 2 },
  }
  const { events } = simulate(script)
  const isBoundary = (event: (typeof events)[number]): event is EventOf<'cycle.boundary'> =>
    event.type === 'cycle.boundary'
  const corrections = events.filter((event) => event.type === 'correction.applied')
  return { boundary: events.find(isBoundary)!.data, corrections: corrections.map(({ data }) => data) }
}

describe('findings that one cycle hands to the next', () => {
  test('are all in the feedback up to 20', () => {
    const findings = [...many(19), finding()]
    const { boundary, corrections } = boundaryOf(findings)
    const told = boundary.feedback.creator + boundary.feedback.maker
    for (const { description } of findings) expect(told).toContain(description)
    expect(corrections).toEqual([])
  })

  test('are themes beyond that: every CRITICAL in full, all of them still in the log', () => {
    const criticals = many(2, (n) => ({ severity: 'CRITICAL', description: `${'xy'[n]!.repeat(9)} is lost` }))
    const { boundary, corrections } = boundaryOf([...many(19), ...criticals])
    const told = boundary.feedback.creator + boundary.feedback.maker
    for (const { description } of criticals) expect(told).toContain(description)
    expect(told).toContain('19 findings, summed up')
    expect(told).toContain('The worst example')
    expect(boundary.findings).toHaveLength(21)
    expect(corrections).toMatchObject([
      { shadow: 'boundary.context', layer: 'boundary', rung: 'correct', step: null },
    ])
  })
})

describe('themes', () => {
  const mixed = [
    ...many(3, () => ({ file: 'src/report/a.ts' })).map((each, n) => ({ ...each, line: n })),
    ...many(4, () => ({ file: 'lib/b.ts', severity: 'INFO' })),
    ...many(2, () => ({ file: 'top.ts', category: 'testing' })),
    ...many(1, () => ({ file: null, category: 'design' })),
  ]
  const routed = mixed.map((each) => ({ finding: each, to: 'maker' as const, why: 'it is so' }))

  test('are groups of one category in one folder, the most severe first, then the largest', () => {
    const { themes, rest } = summarise(routed)
    expect(themes.map(({ category, folder, count }) => [category, folder, count])).toEqual([
      ['quality', 'src/report', 3],
      ['testing', '.', 2],
      ['design', null, 1],
      ['quality', 'lib', 4],
    ])
    expect(rest).toEqual([])
  })

  test('are five at most; the rest is counted and named', () => {
    const eight = many(8, (n) => ({ file: `f${n}/x.ts` })).map((each) => ({
      finding: each,
      to: 'maker' as const,
      why: 'it is so',
    }))
    const summary = summarise(eight)
    expect([summary.themes.length, summary.rest.length]).toEqual([5, 3])
    const document = feedbackDocument(summary.criticals, { creator: [], maker: [] }, summary)
    expect(document.match(/^### /gm)).toHaveLength(6)
    expect(document).toContain('Smaller points, which can wait: 1 of quality in f5/')
  })

  test('take the severity of what another reviewer says of the same', () => {
    const worse = finding({ severity: 'CRITICAL' })
    const [first] = routed
    const { criticals } = summarise([{ ...first!, also: [worse] }])
    expect(criticals).toHaveLength(1)
  })

  test('lose no finding and no CRITICAL, whatever there is', () => {
    const severity = fc.constantFrom('CRITICAL' as const, 'WARNING' as const, 'INFO' as const)
    const any = fc.record({
      severity,
      file: fc.option(fc.constantFrom('a.ts', 'a/b.ts', 'a/c.ts', 'd/e/f.ts'), { nil: null }),
      category: fc.constantFrom('quality', 'security', 'testing'),
      description: fc.string(),
      sources: fc.constantFrom('guardian', 'sage', 'trickster').map((role) => [role]),
    })
    fc.assert(
      fc.property(fc.array(any, { maxLength: 60 }), (list) => {
        const all = route(list.map((over) => finding(over)))
        const { criticals, themes, rest } = summarise(all)
        const counted = [...themes, ...rest].reduce((sum, { count }) => sum + count, 0)
        expect(criticals.length + counted).toBe(all.length)
        expect(themes.length).toBeLessThanOrEqual(5)
        for (const each of all) if (each.finding.severity === 'CRITICAL') expect(criticals).toContain(each)
      }),
    )
  })
})

describe('lessons', () => {
  const lessons = (count: number) =>
    Array.from({ length: count }, (_, n) => ({ text: `l${n}`, count: n % 7 }))

  test('up to 15 all go in', () => {
    expect(topLessons(lessons(15), {})).toHaveLength(15)
  })

  test('beyond that the five that were met most often do', () => {
    expect(topLessons(lessons(16), {}).map(({ count }) => count)).toEqual([6, 6, 5, 5, 4])
  })

  test('all go in where the rule is switched off', () => {
    expect(topLessons(lessons(40), { 'boundary.context.lessons': { enabled: false } })).toHaveLength(40)
  })
})

describe('a lean prompt', () => {
  const part = (name: string, lines: number) =>
    `diff --git a/${name} b/${name}\n--- a/${name}\n+++ b/${name}\n${'+ a line of the new code\n'.repeat(lines)}`
  const whole = {
    task: 'x'.repeat(50_000),
    feedback: 'y'.repeat(50_000),
    research: 'r'.repeat(50_000),
    proposal: 'p'.repeat(50_000),
    summary: 'short',
    diff: part('small.ts', 3) + part('large.ts', 1_000),
  }

  test('keeps the task and what to attend to, whole', () => {
    const lean = leanIngredients(whole)
    expect([lean.task, lean.feedback, lean.summary]).toEqual([whole.task, whole.feedback, 'short'])
  })

  test('leaves out research and the long parts of a change, and says so', () => {
    const lean = leanIngredients(whole)
    expect(lean.research).toMatch(/^\(Left out, .*50000 characters/)
    expect(lean.diff).toContain('1 of 2 parts are named only')
    expect(lean.diff).toContain('diff --git a/large.ts b/large.ts\n(left out: 1000 lines added, 0 removed)')
    expect(lean.diff).toContain(part('small.ts', 3))
  })

  test('cuts other long material, and leaves a short change as it is', () => {
    expect(leanIngredients(whole).proposal).toMatch(/p\n\(Cut here, .*10000 characters more\.\)$/)
    expect(leanIngredients({ diff: part('small.ts', 3) })).toEqual({ diff: part('small.ts', 3) })
  })
})

test('a window is the cautious default unless the model is known to have another', () => {
  expect(windowOf(null)).toBe(200_000)
  expect(windowOf('a-model-of-mine')).toBe(200_000)
  expect(windowOf('claude-sonnet-4-5[1m]')).toBe(1_000_000)
  expect(windowOf('gpt-4o')).toBe(128_000)
})

test.each([
  ['google/gemini-2.5-pro', 1_000_000],
  ['openrouter/google/gemini-2.5-pro', 1_000_000],
  ['models/gemini-2.5-flash', 1_000_000],
  ['openai/gpt-4.1-mini', 1_000_000],
  ['openai/gpt-4o-2024-08-06', 128_000],
  ['anthropic/claude-sonnet-4-5[1m]', 1_000_000],
  ['us.anthropic.claude-sonnet-4-5-20250929-v1:0[1m]', 1_000_000],
  ['us.anthropic.claude-sonnet-4-5-20250929-v1:0', 200_000],
])('a window is the same behind a gateway: %s', (model, size) => {
  expect(windowOf(model)).toBe(size)
})
