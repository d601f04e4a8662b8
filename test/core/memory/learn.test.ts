import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Finding } from '../../../src/core/events.ts'
import { learn } from '../../../src/core/memory/learn.ts'
import type { Memory, RunFacts } from '../../../src/core/memory/lesson.ts'
import { regressionsOf } from '../../../src/core/memory/regressions.ts'
import { countedAs } from '../../../src/core/memory/same-change.ts'
import { lessonOf } from '../../support/lessons.ts'
import { finding } from '../simulate.ts'

const NOTHING: Memory = { runs: [], changes: [], lessons: [] }
const DECAY = 10

function ran(run: string, findings: Finding[] = [], over: Partial<RunFacts> = {}): RunFacts {
  const met = findings.map((each) => ({ finding: each, fixed: false }))
  return { run, change: null, domain: 'code', reviewed: true, met, shown: [], repeated: [], ...over }
}

/** A run for each list of descriptions, all in one file unless `over` says otherwise. */
function learnedFrom(runs: string[][], over: Partial<Finding> = {}): Memory {
  return runs.reduce(
    (memory, said, at) =>
      learn(
        memory,
        ran(
          `r${at + 1}`,
          said.map((description) => finding({ description, ...over })),
        ),
        DECAY,
      ),
    NOTHING,
  )
}

const idleRuns = (memory: Memory, count: number, from = 100): Memory =>
  Array.from({ length: count }, (_, at) => ran(`idle-${from + at}`)).reduce(
    (before, run) => learn(before, run, DECAY),
    memory,
  )

describe('what recurs', () => {
  test.each([
    [
      'SQL injection: `findUser` concatenates the id into the query',
      'User id is interpolated into the SQL statement in findUser, which allows injection',
      'findUser puts the id into the SQL query by concatenation (injection)',
      'The id is concatenated into the query of findUser: SQL injection',
    ],
    [
      'an empty title is not handled',
      'Empty titles are never handled',
      'no handling of an empty title',
      'Title: the empty case is unhandled',
    ],
    [
      'parseConfig throws on an empty file',
      'An empty file makes parseConfig throw an exception',
      'parseConfig: exception for empty files (line 12)',
      'Empty file: parseConfig throws',
    ],
  ])('is one lesson in four wordings: %s', (...wordings) => {
    const { lessons } = learnedFrom(wordings.map((each) => [each]))
    expect(lessons).toMatchObject([{ state: 'active', frequency: 4, met: ['r1', 'r2', 'r3', 'r4'] }])
    expect(lessons[0]!.wordings).toEqual(wordings)
  })

  test.each([
    ['no test for leap years', 'no test for time zones'],
    ['parseConfig throws on an empty file', 'readConfig throws on an empty file'],
    ['the token is compared byte by byte', 'the token is written to the log'],
    ['an empty title is not handled', 'an empty author is not handled'],
  ])('is two where it only sounds alike: %s / %s', (a, b) => {
    const { lessons } = learnedFrom([[a], [b]])
    expect(lessons.map(({ state, frequency }) => [state, frequency])).toEqual([
      ['seen', 1],
      ['seen', 1],
    ])
  })

  test('is another in another category, and the same in a second file if the words agree more', () => {
    const one = finding({ description: 'the retry has no limit', file: 'src/a.ts' })
    const elsewhere = { ...one, file: 'src/b.ts' }
    const vague = { ...elsewhere, description: 'without any limit it is tried again' }
    const learned = (second: Finding) =>
      learn(learn(NOTHING, ran('r1', [one]), DECAY), ran('r2', [second]), DECAY)
    expect(learned({ ...one, category: 'security' }).lessons).toHaveLength(2)
    expect(learned(elsewhere).lessons).toMatchObject([{ frequency: 2, files: ['src/a.ts', 'src/b.ts'] }])
    expect(learned(vague).lessons).toHaveLength(2)
  })

  test('counts a run once, however often it says it and however often it ends', () => {
    const twice = ran('r1', [finding({ file: 'src/a.ts' }), finding({ file: 'src/b.ts' })])
    const once = learn(NOTHING, twice, DECAY)
    expect(once.lessons).toMatchObject([{ state: 'seen', frequency: 1, files: ['src/a.ts', 'src/b.ts'] }])
    expect(learn(once, twice, DECAY)).toEqual(once)
  })

  test('is not learned from a run without a review', () => {
    expect(learn(NOTHING, ran('r1', [finding()], { reviewed: false }), DECAY)).toBe(NOTHING)
  })

  test.each([
    ['reliability', 'anti-pattern', null],
    ['testing', 'archetype-hint', 'maker'],
    ['design', 'archetype-hint', 'creator'],
    ['scalability', 'archetype-hint', 'creator'],
  ])('of %s is of kind %s, for %s', (category, kind, role) => {
    expect(learnedFrom([['the same thing'], ['the same thing']], { category }).lessons).toMatchObject([
      { kind, role },
    ])
  })

  test('and was mended each time is a pattern, until it is not', () => {
    const mended = (run: string, fixed: boolean) => ran(run, [], { met: [{ finding: finding(), fixed }] })
    const twice = ['r1', 'r2'].reduce((before, run) => learn(before, mended(run, true), DECAY), NOTHING)
    expect(twice.lessons).toMatchObject([{ kind: 'pattern', fix: 'keep it' }])
    expect(learn(twice, mended('r3', false), DECAY).lessons).toMatchObject([{ kind: 'anti-pattern' }])
  })

  test('a second ending of a run that mended it says so', () => {
    const first = learn(NOTHING, ran('r1', [finding()]), DECAY)
    const second = learn(first, ran('r1', [], { met: [{ finding: finding(), fixed: true }] }), DECAY)
    expect([first.lessons[0]!.fixed, second.lessons[0]!.fixed]).toEqual([[], ['r1']])
    expect(second.lessons[0]!.frequency).toBe(1)
  })

  test('a lesson that is a role’s own is so from the first, and the same run a second time changes nothing', () => {
    const run = ran('r1', [finding({ category: 'testing', description: 'no case has a leading dash' })])
    const once = learn(NOTHING, run, DECAY)
    expect(once.lessons).toMatchObject([{ kind: 'archetype-hint', role: 'maker' }])
    expect(learn(once, run, DECAY)).toEqual(once)
  })

  test('learning the same runs again changes nothing, whatever they were', () => {
    const said = fc.constantFrom(
      'an empty title is not handled',
      'the retry has no limit',
      'a token is logged',
    )
    const run = fc.record({ id: fc.constantFrom('a', 'b', 'c', 'd'), said: fc.array(said, { maxLength: 3 }) })
    fc.assert(
      fc.property(fc.array(run, { maxLength: 8 }), (runs) => {
        const facts = runs.map(({ id, said: all }) =>
          ran(
            id,
            all.map((description) => finding({ description })),
          ),
        )
        const once = facts.reduce((before, each) => learn(before, each, DECAY), NOTHING)
        for (const each of facts) expect(learn(once, each, DECAY)).toEqual(once)
        for (const { frequency, met } of once.lessons) expect(frequency).toBe(met.length)
      }),
      { numRuns: 60 },
    )
  })
})

describe('what is not met any more', () => {
  const memory: Memory = { runs: ['r1'], changes: [], lessons: [lessonOf({ frequency: 5 })] }

  test('loses half its frequency after ten runs, not after nine, and is archived at nothing', () => {
    const at = (count: number) => idleRuns(memory, count).lessons[0]
    expect(at(9)).toMatchObject({ frequency: 5, idle: 9 })
    expect(at(10)).toMatchObject({ frequency: 2, idle: 0, state: 'active' })
    expect(at(20)).toMatchObject({ frequency: 1, state: 'active' })
    expect(at(30)).toMatchObject({ frequency: 0, state: 'archived', archivedFor: 'faded' })
  })

  test('is dropped where it was seen in one run only', () => {
    const seen = learnedFrom([['the retry has no limit']])
    expect(idleRuns(seen, 9).lessons).toHaveLength(1)
    expect(idleRuns(seen, 10).lessons).toEqual([])
  })

  test('fades by no run that is counted already, by none without a review, and never if it is a person’s', () => {
    const again = Array.from({ length: 30 }, () => ran('r1')).reduce(
      (before, run) => learn(before, run, 1),
      memory,
    )
    expect(again).toEqual(memory)
    expect(learn(memory, ran('r2', [], { reviewed: false }), 1)).toBe(memory)
    const own = { runs: [], changes: [], lessons: [lessonOf({ by: 'person', frequency: 2 })] }
    expect(idleRuns(own, 40).lessons).toEqual(own.lessons)
  })

  test.each([
    ['faded', 'active'],
    ['crowded', 'active'],
    ['forgotten', 'archived'],
    ['ineffective', 'archived'],
  ] as const)('and lies in the archive as %s is %s when it is met again', (archivedFor, state) => {
    const lesson = lessonOf({ state: 'archived', archivedFor, frequency: 0 })
    const met = finding({ file: 'src/slugify.js', description: 'Empty titles are never handled' })
    const { lessons } = learn({ runs: [], changes: [], lessons: [lesson] }, ran('r9', [met]), DECAY)
    expect(lessons).toMatchObject([{ state, frequency: state === 'active' ? 2 : 1 }])
  })
})

describe('a lesson that was given', () => {
  const met = finding({ file: 'src/slugify.js', description: 'a title without letters is not handled' })
  const repeats = (run: string, lesson = 'l-00000001') =>
    ran(run, [], { shown: [lesson], repeated: [{ lesson, finding: met }] })
  const times = (count: number, over: Partial<ReturnType<typeof lessonOf>> = {}) =>
    Array.from({ length: count }, (_, at) => repeats(`g${at}`)).reduce(
      (before, run) => learn(before, run, DECAY),
      { runs: [], changes: [], lessons: [lessonOf(over)] } as Memory,
    ).lessons[0]!

  test('and held is counted, once for a run', () => {
    const run = ran('g1', [], { shown: ['l-00000001'] })
    const once = learn({ runs: [], changes: [], lessons: [lessonOf()] }, run, DECAY)
    expect(once.lessons).toMatchObject([{ injected: ['g1'], repeated: [] }])
    expect(learn(once, run, DECAY)).toEqual(once)
  })

  test('is repeated once: its words stay; twice: it takes the finder’s; three times: it is removed', () => {
    expect(times(1)).toMatchObject({
      repeated: ['g0'],
      text: 'an empty title is not handled',
      state: 'active',
    })
    expect(times(2)).toMatchObject({ text: 'a title without letters is not handled', state: 'active' })
    expect(times(3)).toMatchObject({ state: 'archived', archivedFor: 'ineffective' })
  })

  test('by a person keeps its words and its place', () => {
    expect(times(4, { by: 'person' })).toMatchObject({
      repeated: ['g0', 'g1', 'g2', 'g3'],
      text: 'an empty title is not handled',
      state: 'active',
    })
  })
})

describe('what was mended', () => {
  const history = (fixed: string[]) => [lessonOf({ met: ['r1', 'r2', 'r3'], fixed })]

  test('by the last run that met it, and is met again, is back', () => {
    expect(regressionsOf(history(['r2']), 'r3')).toMatchObject([{ fixed_in: 'r2', stands: true }])
    expect(regressionsOf(history(['r2', 'r3']), 'r3')).toMatchObject([{ fixed_in: 'r2', stands: false }])
  })

  test('and was back before is no news; what was never mended or never met is none either', () => {
    expect(regressionsOf(history(['r1']), 'r3')).toEqual([])
    expect(regressionsOf(history([]), 'r3')).toEqual([])
    expect(regressionsOf(history(['r2']), 'r1')).toEqual([])
    expect(regressionsOf(history(['r2']), 'r4')).toEqual([])
  })
})

describe('a review of a change that is there', () => {
  const reviewed = (run: string, names: string[], findings = [finding()]) =>
    ran(run, findings, { change: names })
  const learnedAfter = (...runs: RunFacts[]) =>
    runs.reduce((before, run) => learn(before, run, DECAY), NOTHING)

  test('says what is in it once, however often it is reviewed: the same commit, or the same one amended', () => {
    const { lessons } = learnedAfter(
      reviewed('v1', ['head-1', 'staged']),
      reviewed('v2', ['head-1', 'working tree']),
      reviewed('v3', ['head-2', 'staged']),
    )
    expect(lessons).toMatchObject([{ state: 'seen', frequency: 1, met: ['v1'] }])
  })

  test('counts like a run where the change is another, or a run has met it too', () => {
    const other = learnedAfter(reviewed('v1', ['head-1', 'a']), reviewed('v2', ['head-2', 'b']))
    expect(other.lessons).toMatchObject([{ state: 'active', frequency: 2, met: ['v1', 'v2'] }])
    const run = learnedAfter(reviewed('v1', ['head-1', 'a']), ran('r2', [finding()]))
    expect(run.lessons).toMatchObject([{ state: 'active', frequency: 2, met: ['v1', 'r2'] }])
  })

  test('makes nothing older: forty of them leave a lesson as often met as it was', () => {
    const memory = { runs: ['r1'], changes: [], lessons: [lessonOf({ frequency: 4 })] }
    const many = Array.from({ length: 40 }, (_, at) => reviewed(`v${at}`, [`head-${at}`], []))
    const { lessons } = many.reduce((before, run) => learn(before, run, DECAY), memory as Memory)
    expect(lessons).toEqual(memory.lessons)
  })

  test('is known again after hundreds of other changes, if it was reviewed meanwhile', () => {
    const others = Array.from({ length: 600 }, (_, at) =>
      at % 100 === 0 ? reviewed(`again-${at}`, ['head-1', 'a']) : reviewed(`v${at}`, [`head-${at}-x`], []),
    )
    const { lessons, changes } = learnedAfter(reviewed('v-first', ['head-1', 'a']), ...others)
    expect(lessons).toMatchObject([{ frequency: 1, met: ['v-first'] }])
    expect(changes).toHaveLength(500)
  })

  test('of what was mended says that it is back, the second time too', () => {
    const memory = { runs: ['r1'], changes: [], lessons: [lessonOf({ met: ['r1'], fixed: ['r1'] })] }
    const met = finding({ file: 'src/slugify.js', description: 'an empty title is not handled' })
    const learned = ['v1', 'v2'].reduce<Memory>(
      (before, run) => learn(before, reviewed(run, ['head-1'], [met]), DECAY),
      memory,
    )
    expect(countedAs(learned, 'v2')).toBe('v1')
    expect(regressionsOf(learned.lessons, countedAs(learned, 'v2'))).toMatchObject([{ fixed_in: 'r1' }])
  })
})
