import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { errorSignature } from '../../src/steps/error-signature.ts'
import { errorOutputs } from './signature-outputs.ts'

const all = errorOutputs(readFileSync('bench/signature-errors.txt', 'utf8')).map((output) => ({
  ...output,
  signature: errorSignature(output.text),
}))
const grouped = <T>(items: Iterable<T>, keyOf: (item: T) => string) => {
  const groups = new Map<string, T[]>()
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item])
  return groups
}
const byError = grouped(all, ({ error }) => error)

test('there are 150 errors at least', () => {
  expect(byError.size).toBeGreaterThanOrEqual(150)
})

test('each has one signature, wherever it happens', () => {
  const split = [...byError].filter(
    ([, outputs]) => new Set(outputs.map(({ signature }) => signature)).size > 1,
  )
  expect(split.map(([error]) => error)).toEqual([])
  expect(all.filter(({ signature }) => signature === null)).toEqual([])
})

test('no two have the same', () => {
  const owners = grouped(byError.keys(), (error) => `${byError.get(error)![0]!.signature}`)
  expect([...owners.values()].filter((errors) => errors.length > 1)).toEqual([])
})
