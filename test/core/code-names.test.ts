import { describe, expect, test } from 'vitest'
import { codeNames } from '../../src/core/code-names.ts'
import { growsLinearly } from '../contracts/growth.ts'

const told = (text: string) => codeNames(text).map(({ name, shape }) => `${shape} ${name}`)

describe('The names of code in a text', () => {
  test.each([
    ['a call', 'calling slugify() twice', ['call slugify']],
    ['a call with a value', "`slugify('')` is empty", ['call slugify']],
    ['a method', 'title.trim() throws', ['call title.trim']],
    ['what is in back-ticks', 'the `title` stays', ['word title']],
    ['what is shaped like a name', 'maxLength and max_size differ', ['word maxLength', 'word max_size']],
    ['a path', 'see src/page/list.js and ./lib/x.ts', ['path src/page/list.js', 'path lib/x.ts']],
  ])('have %s', (_, text, names) => {
    expect(told(text)).toEqual(names)
  })

  test.each([
    ['a plural in brackets', 'the item(s) and class(es)'],
    ['prose', 'An empty title, e.g. a blank, is lost'],
    ['addresses', 'see https://example.org/a/b.html'],
    ['files elsewhere on the machine', 'it reads /etc/app/main.conf and ~/x/y.json'],
    ['words of the language', 'it is `null` or `undefined`; String(x) and require() help'],
  ])('have not %s', (_, text) => {
    expect(told(text)).toEqual([])
  })

  test('are each told once, a call before a word', () => {
    expect(told('`slugify` is slow: slugify(x)')).toEqual(['call slugify'])
  })

  test.each(['a(', 'abc_d`', 'a/', 'a.b.', 'a-/.'])('are found in linear time in %j', (part) => {
    expect(growsLinearly(1_000_000, (size) => codeNames(part.repeat(size / part.length)))).toBe(true)
  })
})
