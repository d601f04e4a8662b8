import { describe, expect, test } from 'vitest'
import {
  hasAction,
  hasFix,
  isElsewhere,
  isGenuine,
  placesOf,
} from '../../../src/detectors/archetype/finding-shapes.ts'
import { ELSEWHERE, type RaisedOver, raised, several } from '../../../src/detectors/review-scenes.ts'

describe('A fix', () => {
  test.each([
    ['Strip dashes at both ends', true],
    ['Add one', true],
    ['`String(title)`', true],
    ['Refactor', false],
    ['n/a', false],
    ['-', false],
    ['', false],
  ])('%j is one: %s', (fix, is) => {
    expect(hasFix(raised({ fix }))).toBe(is)
  })

  test.each([
    ['Add one', true],
    ['Rename it', true],
    ['Review the callers in src/page.js and pass a string', true],
    ['Consider renaming `x` to `count`', true],
    ['Consider adding a test with an empty title', true],
    ['You might want to consider a limit of 80', true],
    ['Consider improving the naming', false],
    ['Perhaps think about this', false],
    ['We could explore alternatives', false],
    ['Reconsider', false],
    ['', false],
  ])('%j can be carried out: %s', (fix, can) => {
    expect(hasAction(raised({ fix }))).toBe(can)
  })
})

describe('A finding', () => {
  test.each<[string, RaisedOver, boolean]>([
    ['that is shown in the change', {}, true],
    ['that quotes the code', { facts: { evidence: 'code' } }, true],
    ['in a caller', { facts: { in_change: false, uses_change: true } }, true],
    ['that is only said', { facts: { evidence: 'none' } }, false],
    ['that does not count', { counts: false }, false],
    ['in other code', { facts: { in_change: false } }, false],
    ['in code that the change calls', { facts: { in_change: false, used_by_change: true } }, false],
  ])('%s is genuine: %s', (_, over, genuine) => {
    expect(isGenuine(raised(over))).toBe(genuine)
  })

  test.each([
    ['line', true],
    ['file', true],
    ['no-line', true],
    ['no-file', false],
    ['none', false],
  ] as const)('whose place is "%s" is elsewhere: %s', (place, is) => {
    expect(isElsewhere(raised({ ...ELSEWHERE, facts: { in_change: false, place } }))).toBe(is)
  })

  test('is told by its place, and of many only the first', () => {
    expect(placesOf([raised({ file: null }), raised({ line: null }), raised()])).toBe(
      'no file, src/slugify.js, src/slugify.js:3',
    )
    expect(placesOf([raised({ file: 'a\nb', line: null }), raised({ file: 'x'.repeat(500) })])).toBe(
      `a b, ${'x'.repeat(120)}:3`,
    )
    expect(placesOf(several(7))).toMatch(/:5 and 2 more$/)
    expect(placesOf(several(5))).toMatch(/:5$/)
  })
})
