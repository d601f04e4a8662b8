/**
 * Arguments with which a verb of an `assert` library must throw, whichever library it is. `K` is a string that nobody can know,
 * `L` a pair of one of the file's own values and another one.
 */
const EQUAL = ['1, 2', "K, 'a'", "{ a: 1 }, 'a'", 'true, false', 'null, 1', ...['L']]
const STRICT = [...EQUAL, 'null, undefined', "1, '1'"]
const DEEP = [
  '{ a: K }, { a: 1 }',
  '[1, 2], [1, 3]',
  '1, 2',
  "K, 'a'",
  'L',
  '{ a: { b: 1 } }, { a: { b: 2 } }',
]
const DEEP_STRICT = [...DEEP, 'null, undefined']
const SAME = ['1, 1', 'K, K']
const SAME_DEEP = ['{ a: 1 }, { a: 1 }', '[K], [K]', '1, 1']
const FALSY = ['false', '0', "''", 'null', 'undefined']
const NOTHING_THROWN = ['() => {}', '() => K']
const THROWN = ['() => { throw new Error(K) }']

export const ASSERT_VERBS: Record<string, string[]> = {
  '': FALSY,
  ok: FALSY,
  isOk: FALSY,
  assert: FALSY,
  equal: EQUAL,
  equals: EQUAL,
  strictEqual: STRICT,
  deepEqual: DEEP,
  deepStrictEqual: DEEP_STRICT,
  partialDeepStrictEqual: ['{ a: 1 }, { a: 2 }'],
  eql: DEEP,
  notEqual: SAME,
  notStrictEqual: SAME,
  notDeepEqual: SAME_DEEP,
  notDeepStrictEqual: SAME_DEEP,
  throws: NOTHING_THROWN,
  throw: NOTHING_THROWN,
  doesNotThrow: THROWN,
  match: ["'abc', /xyz/", 'K, /^$/'],
  doesNotMatch: ["'abc', /abc/"],
  fail: [''],
  ifError: ['new Error(K)', "'a'"],
  isTrue: ['false', '1'],
  isFalse: ['true', '0'],
  isNotOk: ['true', '1'],
  notOk: ['true', '1'],
  isNull: ['1', 'undefined'],
  isNotNull: ['null'],
  isUndefined: ['1', 'null'],
  isDefined: ['undefined'],
  exists: ['null'],
  notExists: ['1'],
  isFunction: ['1'],
  isObject: ['1'],
  isArray: ['1'],
  isString: ['1'],
  isNumber: ["'a'"],
  isBoolean: ['1'],
  typeOf: ["1, 'string'"],
  instanceOf: ['1, Date'],
  include: ['[1, 2], 3', 'K, 1 + K'],
  notInclude: ['[1, 2], 1'],
  deepInclude: ['[{ a: 1 }], { a: 2 }'],
  lengthOf: ['[1], 2'],
  isEmpty: ['[1]'],
  isNotEmpty: ['[]'],
  property: ["{}, 'a'"],
  propertyVal: ["{ a: 1 }, 'a', 2"],
  sameMembers: ['[1], [2]'],
  sameDeepMembers: ['[{ a: 1 }], [{ a: 2 }]'],
  isAbove: ['1, 2'],
  isAtLeast: ['1, 2'],
  isBelow: ['2, 1'],
  isAtMost: ['2, 1'],
  oneOf: ['1, [2]'],
  closeTo: ['1, 5, 1'],
  approximately: ['1, 5, 1'],
}

/** The same for verbs that give a promise. */
export const ASYNC_ASSERT_VERBS: Record<string, string[]> = {
  rejects: ['async () => {}', 'Promise.resolve(K)'],
  doesNotReject: ['async () => { throw new Error(K) }'],
  isRejected: ['Promise.resolve(K)'],
  isFulfilled: ['Promise.reject(new Error(K))'],
}
