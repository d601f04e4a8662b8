import { expect, test } from 'vitest'
import { escapedUnseen, withoutUnseen } from '../../src/contracts/unseen.ts'

const HOSTILE = 'a\u0085\u009b31mb\u061c\u200e\u200f\u202e\u2066\u007fc'

test('what nobody sees is gone from a text; letters, line breaks and our own colours stay', () => {
  expect(withoutUnseen(`${HOSTILE}\n\t\u001b[1mé 漢 👍`)).toBe('a31mbc\n\t\u001b[1mé 漢 👍')
})

test('in JSON it is written with a backslash, and read back as it was', () => {
  const value = { [HOSTILE]: [HOSTILE, 'é 漢 👍'] }
  const json = escapedUnseen(JSON.stringify(value))
  expect(withoutUnseen(json)).toBe(json)
  expect(JSON.parse(json)).toEqual(value)
})
