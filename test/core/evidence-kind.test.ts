import { describe, expect, test } from 'vitest'
import { evidenceKind } from '../../src/core/evidence.ts'
import { growsLinearly } from '../contracts/growth.ts'

describe('Evidence', () => {
  test.each([
    ['a command with its output', '$ npm test\n1 failing', 'reproduction'],
    ['steps with an input', 'Steps: the name is "x", it is lost', 'reproduction'],
    ['a call and what it gives', "`slugify('')` returns an empty string", 'reproduction'],
    ['a call and an arrow', "`slugify('')` → `'-'`", 'reproduction'],
    ['an example with its result', "```js\nslugify('') // → '-'\n```", 'reproduction'],
    ['a command in back-ticks and what it does', '`npm test` fails', 'reproduction'],
    ['quoted code', 'It reads `db.query(id)` there', 'code'],
    ['quoted code far from any outcome', `\`f(x)\` ${'and so on '.repeat(10)} returns`, 'code'],
    ['a quotation with an arrow function', '`items.map((x) => x.id)` is there', 'code'],
    ['an unclosed back-tick', 'see `f(x) # → there', 'none'],
    ['words', 'It returns nothing, I am sure', 'none'],
    ['nothing', '', 'none'],
  ])('with %s is told by its strongest part', (_, evidence, kind) => {
    expect(evidenceKind(evidence)).toBe(kind)
  })

  test('is weighed in linear time', () => {
    expect(growsLinearly(1_000_000, (size) => evidenceKind('`a('.repeat(size / 3)))).toBe(true)
  })
})
