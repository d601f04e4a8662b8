import { describe, expect, test } from 'vitest'
import type { Aim } from '../../src/core/drift/aim.ts'
import { isTelling, taskTerms, termsMet, vocabularyIn, weightOf } from '../../src/core/drift/task-terms.ts'

const aim = (task: string, over: Partial<Aim> = {}): Aim => ({
  task,
  also: [],
  todos: [],
  files: [],
  places: [],
  ...over,
})
const terms = (task: string, over: Partial<Aim> = {}) => taskTerms(aim(task, over))
const words = (task: string, over: Partial<Aim> = {}) => terms(task, over).words.map(({ word }) => word)
const tells = (task: string) => isTelling(terms(task), task)

describe('what a task is about', () => {
  test('its words, without those that only say what to do', () => {
    expect(words('Please fix the coupon of the basket when it is wrong')).toEqual(['coupon', 'basket'])
  })

  test('paths, folders and names from the code; an address is none', () => {
    const found = terms(
      'In src/cart/ and lib/tax.ts, call `sumOf` and roundUp(), see https://a.example/b/c.ts',
    )
    expect(found.paths).toEqual(['lib/tax.ts', 'src/cart'])
    expect(found.names).toEqual(['sumof', 'roundup'])
    expect(words('see https://a.example/coupon')).toEqual([])
  })

  test('of a dotted name each part, and none that is too short', () => {
    expect(terms('Mend `basket.ab.total`').names).toEqual(['basket', 'total'])
  })

  test('files that were given count as paths', () => {
    expect(terms('Mend it', { files: ['src/a.ts'] }).paths).toEqual(['src/a.ts'])
  })

  test('what was asked for since is part of it', () => {
    expect(words('The coupon', { also: ['and the voucher'] })).toEqual(['coupon', 'voucher'])
  })

  test('to-dos are where they share a telling word with it', () => {
    expect(words('The coupon', { todos: ['coupon rounding', 'dark chart'] })).toEqual(['coupon', 'round'])
    expect(words('The coupon of a user', { todos: ['user avatar'] })).toEqual(['coupon', 'user'])
  })

  test('no more than eighty', () => {
    const many = Array.from(
      { length: 100 },
      (_, at) => `w${'abcdefghij'[at % 10]}${'klmnopqrst'[Math.floor(at / 10)]}x`,
    )
    expect(words(many.join(' '))).toHaveLength(80)
  })

  test('words that all code has count less, unless there are hardly any others', () => {
    const weights = (task: string) => terms(task).words.map(({ word, weight }) => [word, weight])
    expect(weights('The coupon of the basket has a name')).toEqual([
      ['coupon', 1],
      ['basket', 1],
      ['nam', 0.4],
    ])
    expect(weights('The coupon has a name')).toEqual([
      ['coupon', 1],
      ['nam', 1],
    ])
  })

  test('the same in other words is met', () => {
    const met = (task: string, ...names: string[]) =>
      termsMet(terms(task), vocabularyIn(names)).map(({ word }) => word)
    expect(met('The login of the basket', 'passwordHash')).toEqual(['login'])
    expect(met('The login of the basket', 'basketRow', 'axis')).toEqual(['basket'])
    expect(met('The login of the basket', 'chart')).toEqual([])
    expect(weightOf(termsMet(terms('The coupon of the basket name'), vocabularyIn(['couponName'])))).toBe(1.4)
  })
})

describe('whether a task says enough', () => {
  test.each([
    ['two telling words', 'Mend the coupon of the basket', true],
    ['one telling word', 'Mend the coupon', false],
    ['one, and one that all code has', 'Mend the coupon name', true],
    ['two words that all code has', 'Mend the name of the user', false],
    ['three of them', 'Mend the name of the user on the page', true],
    ['one word, and a path', 'Mend the coupon in src/a.ts', true],
    ['one word, and a name from the code', 'Mend `sumOf` there', true],
    ['nothing', 'fix it', false],
    ['all files', 'Mend the coupon of the basket in all files', false],
    ['everything by a tool', 'Mend what eslint says of the coupon basket', false],
    ['a name that changes', 'Rename the coupon of the basket', false],
    ['a whole project', 'Build a coupon service for the basket', false],
    ['a service in passing', 'Mend the coupon of the basket service', true],
    ['tests that fail', 'Mend the failing tests of coupon and basket', false],
  ])('%s', (_, task, expected) => {
    expect(tells(task)).toBe(expected)
  })
})
