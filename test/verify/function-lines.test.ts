import { describe, expect, test } from 'vitest'
import { codeLines, functionLines } from '../../src/verify/function-lines.ts'
import { growsLinearly } from '../contracts/growth.ts'

/** The line that is asked about ends with `<`. */
function at(path: string, source: string): number | null {
  const line = source.split('\n').findIndex((each) => each.endsWith('<'))
  const code = codeLines(source.replace('<', ''), path)
  return code && functionLines(code, line + 1)
}

const BIG = Array.from({ length: 12 }, (_, n) => `  step${n}()`).join('\n')

describe('The lines of a function', () => {
  test.each<[string, string, string, number | null]>([
    ['a function, at its head', 'a.js', 'export function add(a, b) {<\n  return a + b\n}', 1],
    ['a function, inside it', 'a.js', 'function add(a, b) {\n  log()\n  return a + b<\n}', 2],
    ['the comment above it', 'a.js', '/** Adds. */<\nfunction add(a, b) {\n  return a + b\n}', 1],
    ['all on one line', 'a.js', 'function add(a, b) { return a + b }<', 1],
    ['parameters taken apart', 'a.ts', 'function f({ a, b }: Pair): number {<\n  return a\n}', 1],
    ['an arrow with a value', 'a.ts', 'export const next = (x: number) => x + 1<', 1],
    ['an arrow with a body', 'a.ts', `const f = async (x) => {<\n${BIG}\n}`, 12],
    ['a method', 'a.ts', 'class A {\n  get size() {<\n    return 1\n  }\n}', 1],
    ['comments and blank lines', 'a.js', 'function f() {<\n  // why\n\n  /* and\n  how */\n  go()\n}', 1],
    ['a callback inside a function', 'a.js', `function f() {\n${BIG}\n  list.map((x) => x.id)<\n}`, 13],
    ['a block inside a function', 'a.js', `function f() {\n${BIG}\n  if (x) {<\n    go()\n  }\n}`, 15],
    [
      'Python',
      'a.py',
      'class A:\n    def one(self):<\n        return 1\n\n    def two(self):\n        x()\n',
      1,
    ],
    ['Go', 'a.go', 'func (t *T) Name() string {<\n\treturn t.name\n}', 1],
    ['Rust', 'a.rs', 'pub(crate) fn name(&self) -> &str {<\n    &self.name\n}', 1],
    ['Java', 'A.java', 'class A {\n  public int size() {<\n    return size;\n  }\n}', 1],
    ['Ruby', 'a.rb', 'def name<\n  @name\nend', 1],
    ['between functions', 'a.js', 'function f() {\n  go()\n}\nconst x = 1<\n', null],
    ['no function at all', 'a.js', 'const x = 1<', null],
    ['past the end', 'a.js', 'const x = 1', null],
  ])('%s', (_, path, source, lines) => {
    expect(at(path, source)).toBe(lines)
  })

  test('are not counted in a file that is very large', () => {
    expect(codeLines('x\n'.repeat(200_000), 'a.js')).toBeNull()
  })

  test.each(['a((((', 'a b c ', 'f = (', '{{{{', 'function('])('are found in linear time in %j', (part) => {
    const text = (size: number) => `${part.repeat(30).slice(0, 180)}\n`.repeat(size / 181)
    const work = (size: number) => {
      const code = codeLines(text(size), 'a.ts')!
      return functionLines(code, code.lines.length - 2)
    }
    expect(growsLinearly(290_000, work)).toBe(true)
  })
})
