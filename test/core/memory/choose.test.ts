import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chooseLessons } from '../../../src/core/memory/choose.ts'
import type { Lesson } from '../../../src/core/memory/lesson.ts'
import { rolesFor } from '../../../src/core/memory/relevance.ts'
import { lessonOf } from '../../support/lessons.ts'

const LIMITS = { max: 10, detectors: {} }
const aimed = (task: string, over: object = {}) => ({
  task,
  files: [],
  domain: 'code',
  strategy: 'pdca',
  ...over,
})
const why = (task: string, lesson: Partial<Lesson> = {}, over: object = {}) =>
  chooseLessons([lessonOf(lesson)], aimed(task, over), LIMITS)[0]?.why ?? null

describe('a lesson fits', () => {
  test.each([
    ['fix src/slugify.js', 'the task names src/slugify.js'],
    ['tidy slugify.js a little', 'the task names slugify.js'],
    ['clean up src/text/ please', null],
    ['slugs keep their last dash', 'the task speaks of slugs'],
    ['handle the empty title of a page', 'the task speaks of empty, title'],
    ['make the invoice round only once', null],
    ['an empty cart must not be paid', null],
  ])('%s: %s', (task, wanted) => {
    expect(why(task)).toBe(wanted)
  })

  test('by a file that the user named, and by the folder that holds it', () => {
    expect(why('tidy up', {}, { files: ['src/slugify.js'] })).toBe('the task names src/slugify.js')
    expect(why('tidy up src/text', { files: ['src/text/slug.js'] })).toBe('the task names src/text')
  })

  test('in its own domain, or in any', () => {
    expect(why('fix src/slugify.js', { domain: 'writing' })).toBeNull()
    expect(why('fix src/slugify.js', { domain: null })).not.toBeNull()
  })

  test('every task where a person said so, or where it was met all over the project', () => {
    expect(why('anything', { by: 'person', kind: 'preference', files: [] })).toBe(
      'a preference for every task',
    )
    const files = ['a.ts', 'b.ts', 'c.ts', 'd.ts']
    expect(why('anything', { files })).toBe('met in 4 files of this project')
    expect(why('anything', { files: files.slice(1) })).toBeNull()
    expect(why('anything', { by: 'person', kind: 'preference', files: ['a.ts'] })).toBeNull()
  })

  test.each(['seen', 'archived'] as const)('not while it is %s', (state) => {
    expect(why('fix src/slugify.js', { state })).toBeNull()
  })
})

describe('who is told', () => {
  test.each([
    [{ role: null, kind: 'anti-pattern' as const }, 'pdca', ['creator', 'maker']],
    [{ role: null, kind: 'preference' as const }, 'loop', ['maker']],
    [{ role: 'creator', kind: 'archetype-hint' as const }, 'live', ['maker']],
    [{ role: 'guardian', kind: 'archetype-hint' as const }, 'pipeline', ['guardian']],
    [{ role: 'guardian', kind: 'archetype-hint' as const }, 'loop', []],
    [{ role: 'guardian', kind: 'preference' as const }, 'pdca', []],
    [{ role: 'sage', kind: 'anti-pattern' as const }, 'pdca', []],
    [{ role: 'my-own', kind: 'archetype-hint' as const }, 'pdca', ['my-own']],
    [{ role: 'judge', kind: 'archetype-hint' as const }, 'pdca', []],
  ])('%o in %s: %o', (lesson, strategy, roles) => {
    expect(rolesFor(lesson, strategy)).toEqual(roles)
  })
})

describe('a run is given', () => {
  const any = fc.record({
    frequency: fc.nat({ max: 20 }),
    state: fc.constantFrom('active' as const, 'archived' as const, 'seen' as const),
    by: fc.constantFrom('runs' as const, 'person' as const),
    files: fc.constantFrom<string[]>([], ['src/slugify.js'], ['src/invoice.js'], ['a', 'b', 'c', 'd']),
    repeated: fc.constantFrom<string[]>([], ['r1']),
  })
  const many = fc
    .array(any, { maxLength: 40 })
    .map((all) => all.map((over, at) => lessonOf({ id: `l-${String(at).padStart(3, '0')}`, ...over })))

  test('at most max_lessons, five of those met most often beyond 15, active ones that fit, in one order', () => {
    fc.assert(
      fc.property(many, fc.nat({ max: 20 }), (lessons, max) => {
        const all = chooseLessons(lessons, aimed('slugs keep dashes'), { max: 1000, detectors: OFF })
        const chosen = chooseLessons(lessons, aimed('slugs keep dashes'), { max, detectors: {} })
        expect(chosen.length).toBe(Math.min(max, all.length > 15 ? 5 : all.length))
        expect(chosen.every(({ lesson, why: said }) => lesson.state === 'active' && said !== '')).toBe(true)
        if (all.length > 15 && max >= 5) {
          const least = Math.min(...chosen.map(({ lesson }) => lesson.frequency))
          const left = all.filter((each) => !chosen.some(({ lesson }) => lesson === each.lesson))
          for (const { lesson } of left) expect(lesson.frequency).toBeLessThanOrEqual(least)
        }
        const backwards = chooseLessons(lessons.toReversed(), aimed('slugs keep dashes'), {
          max,
          detectors: {},
        })
        expect(backwards).toEqual(chosen)
      }),
    )
  })

  const OFF = { 'boundary.context.lessons': { enabled: false } }

  test('first what was repeated in spite of it, then what is nearest to the task', () => {
    const own = lessonOf({ id: 'l-own', by: 'person', kind: 'preference', files: [], frequency: 9 })
    const near = lessonOf({ id: 'l-near' })
    const again = lessonOf({ id: 'l-again', repeated: ['r1'], by: 'person', kind: 'preference', files: [] })
    const chosen = chooseLessons([own, near, again], aimed('fix src/slugify.js'), LIMITS)
    expect(chosen.map(({ lesson }) => lesson.id)).toEqual(['l-again', 'l-near', 'l-own'])
  })
})
