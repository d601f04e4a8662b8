import { codeOnly } from '../code-only.ts'
import { type TestCase, testFacts } from '../test-facts.ts'
import { type Binding, bindingsOf } from './bindings.ts'
import type { Canary, Seed, TestFile } from './canary.ts'
import { markOf } from './canary.ts'
import { type Check, checksIn, helperChecks } from './javascript-checks.ts'

/** More would lengthen a run without telling more. */
const MAX_NAMESAKES = 15

export interface Registering {
  /** What registers a test in this file: `test`, `it`, `t.test`. */
  call: string
  /** What a test's function is given; `''`: nothing, and it ends when it returns. */
  parameter: string
  /** Behind the body: what ends a test of its kind. */
  end: string
  /** What fails a test at once; a runner that does not catch ends with the first thing thrown. */
  fail(message: string): string
  /** Whether two tests may have one name. */
  namesakes: boolean
  /** Further checks, of assertions that are the test's own object. */
  checks(text: string): Check[]
}

/**
 * One line behind the file's own text, so that a type checker that is told to look away from the next line looks away from all of
 * it, and a reporter that shows code shows the halves of the marks only.
 */
export function plantJavascript(
  file: TestFile,
  seed: Seed,
  { registering, next }: { registering: Registering; next: () => number },
): { text: string; canaries: Canary[] } {
  const { text, path } = file
  const canaries: Canary[] = []
  const code: string[] = []
  const add = (what: string, write: (n: number) => string) => {
    const n = next()
    canaries.push({ what, mark: markOf(seed, n) })
    code.push(write(n))
  }
  const test = (name: string, body: string) => {
    const { call, parameter, end } = registering
    return `${call}(${name}, ${body.startsWith('async') ? 'async ' : ''}(${parameter}) => {${body.replace(/^async /, '')}${end}});`
  }
  const title = (n: number) => JSON.stringify(`${seed.name} ${n}`)
  const checks = [...checksIn(text, path), ...registering.checks(text), ...helperChecks(file.helpers ?? [])]
  for (const check of checks) add(check.what, (n) => test(title(n), bodyOf(check, n)))
  add('throw', (n) => test(title(n), registering.fail(`whole(${n})`)))
  add('throw later', (n) => test(title(n), `async await null; ${registering.fail(`whole(${n})`)}`))
  if (registering.namesakes)
    for (const name of titles(testFacts(path, text).cases))
      add(`a test called ${name}`, (n) => test(JSON.stringify(name), registering.fail(`whole(${n})`)))
  return { text: `\n// @ts-ignore\n;(() => { ${helpers(seed)} ${code.join(' ')} })();\n`, canaries }
}

function bodyOf(check: Check, n: number): string {
  if (check.notes) return `const M = whole(${n}); ${check.tries[0]};`
  return check.isAsync ? `async await mustLater(${n}, ${tries(check)});` : `must(${n}, ${tries(check)});`
}

function titles(cases: TestCase[]): string[] {
  return [...new Set(cases.map(({ name }) => name))]
    .filter((name) => /^[^\n\r`$\\]{1,120}$/.test(name))
    .slice(0, MAX_NAMESAKES)
}

function tries({ tries, isAsync }: Check): string {
  const wrapped = tries.map((each) => (isAsync ? `async () => ${each}` : `() => ${each}`))
  return `[${wrapped.join(', ')}]`
}

/** All of them must throw; the last one's error, with the mark in it, is what fails the test. */
function helpers({ halves }: Seed): string {
  return [
    `const K = ${JSON.stringify(halves)}.join('');`,
    "const whole = (n) => K + n + 'x';",
    `const marked = (n, e) => { const m = whole(n); try { e.stack = m + ' ' + e.stack; e.message = m + ' ' + e.message; } catch {} return e && String(e.message).includes(m) ? e : new Error(m); };`,
    'const must = (n, fs) => { let e; for (const f of fs) { let t = false; try { f(); } catch (x) { t = true; e = x; } if (!t) return; } throw marked(n, e); };',
    'const mustLater = async (n, fs) => { let e; for (const f of fs) { let t = false; try { await f(); } catch (x) { t = true; e = x; } if (!t) return; } throw marked(n, e); };',
  ].join(' ')
}

/** The lines of a file that import its runner and its assertions, for a file of its own beside it. */
export function importLines({ text, path }: TestFile, isOurs: (module: string) => boolean): string {
  const used = bindingsOf(text, path).filter(({ module }) => isOurs(module))
  const isRequired = !/^\s*import\s/m.test(text)
  const derived =
    text.match(/^(?:(?:const|let|var)\s+.*=\s*)?(?:require\(['"]chai['"]\)|chai)\b\.\w.*$/gm) ?? []
  const lines = used.map((binding) => (isRequired ? asRequire(binding) : asImport(binding)))
  const names = new Set(used.map(({ local }) => local))
  return [...lines, ...derived.filter((line) => ![...names].some((name) => declares(line, name)))].join('\n')
}

function declares(line: string, name: string): boolean {
  return new RegExp(`^(?:const|let|var)\\s+(?:\\{[^}]*\\b)?${name.replaceAll('$', '\\$')}\\b`).test(line)
}

function asRequire({ local, imported, module }: Binding): string {
  const member = imported === 'default' ? '' : `.${imported}`
  return `const ${local} = require(${JSON.stringify(module)})${member}`
}

function asImport({ local, imported, module }: Binding): string {
  const names =
    imported === '*'
      ? `* as ${local}`
      : imported === 'default'
        ? local
        : `{ ${imported === local ? local : `${imported} as ${local}`} }`
  return `import ${names} from ${JSON.stringify(module)}`
}

/** What registers a test, by what the file imports, else by what it calls. */
export function registrar(
  file: TestFile,
  modules: (module: string) => boolean,
  names: string[],
): string | null {
  const code = codeOnly(file.text, file.path)
  const bindings = bindingsOf(file.text, file.path)
  const own = bindings.filter(({ module }) => modules(module))
  const isCalled = (name: string) =>
    new RegExp(`(?<![\\w$.])${name.replaceAll(/[$.]/g, '\\$&')}\\s*[(.\`]`).test(code)
  for (const { local, imported } of own) {
    if (names.includes(imported) && isCalled(local)) return local
    if (imported === 'default' && isCalled(local)) {
      const member = names.find((name) => isCalled(`${local}.${name}`))
      return member ? `${local}.${member}` : local
    }
    if (imported === '*') {
      const member = names.find((name) => isCalled(`${local}.${name}`))
      if (member) return `${local}.${member}`
    }
  }
  if (own.length > 0 && own.every(({ imported }) => !names.includes(imported))) {
    const free = names.find(isCalled)
    return free ?? null
  }
  return names.find(isCalled) ?? null
}
