/** How each family of languages writes comments and strings. Data for the scanner. */
export interface StringForm {
  open: string
  close: string
  escape: boolean
  multiline: boolean
}

export interface Lexicon {
  lineComments: string[]
  blockComments: { open: string; close: string; nested: boolean }[]
  strings: StringForm[]
  /** Template literals with code inside, and regular expression literals. */
  javascript?: true
  /** Raw strings with hashes, and lifetimes that look like an opened character. */
  rust?: true
  /** A `#` opens a comment only at the start of a word (`$#`, `${x#y}` do not). */
  hashAtWordStart?: true
}

const simple = (open: string): StringForm => ({ open, close: open, escape: true, multiline: false })
const long = (open: string): StringForm => ({ open, close: open, escape: true, multiline: true })
const slashes = [{ open: '/*', close: '*/', nested: false }]
const nestedSlashes = [{ open: '/*', close: '*/', nested: true }]
const quotes = [simple('"'), simple("'")]

const javascript: Lexicon = {
  lineComments: ['//'],
  blockComments: slashes,
  strings: quotes,
  javascript: true,
}
const python: Lexicon = {
  lineComments: ['#'],
  blockComments: [],
  strings: [long('"""'), long("'''"), ...quotes],
}
const go: Lexicon = {
  lineComments: ['//'],
  blockComments: slashes,
  strings: [...quotes, { open: '`', close: '`', escape: false, multiline: true }],
}
const rust: Lexicon = {
  lineComments: ['//'],
  blockComments: nestedSlashes,
  strings: [long('"')],
  rust: true,
}
const java: Lexicon = {
  lineComments: ['//'],
  blockComments: slashes,
  strings: [long('"""'), long("'''"), ...quotes],
}
const kotlin: Lexicon = { ...java, blockComments: nestedSlashes, strings: [long('"""'), ...quotes] }
const c: Lexicon = { lineComments: ['//'], blockComments: slashes, strings: quotes }
const ruby: Lexicon = {
  lineComments: ['#'],
  blockComments: [{ open: '\n=begin', close: '\n=end', nested: false }],
  strings: [...quotes, simple('`')],
}
const shell: Lexicon = { lineComments: ['#'], blockComments: [], strings: quotes, hashAtWordStart: true }
const ini: Lexicon = { lineComments: ['\n#', '\n;'], blockComments: [], strings: [] }
const xml: Lexicon = {
  lineComments: [],
  blockComments: [{ open: '<!--', close: '-->', nested: false }],
  strings: [],
}

const families: [Lexicon, string][] = [
  [javascript, 'js jsx ts tsx mjs cjs mts cts json5 jsonc'],
  [python, 'py pyi'],
  [go, 'go'],
  [rust, 'rs'],
  [java, 'java groovy gradle'],
  [kotlin, 'kt kts scala'],
  [c, 'c h cc cpp cxx hpp cs php swift dart'],
  [ruby, 'rb'],
  [shell, 'sh bash zsh bats toml yml yaml mk npmrc'],
  [ini, 'ini cfg conf properties'],
  [xml, 'xml html htm svg'],
]

const byExtension = new Map(
  families.flatMap(([lexicon, names]) => names.split(' ').map((name) => [name, lexicon] as const)),
)

export function lexiconOf(path: string): Lexicon | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase()
  return byExtension.get(name.slice(name.lastIndexOf('.') + 1))
}
