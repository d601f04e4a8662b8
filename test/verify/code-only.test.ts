import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { codeOnly, withoutComments } from '../../src/verify/code-only.ts'
import { growsLinearly } from '../contracts/growth.ts'

const shown = (text: string, path: string) => codeOnly(text, path).replace(/ +/g, ' ').trim()

const cases: [name: string, path: string, text: string, code: string][] = [
  ['line comments', 'a.ts', 'a() // b()\nc()', 'a() \nc()'],
  ['block comments', 'a.ts', 'a() /* b()\nb() */ c()', 'a() \n c()'],
  ['strings but not their quotes', 'a.ts', `f('it.skip(', "x")`, `f(' ', " ")`],
  ['escaped quotes', 'a.ts', String.raw`f('a\'b', 1)`, `f(' ', 1)`],
  ['an unclosed string to its line end', 'a.ts', `f('abc\ng()`, `f(' \ng()`],
  ['templates around their holes', 'a.ts', '`a $\u007bb({ c: `d` })} e`', '` $\u007bb({ c: ` ` })} `'],
  ['regular expressions', 'a.ts', 'x = /it("[/]/.test(y)', 'x = / /.test(y)'],
  ['a division as division', 'a.ts', 'x = a / b; y = c / d', 'x = a / b; y = c / d'],
  ['a regular expression after return', 'a.ts', "return /'/.test(y) + 'z'", "return / /.test(y) + ' '"],
  ['JSX closing tags', 'a.tsx', '<b>{x}</b>; f()', '<b>{x}</b>; f()'],
  ['a hashbang', 'a.js', '#!/usr/bin/env it(\na()', 'a()'],
  ['Python comments and docstrings', 'a.py', '"""assert x\n"""\na = 1 # assert\n', '""" \n"""\na = 1'],
  ['Python triple single quotes', 'a.py', "'''it's'''\nb", "''' '''\nb"],
  ['Go raw strings', 'a.go', 'x := `t.Skip("\n` + "//"', 'x := ` \n` + " "'],
  [
    'Rust lifetimes as code',
    'a.rs',
    "fn f<'a>(x: &'a str) { assert!(x == \"'\") }",
    'fn f<\'a>(x: &\'a str) { assert!(x == " ") }',
  ],
  ['Rust raw strings', 'a.rs', 'let x = r#"#[ignore] " "#; y()', 'let x = r#" "#; y()'],
  ['Rust nested comments', 'a.rs', 'a(); /* /* */ b() */ c()', 'a(); c()'],
  ['Java text blocks', 'A.java', 'x = """\n@Disabled\n"""; y()', 'x = """\n \n"""; y()'],
  ['Java comments that do not nest', 'A.java', 'a(); /* /* */ b();', 'a(); b();'],
  ['Ruby block comments', 'a.rb', 'a\n=begin\nskip\n=end\nb', 'a\n\n\n\nb'],
  ['shell comments at word starts only', 'a.sh', 'echo $# # done', 'echo $#'],
  ['XML comments', 'pom.xml', '<a/><!-- <skip/> --><b/>', '<a/> <b/>'],
]

const hostile: [name: string, path: string, unit: string][] = [
  ['unclosed templates', 'a.ts', '`${'],
  ['unclosed classes in regular expressions', 'a.ts', '=/['],
  ['quotes and escapes', 'a.ts', '\'\\"`'],
  ['slashes and stars', 'a.ts', '/*/'],
  ['raw string openers', 'a.rs', 'r#'],
  ['raw strings that nearly close', 'a.rs', 'r##"#"# '],
  ['nested comments', 'a.rs', '/*'],
  ['triple quotes', 'a.py', '"""\''],
  ['spaces', 'a.ts', '    '],
]

describe('codeOnly', () => {
  it.each(cases)('blanks %s', (_, path, text, code) => {
    const lines = (value: string) => value.split('\n').map((line) => line.trimEnd())
    expect(lines(shown(text, path))).toEqual(lines(code))
  })

  it('leaves text of an unknown kind alone', () => {
    expect(codeOnly('// "a"', 'a.unknown')).toBe('// "a"')
  })

  it('keeps strings when only comments are to go', () => {
    expect(withoutComments("a('b') // c", 'a.ts').trimEnd()).toBe("a('b')")
  })

  it('keeps length and line breaks, whatever the text', () => {
    const text = fc.array(
      fc.constantFrom('/', '*', '"', "'", '`', '${', '}', '\\', '\n', '\r\n', 'r', '#', '[', 'a', ' ', '😀'),
    )
    fc.assert(
      fc.property(
        text,
        fc.constantFrom('a.ts', 'a.py', 'a.go', 'a.rs', 'A.java', 'a.kt', 'a.rb', 'a.sh', 'a.xml'),
        (parts, path) => {
          const source = parts.join('')
          const code = codeOnly(source, path)
          expect(code).toHaveLength(source.length)
          expect(code.replace(/[^\n]/g, '')).toBe(source.replace(/[^\n]/g, ''))
        },
      ),
    )
  })

  it.each(hostile)('HO6: costs no more than in proportion on %s', (_, path, unit) => {
    const work = (size: number) => codeOnly(unit.repeat(Math.ceil(size / unit.length)), path)
    expect(growsLinearly(800_000, work)).toBe(true)
  })
})
