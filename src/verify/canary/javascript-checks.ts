import { codeOnly } from '../code-only.ts'
import { ASSERT_VERBS, ASYNC_ASSERT_VERBS } from './assert-verbs.ts'
import { type Binding, bindingsOf } from './bindings.ts'
import { CHAIN_WORDS, CHAINS, MATCHERS } from './expect-verbs.ts'
import { type OwnLiteral, ownLiterals } from './own-literals.ts'

/** One verb of the file's own, with expressions each of which must throw. `K` is the secret string. */
export interface Check {
  what: string
  tries: string[]
  isAsync: boolean
  /** The assertion need not throw: its failure is noted, with `M` as its message. */
  notes?: boolean
}

const ASSERT_MODULES = /^(?:(?:node:)?assert(?:\/strict)?|chai|power-assert|uvu\/assert|@std\/assert|vitest)$/

/** Every assertion verb that a JavaScript file uses, in the way it uses it. */
export function checksIn(text: string, path: string): Check[] {
  const code = codeOnly(text, path)
  const bindings = bindingsOf(text, path)
  const literals = ownLiterals(text)
  const found = [
    ...assertChecks(code, bindings, literals),
    ...namedChecks(code, bindings, literals),
    ...matcherChecks(code, bindings, literals),
    ...chainChecks(code, bindings, literals),
  ]
  return [...new Map(found.map((check) => [check.what, check])).values()]
}

function assertChecks(code: string, bindings: Binding[], literals: OwnLiteral[]): Check[] {
  const fromModules = bindings.filter(
    ({ module, imported }) =>
      ASSERT_MODULES.test(module) &&
      (imported === 'assert' ||
        imported === 'strict' ||
        (['default', '*'].includes(imported) && !['chai', 'vitest'].includes(module))),
  )
  const names = [...new Set(['assert', 'chai.assert', ...fromModules.map(({ local }) => local)])]
  return names.flatMap((name) => {
    const used = new Set<string>()
    for (const [, verb] of code.matchAll(new RegExp(`(?<![\\w$.])${escaped(name)}\\.([\\w$]+)\\s*\\(`, 'g')))
      used.add(verb!)
    if (new RegExp(`(?<![\\w$.])${escaped(name)}\\s*\\((?!\\s*\\))`).test(code)) used.add('')
    return verbChecks(used, (verb) => (verb === '' ? name : `${name}.${verb}`), literals)
  })
}

function namedChecks(code: string, bindings: Binding[], literals: OwnLiteral[]): Check[] {
  return bindings
    .filter(({ module }) => /^(?:(?:node:)?assert(?:\/strict)?|uvu\/assert)$/.test(module))
    .filter(({ local }) => new RegExp(`(?<![\\w$.])${escaped(local)}\\s*\\(`).test(code))
    .flatMap(({ local, imported }) => verbChecks(new Set([imported]), () => local, literals))
}

const UNLIKE = ['1, 2', "K, 'a'", '[1], [2]', '{ a: K }, { a: 1 }', 'true, false']

/** Whatever an assertion of the project's own compares, it has to tell some of these apart, at once or later. */
export function helperChecks(names: string[]): Check[] {
  return names.flatMap((name) =>
    UNLIKE.map((args) => ({ what: `${name}(${args})`, tries: [`${name}(${args})`], isAsync: true })),
  )
}

export function verbChecks(
  used: Set<string>,
  call: (verb: string) => string,
  literals: OwnLiteral[] = [],
): Check[] {
  return [...used].flatMap((verb): Check[] => {
    const later = Object.hasOwn(ASYNC_ASSERT_VERBS, verb)
    const table = later ? ASYNC_ASSERT_VERBS : ASSERT_VERBS
    if (!Object.hasOwn(table, verb)) return []
    const given = table[verb]!.flatMap((args) =>
      args === 'L' ? literals.map(({ other, literal }) => `${other}, ${literal}`) : [args],
    )
    return [{ what: call(verb), tries: given.map((args) => `${call(verb)}(${args})`), isAsync: later }]
  })
}

/** jest's and vitest's: `expect(actual).toBe(expected)`. */
function matcherChecks(code: string, bindings: Binding[], literals: OwnLiteral[]): Check[] {
  const name = expectName(code, bindings)
  if (!name) return []
  const used = new Map<string, Check>()
  for (const [, awaited, not, matcher = ''] of code.matchAll(
    /\.\s*(?:(resolves|rejects)\s*\.\s*)?(not\s*\.\s*)?(to[A-Z]\w*)\s*\(/g,
  )) {
    if (!Object.hasOwn(MATCHERS, matcher) || awaited === 'rejects') continue
    const pairs = MATCHERS[matcher]![not ? 1 : 0]
    const chain = `${awaited ? '.resolves' : ''}${not ? '.not' : ''}.${matcher}`
    const tries = withLiterals(pairs, literals).map(([actual, expected]) =>
      awaited
        ? `${name}(Promise.resolve(${actual}))${chain}(${expected})`
        : `${name}(${actual})${chain}(${expected})`,
    )
    used.set(chain, { what: `expect()${chain}`, tries, isAsync: awaited !== undefined })
  }
  return [...used.values()]
}

/** chai's: `expect(actual).to.be.equal(expected)`, `actual.should.equal(expected)`. */
function chainChecks(code: string, bindings: Binding[], literals: OwnLiteral[]): Check[] {
  const name = expectName(code, bindings)
  const used = new Map<string, Check>()
  for (const [, start, chain = '', call] of code.matchAll(
    /\.\s*(to|should)\b((?:\s*\.\s*[\w$]+)+)(\s*\()?/g,
  )) {
    const words = chain.split('.').map((word) => word.trim())
    const plain = words.filter((word) => word !== '' && word !== 'not' && !CHAIN_WORDS.has(word))
    const isNot = words.includes('not')
    const key = `${plain.join('.')}${call ? '(' : ''}`
    if (!Object.hasOwn(CHAINS, key) || (start === 'to' && !name)) continue
    const pairs = CHAINS[key]![isNot ? 1 : 0]
    const full = `.${start}${chain.replaceAll(/\s/g, '')}`
    const tries = withLiterals(pairs, literals)
      .filter(([actual]) => start === 'to' || !/^(?:null|undefined)$/.test(actual))
      .map(([actual, expected]) =>
        start === 'to'
          ? `${name}(${actual})${full}${call ? `(${expected})` : ''}`
          : `(${actual})${full}${call ? `(${expected})` : ''}`,
      )
    if (tries.length > 0) used.set(full, { what: `expect()${full}`, tries, isAsync: false })
  }
  return [...used.values()]
}

function withLiterals(pairs: [string, string][], literals: OwnLiteral[]): [string, string][] {
  return pairs.flatMap((pair): [string, string][] =>
    pair[0] === 'L0' ? literals.map(({ other, literal }) => [other, literal]) : [pair],
  )
}

function expectName(code: string, bindings: Binding[]): string | null {
  const bound = bindings.find(
    ({ imported, module }) => imported === 'expect' || (module === 'expect' && imported === 'default'),
  )
  const names = [...(bound ? [bound.local] : []), 'expect', 'chai.expect']
  return names.find((name) => new RegExp(`(?<![\\w$.])${escaped(name)}\\s*\\(`).test(code)) ?? null
}

function escaped(name: string): string {
  return name.replaceAll(/[$.]/g, '\\$&')
}
