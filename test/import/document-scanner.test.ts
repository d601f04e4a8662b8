import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createDocumentScanner } from '../../src/import/document-scanner.ts'

type Piece = [text: unknown, list: string | null, key: string | null]

function scan(text: string, { chunk = 7, largest = 1000, lists = ['list', ''] } = {}) {
  const pieces: Piece[] = []
  const scanner = createDocumentScanner({ lists, largest }, (piece, { list, key }) => {
    pieces.push([piece === null ? 'skipped' : JSON.parse(piece), list, key])
  })
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += chunk) scanner.push(bytes.subarray(at, at + chunk))
  return { pieces, end: scanner.end() }
}

test('the elements of wanted lists come one by one, and the rest by its keys', () => {
  const { pieces, end } = scan(
    ' { "a" : {"list":[1]}, "list": [ {"x":"],}\\""}, 2 ], "b": "é", "list2":[3] } \n',
  )
  expect(pieces).toEqual([
    [{ list: [1] }, null, 'a'],
    [{ x: '],}"' }, 'list', 'list'],
    [2, 'list', 'list'],
    ['é', null, 'b'],
    [[3], null, 'list2'],
  ])
  expect(end).toBe('whole')
})

test('a list as the document, an empty one and an empty document', () => {
  expect(scan('[1,[2],{"a":3}]').pieces.map(([value]) => value)).toEqual([1, [2], { a: 3 }])
  expect(scan('{"list":[],"a":1}').pieces).toEqual([[1, null, 'a']])
  expect(scan('{}')).toEqual({ pieces: [], end: 'whole' })
})

test('a piece that is too large is skipped, and those after it are not', () => {
  const { pieces } = scan(`{"list":["${'x'.repeat(2000)}",1],"a":"${'y'.repeat(2000)}","b":2}`)
  expect(pieces).toEqual([
    ['skipped', 'list', 'list'],
    [1, 'list', 'list'],
    ['skipped', null, 'a'],
    [2, null, 'b'],
  ])
})

test('a cut document and one that something follows are told', () => {
  expect(scan('{"list":[1,{"a"')).toEqual({ pieces: [[1, 'list', 'list']], end: 'cut' })
  expect(scan('[1] {').end).toBe('followed')
  expect(scan('"x"').end).toBe('cut')
  expect(scan(']]}}').end).toBe('cut')
})

test('however it is chopped, a document comes out as JSON.parse has it', () => {
  const document = fc.record({ list: fc.array(fc.jsonValue()), a: fc.jsonValue(), b: fc.jsonValue() })
  fc.assert(
    fc.property(document, fc.integer({ min: 1, max: 50 }), fc.boolean(), (value, chunk, pretty) => {
      const text = JSON.stringify(value, null, pretty ? 2 : 0)
      const { pieces, end } = scan(text, { chunk, largest: 1_000_000 })
      const plain = JSON.parse(text) as typeof value
      expect(end).toBe('whole')
      expect(pieces.filter(([, list]) => list === 'list').map(([each]) => each)).toEqual(plain.list)
      expect(pieces.filter(([, list]) => list === null)).toEqual([
        [plain.a, null, 'a'],
        [plain.b, null, 'b'],
      ])
    }),
  )
})
