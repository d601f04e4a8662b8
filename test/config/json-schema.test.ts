import { expect, test } from 'vitest'
import { editDistance } from '../../src/config/edit-distance.ts'
import { configJsonSchema } from '../../src/config/json-schema.ts'
import { defaultConfig } from '../../src/config/load.ts'
import { nearest } from '../../src/config/nearest-key.ts'

test('the JSON Schema lists every key, requires none and allows no other', () => {
  const schema = configJsonSchema()
  expect(Object.keys(schema.properties ?? {})).toEqual(Object.keys(defaultConfig()))
  expect(schema.required).toBeUndefined()
  expect(schema.additionalProperties).toBe(false)
})

test.each([
  ['', 'abc', 3],
  ['abc', 'abc', 0],
  ['abc', 'acb', 1],
  ['max_pases', 'max_passes', 1],
  ['kitten', 'sitting', 3],
])('the distance from %j to %j is %i', (a, b, distance) => {
  expect(editDistance(a, b)).toBe(distance)
  expect(editDistance(b, a)).toBe(distance)
})

test('nothing is near where nothing is known', () => {
  expect(nearest('x', [])).toBeNull()
})
