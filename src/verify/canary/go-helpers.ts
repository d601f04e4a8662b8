import type { TreeReader } from '../tree-reader.ts'
import type { TestFile } from './canary.ts'

const MAX = 12
const MAX_FILES = 40
/** What asserts is named so; a call that only prepares something is not worth a canary. */
const ASSERTS =
  /eq|same|true|false|nil|err|ok|assert|expect|check|must|is|contain|len|fail|want|need|require|match|diff|that/i
const SIGNATURE = (name: string) =>
  new RegExp(`^func[ \\t]+${name}[ \\t]*(?:\\[([^\\]]*)\\])?\\(([^)]*(?:\\([^)]*\\)[^)]*)*)\\)`, 'gm')

/**
 * Calls that must fail, of assertions that a Go test file has from the project itself: `check.Equal(t, 1, 2)`. Go is checked before
 * it runs, so a call is made only where its parameters are known, and are the same wherever the tree has a function of that name.
 */
export async function goHelpers({ path, text }: TestFile, tree: TreeReader): Promise<string[]> {
  const calls: string[] = []
  for (const { prefix, name, folders } of called(path, text)) {
    if (calls.length === MAX) break
    const signatures = await signaturesOf(name, folders, tree)
    const [signature] = signatures
    const args = signatures.length === 1 && signature ? failingArguments(name, signature) : null
    if (args !== null) calls.push(`${prefix}${name}(t${args})`)
  }
  return calls
}

interface Called {
  prefix: string
  name: string
  /** Whether a folder of the tree may hold it. */
  folders: (folder: string) => boolean
}

/** Functions that are called as statements with the test as their first argument. */
function called(path: string, text: string): Called[] {
  const own = path.slice(0, path.lastIndexOf('/') + 1)
  const imports = new Map(
    [...text.matchAll(/^(?:import[ \t]+|[ \t]*)(?:(\w+)[ \t]+)?"([\w.~/-]+)"/gm)].map(
      ([, alias, module = '']) => {
        const last =
          module
            .replace(/\/v\d+$/, '')
            .split('/')
            .at(-1) ?? ''
        return [alias ?? last, last]
      },
    ),
  )
  const found = new Map<string, Called>()
  for (const [, from, name = ''] of text.matchAll(/^[ \t]+(?:(\w+)\.)?(\w+)\([ \t]*t[ \t]*,/gm)) {
    const last = from === undefined ? null : imports.get(from)
    if (last === undefined || !ASSERTS.test(name)) continue
    const prefix = from === undefined ? '' : `${from}.`
    const folders =
      last === null
        ? (folder: string) => folder === own
        : (folder: string) => `/${folder}`.endsWith(`/${last}/`)
    found.set(`${prefix}${name}`, { prefix, name, folders })
  }
  return [...found.values()]
}

interface Signature {
  generics: string
  parameters: string
}

async function signaturesOf(
  name: string,
  isThere: Called['folders'],
  tree: TreeReader,
): Promise<Signature[]> {
  const files = tree.paths().filter((path) => {
    return path.endsWith('.go') && isThere(path.slice(0, path.lastIndexOf('/') + 1))
  })
  const found = new Map<string, Signature>()
  for (const file of files.slice(0, MAX_FILES))
    for (const [, generics = '', parameters = ''] of ((await tree.read(file)) ?? '').matchAll(
      SIGNATURE(name),
    ))
      found.set(`${generics}|${parameters}`.replaceAll(/\s+/g, ' '), { generics, parameters })
  return [...found.values()]
}

/** `, 1, 2`; `null`: its parameters are of types that nothing is known of, or it is no assertion. */
function failingArguments(name: string, { generics, parameters }: Signature): string | null {
  const types = typesOf(parameters)
  const [first, ...rest] = types
  if (!first || !/^(?:\*\w+\.(?:T|B)|\w+\.TB)$/.test(first)) return null
  const open = new Set(
    [...generics.matchAll(/(\w+)[ \t]*(?=,|[ \t](?:any|comparable|interface\{\}))/g)].map(([, each]) => each),
  )
  const fixed = rest.filter((type) => !type.startsWith('...'))
  if (fixed.length === 0 || fixed.length > 2) return null
  const values = fixed.map((type, at) =>
    argumentOf(open.has(type) ? 'any' : type, { at, name, of: fixed.length }),
  )
  return values.includes(null) ? null : values.map((value) => `, ${value}`).join('')
}

/** `got, want int` gives `int` twice. */
function typesOf(parameters: string): string[] {
  const types: string[] = []
  let type = ''
  for (const part of parameters
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean)
    .reverse()) {
    const [, , named] = /^(\w+)[ \t]+(.+)$/s.exec(part) ?? []
    type = named ?? (type === '' ? part : type)
    types.unshift(type.trim())
  }
  return types
}

const PAIRS: Record<string, [string, string]> = {
  any: ['1', '2'],
  'interface{}': ['1', '2'],
  string: ['"a"', '"b"'],
  int: ['1', '2'],
  int64: ['1', '2'],
  float64: ['1.0', '2.0'],
}

function argumentOf(type: string, { at, name, of }: { at: number; name: string; of: number }): string | null {
  const isNegated = /not|differ|unequal|false|no(?!t)/i.test(name)
  if (of === 2) return PAIRS[type]?.[isNegated ? 0 : at] ?? null
  if (type === 'bool') return isNegated ? 'true' : 'false'
  return null
}
