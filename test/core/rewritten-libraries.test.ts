import { expect, test } from 'vitest'
import { simulate } from './simulate.ts'

const CHAI = 'node_modules/chai 5.2.0 sha512-A'
const NEWER = 'node_modules/chai 5.3.0 sha512-B'

type Libraries = Record<string, string>

const ends = (baseline: Libraries | undefined, merged: Libraries | undefined) =>
  simulate({ libraries: (kind) => (kind === 'baseline' ? baseline : kind === 'merged' ? merged : undefined) })
    .state
const gateOf = (baseline: Libraries | undefined, merged: Libraries | undefined) =>
  Object.values(ends(baseline, merged).gates)[0]

test.each<[string, Libraries, Libraries, RegExp]>([
  ['has other content', { [CHAI]: 'a' }, { [CHAI]: 'b' }, /node_modules\/chai has other content/],
  ['is gone', { [CHAI]: 'a' }, { [CHAI]: 'missing' }, /node_modules\/chai is gone/],
])('a library of the tests that %s is a question', (_, before, after, words) => {
  const gate = gateOf(before, after)!
  expect(gate).toMatchObject({ kind: 'test-tampering' })
  expect(gate.question).toMatch(/library that the tests use/)
  expect(gate.evidence.join('\n')).toMatch(words)
})

test.each<[string, Libraries | undefined, Libraries | undefined]>([
  ['is the same', { [CHAI]: 'a' }, { [CHAI]: 'a' }],
  ['the lockfile has in another version', { [CHAI]: 'a' }, { [NEWER]: 'b' }],
  ['is new', { [CHAI]: 'a' }, { [CHAI]: 'a', 'node_modules/ava 6.0.0 sha512-C': 'b' }],
  ['the base was not looked at for', undefined, { [CHAI]: 'b' }],
  ['was not looked at for the change', { [CHAI]: 'a' }, undefined],
])('a library of the tests that %s is none', (_, before, after) => {
  expect(gateOf(before, after)).toBeUndefined()
  expect(ends(before, after).ended?.status).toBe('landed')
})

test('of many libraries five are named, and the rest is counted', () => {
  const many = (word: string) =>
    Object.fromEntries(
      ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => [`node_modules/jest-${name} 1 x`, word]),
    )
  const { evidence } = gateOf(many('old'), many('new'))!
  expect(evidence.filter((line) => line.includes('other content'))).toHaveLength(5)
  expect(evidence.at(-1)).toBe('and 2 more libraries')
})
