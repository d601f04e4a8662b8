import { describe, expect, test } from 'vitest'
import { redForMissing } from '../../src/verify/red-for-missing.ts'

const HEAD = "import { minorUnits, price } from '../src/price.js'\n"
const HELPER = "test('minor units', () => assert.equal(minorUnits(1.25), 125))\n"
const DEFECT = "test('cents stay', () => assert.equal(price(1.25), '1.25'))\n"
const NOT_THERE = 'TypeError: minorUnits is not a function'

const of = (text: string, output: string, failed: number | null, before: string | null = null) =>
  redForMissing(['minorUnits', 'rounded'], [{ path: 'test/price.test.js', before, after: HEAD + text }], {
    output,
    failed,
  })

test('a test that only calls what is not there yet is red for that alone', () => {
  expect(of(HELPER, NOT_THERE, 1)).toEqual(['minorUnits'])
  expect(of(HELPER, NOT_THERE, null)).toEqual(['minorUnits'])
})

test('a second test that failed shows something else', () => {
  expect(of(HELPER + DEFECT, NOT_THERE, 2)).toEqual([])
})

test('a second test that was green does not', () => {
  expect(of(HELPER + DEFECT, NOT_THERE, 1)).toEqual(['minorUnits'])
})

test('where the runner does not count, a second test may have failed', () => {
  expect(of(HELPER + DEFECT, NOT_THERE, null)).toEqual([])
})

test('a test that was there before is not what the change brings', () => {
  expect(of(HELPER + DEFECT, NOT_THERE, null, HEAD + DEFECT)).toEqual(['minorUnits'])
})

test('a test that is red for what it expects counts, whatever names it has of its own', () => {
  const text = "test('cents stay', () => { const rounded = price(1.25); assert.equal(rounded, '1.25') })\n"
  expect(of(text, "AssertionError: '1.3' == '1.25', rounded", 1)).toEqual([])
})

describe('a name that is not there is known by the words of', () => {
  test.each([
    ['Vite', '\u001b[31mTypeError\u001b[39m: (0 , minorUnits) is not a function'],
    ['Vite, of a module', 'TypeError: (0 , __vi_import_0__.minorUnits) is not a function'],
    ['Node, of a method', 'TypeError: cart.minorUnits is not a function'],
    ['Python', "AttributeError: module 'price' has no attribute 'minorUnits'"],
    ['Go', './price_test.go:6:5: undefined: price.minorUnits'],
    ['Ruby', "NoMethodError: undefined method 'minorUnits' for main"],
    ['Rust', 'error[E0425]: cannot find function `minorUnits` in this scope'],
    ['Java', 'error: cannot find symbol\n  symbol:   method minorUnits(double)'],
  ])('%s', (_, output) => {
    expect(of(HELPER, output, null)).toEqual(['minorUnits'])
  })
})
