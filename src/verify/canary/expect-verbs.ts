/** What `expect` is given, and what its matcher is, so that it must throw: `[actual, expected]`. */
type Pair = [actual: string, expected: string]

const DIFFERENT: Pair[] = [
  ['1', '2'],
  ['K', "'a'"],
  ['true', 'false'],
  ['null', 'undefined'],
  ['L0', 'L1'],
]
const DEEP: Pair[] = [
  ...DIFFERENT,
  ['{ a: K }', '{ a: 1 }'],
  ['[1, 2]', '[1, 3]'],
  ['{ a: { b: 1 } }', '{ a: { b: 2 } }'],
]
const SAME: Pair[] = [
  ['1', '1'],
  ['K', 'K'],
]
const SAME_DEEP: Pair[] = [...SAME, ['{ a: K }', '{ a: K }']]
const QUIET: Pair[] = [
  ['() => {}', ''],
  ['() => K', ''],
]
const LOUD: Pair[] = [['() => { throw new Error(K) }', '']]

const FALSY: Pair[] = ['false', '0', "''", 'null'].map((value) => [value, ''])
const TRUTHY: Pair[] = ['true', '1', 'K'].map((value) => [value, ''])
const only = (...values: string[]): Pair[] => values.map((value) => [value, ''])

/** Matchers of jest and vitest, by name; with `not.` before it, the second list. */
export const MATCHERS: Record<string, [plain: Pair[], negated: Pair[]]> = {
  toBe: [DIFFERENT, SAME],
  toEqual: [DEEP.filter(([a]) => a !== 'null'), SAME_DEEP],
  toStrictEqual: [DEEP, SAME_DEEP],
  toMatchObject: [[['{ a: K }', '{ a: 1 }']], [['{ a: 1 }', '{ a: 1 }']]],
  toBeTruthy: [FALSY, TRUTHY],
  toBeFalsy: [TRUTHY, FALSY],
  toBeNull: [only('1', 'undefined'), only('null')],
  toBeUndefined: [only('1', 'null'), only('undefined')],
  toBeDefined: [only('undefined'), only('1')],
  toBeNaN: [only('1'), only('NaN')],
  toContain: [
    [
      ['[1, 2]', '3'],
      ['K', "K + 'a'"],
    ],
    [['[1, 2]', '1']],
  ],
  toContainEqual: [[['[{ a: 1 }]', '{ a: 2 }']], [['[{ a: 1 }]', '{ a: 1 }']]],
  toHaveLength: [[['[1]', '2']], [['[1]', '1']]],
  toHaveProperty: [[['{}', "'a'"]], [['{ a: 1 }', "'a'"]]],
  toMatch: [
    [
      ["'abc'", '/xyz/'],
      ['K', '/^$/'],
    ],
    [["'abc'", '/abc/']],
  ],
  toThrow: [QUIET, LOUD],
  toThrowError: [QUIET, LOUD],
  toBeGreaterThan: [[['1', '2']], [['2', '1']]],
  toBeGreaterThanOrEqual: [[['1', '2']], [['2', '1']]],
  toBeLessThan: [[['2', '1']], [['1', '2']]],
  toBeLessThanOrEqual: [[['2', '1']], [['1', '2']]],
  toBeCloseTo: [[['1', '2']], [['1', '1']]],
  toBeInstanceOf: [[['{}', 'Date']], [['new Date(0)', 'Date']]],
  toBeTypeOf: [[['1', "'string'"]], [['1', "'number'"]]],
}

/** Assertions of chai's `expect` and `should`, by what is left of the chain without the words that only read well. */
export const CHAINS: Record<string, [plain: Pair[], negated: Pair[]]> = {
  'equal(': [DIFFERENT, SAME],
  'equals(': [DIFFERENT, SAME],
  'eq(': [DIFFERENT, SAME],
  'deep.equal(': [DEEP, SAME_DEEP],
  'deep.equals(': [DEEP, SAME_DEEP],
  'deep.eq(': [DEEP, SAME_DEEP],
  'eql(': [DEEP, SAME_DEEP],
  'eqls(': [DEEP, SAME_DEEP],
  true: [only('false', '1'), only('true')],
  false: [only('true', '0'), only('false')],
  ok: [FALSY, TRUTHY],
  null: [only('1', 'undefined'), only('null')],
  undefined: [only('1', 'null'), only('undefined')],
  exist: [only('null'), only('1')],
  empty: [only('[1]'), only('[]')],
  'a(': [[['1', "'string'"]], [['1', "'number'"]]],
  'an(': [[['1', "'array'"]], [['[]', "'array'"]]],
  'include(': [[['[1, 2]', '3']], [['[1, 2]', '1']]],
  'includes(': [[['[1, 2]', '3']], [['[1, 2]', '1']]],
  'contain(': [[['[1, 2]', '3']], [['[1, 2]', '1']]],
  'contains(': [[['[1, 2]', '3']], [['[1, 2]', '1']]],
  'lengthOf(': [[['[1]', '2']], [['[1]', '1']]],
  'length(': [[['[1]', '2']], [['[1]', '1']]],
  'property(': [[['{}', "'a'"]], [['{ a: 1 }', "'a'"]]],
  'match(': [[["'abc'", '/xyz/']], [["'abc'", '/abc/']]],
  'members(': [[['[1]', '[2]']], [['[1]', '[1]']]],
  'deep.members(': [[['[{ a: 1 }]', '[{ a: 2 }]']], [['[{ a: 1 }]', '[{ a: 1 }]']]],
  'instanceof(': [[['{}', 'Date']], [['new Date(0)', 'Date']]],
  'instanceOf(': [[['{}', 'Date']], [['new Date(0)', 'Date']]],
  'above(': [[['1', '2']], [['2', '1']]],
  'greaterThan(': [[['1', '2']], [['2', '1']]],
  'least(': [[['1', '2']], [['2', '1']]],
  'below(': [[['2', '1']], [['1', '2']]],
  'lessThan(': [[['2', '1']], [['1', '2']]],
  'most(': [[['2', '1']], [['1', '2']]],
  'throw(': [QUIET, LOUD],
  'throws(': [QUIET, LOUD],
}

/** Words of a chain that assert nothing. */
export const CHAIN_WORDS = new Set(
  'to be been is that which and has have with at of same but does still also'.split(' '),
)
