import type { Check } from './javascript-checks.ts'

/** Arguments with which an assertion of ava, tap or tape must fail; its message comes behind them. */
const VERBS: Record<string, string[]> = {
  is: ['1, 2', "K, 'a'", 'null, undefined'],
  not: ['1, 1'],
  equal: ['1, 2', "K, 'a'"],
  equals: ['1, 2'],
  strictEqual: ['1, 2'],
  notEqual: ['1, 1'],
  deepEqual: ['{ a: 1 }, { a: 2 }', '[1], [2]'],
  same: ['{ a: 1 }, { a: 2 }'],
  strictSame: ['{ a: 1 }, { a: 2 }'],
  notSame: ['{ a: 1 }, { a: 1 }'],
  notDeepEqual: ['{ a: 1 }, { a: 1 }'],
  like: ['{ a: 1 }, { a: 2 }'],
  match: ["'abc', /xyz/"],
  regex: ["'abc', /xyz/"],
  notRegex: ["'abc', /abc/"],
  true: ['false', '1'],
  false: ['true', '0'],
  truthy: ['0'],
  falsy: ['1'],
  ok: ['false', '0'],
  notOk: ['true', '1'],
  assert: ['false'],
  fail: [''],
  error: ['new Error(K)'],
  throws: ['() => {}'],
  notThrows: ['() => { throw new Error(K) }'],
}

/** One check for each way to fail, since such a test may tell of its first failure only. */
export function ownObjectChecks(text: string): Check[] {
  const used = new Set([...text.matchAll(/(?<![\w$.])t\.(\w+)\s*\(/g)].map(([, verb]) => verb!))
  return [...used].flatMap((verb): Check[] =>
    Object.hasOwn(VERBS, verb)
      ? VERBS[verb]!.map((args, i) => ({
          what: `t.${verb}${i === 0 ? '' : ` (${i + 1})`}`,
          tries: [
            `t.${verb}(${[args, verb === 'throws' ? 'undefined' : '', 'M'].filter(Boolean).join(', ')})`,
          ],
          isAsync: false,
          notes: true,
        }))
      : [],
  )
}
