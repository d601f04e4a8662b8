import { posix } from 'node:path'
import type { TreeReader } from '../tree-reader.ts'
import { bindingsOf } from './bindings.ts'
import type { TestFile } from './canary.ts'
import { goHelpers } from './go-helpers.ts'

const ASSERTS =
  /\bassert\b|\bexpect\s*\(|\bchai\b|\bshould\b|\bpytest\.(?:fail|raises)|\bAssertionError\b|\bself\.(?:assert|fail)/
const ENDINGS = ['', '.js', '.ts', '.mjs', '.cjs', '.mts', '.jsx', '.tsx', '/index.js', '/index.ts']
const MAX = 12

/**
 * Names by which a test file calls assertions of the project's own: those of modules of the tree that assert something. Of Go, which
 * takes no argument of another type, the calls as a whole.
 */
export async function helpersOf({ path, text }: TestFile, tree: TreeReader): Promise<string[]> {
  if (path.endsWith('.go')) return goHelpers({ path, text }, tree)
  const found = path.endsWith('.py') ? await inPython(path, text, tree) : await inJavascript(path, text, tree)
  return [...new Set(found)].slice(0, MAX)
}

async function inJavascript(path: string, text: string, tree: TreeReader): Promise<string[]> {
  const names: string[] = []
  for (const { local, imported, module } of bindingsOf(text, path)) {
    if (!module.startsWith('.')) continue
    const plain = posix.join(posix.dirname(path), module)
    const file = [plain.replace(/\.js$/, '.ts'), ...ENDINGS.map((ending) => plain + ending)].find(tree.has)
    if (!file || !ASSERTS.test((await tree.read(file)) ?? '')) continue
    const calls = imported === '*' || imported === 'default' ? [local, ...members(text, local)] : [local]
    names.push(...calls.filter((name) => isStatement(text, name)))
  }
  return names
}

function members(text: string, local: string): string[] {
  const used = text.matchAll(
    new RegExp(`(?<![\\w$.])${local.replaceAll('$', '\\$')}\\.([\\w$]+)\\s*\\(`, 'g'),
  )
  return [...used].map(([, name]) => `${local}.${name}`)
}

async function inPython(path: string, text: string, tree: TreeReader): Promise<string[]> {
  const names: string[] = []
  for (const [, from = '', list = ''] of text.matchAll(
    /^from[ \t]+([\w.]+)[ \t]+import[ \t]+\(?([\w, \t]+)\)?/gm,
  )) {
    const file = pythonFile(from, path, tree)
    const source = file ? ((await tree.read(file)) ?? '') : ''
    if (!ASSERTS.test(source)) continue
    const locals = list.split(',').map(
      (name) =>
        name
          .trim()
          .split(/\s+as\s+/)
          .at(-1) ?? '',
    )
    const methods = [...source.matchAll(/^[ \t]+def[ \t]+(\w+)\(self,[^,)]+,/gm)].map(
      ([, name]) => `self.${name}`,
    )
    names.push(...[...locals, ...methods].filter((name) => name !== '' && isStatement(text, name)))
  }
  return names
}

function pythonFile(module: string, path: string, tree: TreeReader): string | undefined {
  const dots = /^\.*/.exec(module)![0].length
  const name = module.slice(dots).replaceAll('.', '/')
  const folder = posix.dirname(path)
  const up = posix.join(folder, ...Array.from({ length: Math.max(0, dots - 1) }, () => '..'))
  const places = dots > 0 ? [up] : ['.', folder, 'src']
  return places
    .flatMap((place) => [posix.join(place, `${name}.py`), posix.join(place, name, '__init__.py')])
    .find(tree.has)
}

/** Called for what it does, not for what it gives: as an assertion is. */
function isStatement(text: string, name: string): boolean {
  return new RegExp(
    `(?:^|[;{}>]|=>)[ \\t]*(?:await[ \\t]+)?${name.replaceAll(/[$.]/g, '\\$&')}\\s*\\([^()\\n]*(?:\\([^\\n]*\\)[^()\\n]*)?,`,
    'm',
  ).test(text)
}
