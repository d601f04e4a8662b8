import { baseName } from '../ecosystems/ecosystem.ts'
import { type Canary, type CanaryKind, markOf, OWN_TEST, type Seed, type TestFile } from './canary.ts'
import { ownPythonLiterals } from './own-literals.ts'

const ANY_TEST = /^[ \t]*(?:async[ \t]+)?def[ \t]+test\w*[ \t]*\(/m
const CASE = /^class[ \t]+(?=\w*Test|\w+[ \t]*\([^()\n]*Test)(\w+)[ \t]*\(([^()\n]+)\)[ \t]*:/gm

/** Statements with which `assert` must raise. `k` is the secret string. */
const PLAIN = [
  'assert 1 == 2',
  "assert k == 'a'",
  "assert [1, k] == [1, 'a']",
  "assert {'a': k} == {'a': 1}",
  'assert None',
  'assert k in []',
  'assert None is not None',
  'assert 2 < 1',
  'assert not k',
]

/** What a method of a test case is given so that it must raise. */
const METHODS: Record<string, string[]> = {
  assertEqual: ['1, 2', "k, 'a'", '[1], [k]', "{'a': 1}, {'a': k}", 'None, 1', '(1,), (2,)', '{1}, {2}'],
  assertEquals: ['1, 2'],
  assertNotEqual: ['1, 1', 'k, k'],
  assertTrue: ['False', '0', "''", 'None'],
  assertFalse: ['True', '1', 'k'],
  assertIs: ['1, k'],
  assertIsNot: ['k, k'],
  assertIsNone: ['1', 'k'],
  assertIsNotNone: ['None'],
  assertIn: ['3, [1, 2]', 'k, ""'],
  assertNotIn: ['1, [1, 2]'],
  assertIsInstance: ['1, str'],
  assertNotIsInstance: ['1, int'],
  assertRaises: ['ValueError, int, 1'],
  assertRaisesRegex: ['ValueError, "x", int, 1'],
  assertAlmostEqual: ['1, 2'],
  assertNotAlmostEqual: ['1, 1'],
  assertGreater: ['1, 2'],
  assertGreaterEqual: ['1, 2'],
  assertLess: ['2, 1'],
  assertLessEqual: ['2, 1'],
  assertRegex: ['"abc", "xyz"', 'k, "^$"'],
  assertNotRegex: ['"abc", "abc"'],
  assertCountEqual: ['[1], [2]'],
  assertListEqual: ['[1], [2]'],
  assertDictEqual: ['{1: 1}, {1: 2}'],
  assertTupleEqual: ['(1,), (2,)'],
  assertSetEqual: ['{1}, {2}'],
  assertSequenceEqual: ['[1], [2]'],
  assertMultiLineEqual: ['k, "a"'],
  fail: [''],
}

/** Those that any two values can be given to, so also the file's own. */
const COMPARES = new Set(['assertEqual', 'assertEquals'])

/** pytest's functions, and cases of unittest or of what is derived from it. */
export function pythonKind(next: () => number): CanaryKind {
  return {
    id: 'pytest, unittest',
    plant(file, seed) {
      if (!file.path.endsWith('.py') || baseName(file.path) === 'conftest.py') return null
      return ANY_TEST.test(file.text) ? plantPython(file, seed, next) : null
    },
    beside: ({ path, text }, { name }) => {
      const base = baseName(path)
      const folder = path.slice(0, path.length - base.length)
      return {
        path: `${folder}${base.endsWith('_test.py') ? `${name}_test.py` : `test_${name}.py`}`,
        head: (text.match(/^(?:import|from)[ \t]+(?:pytest|unittest|django\.test)\b.*$/gm) ?? [])
          .filter((line) => !/\($/.test(line))
          .join('\n'),
      }
    },
  }
}

interface Writing {
  seed: Seed
  canaries: Canary[]
  lines: string[]
  mark(what: string): number
}

function plantPython({ text, helpers: own = [], head }: TestFile, seed: Seed, next: () => number) {
  const canaries: Canary[] = []
  const mark = (what: string) => {
    const n = next()
    canaries.push({ what, mark: markOf(seed, n) })
    return n
  }
  const writing: Writing = { seed, canaries, lines: helpers(seed), mark }
  const cases = [...text.matchAll(CASE)]
    .map(([, name = '', bases = '']) => ({ name, bases }))
    .filter(({ bases }) => head === undefined || areImported(bases, head))
  const functions = /^(?:async[ \t]+)?def[ \t]+test/m.test(text) || cases.length === 0
  if (functions) plantFunctions(text, writing)
  for (const bases of new Set(cases.map((each) => each.bases))) plantCase(text, bases, writing)
  plantHelpers(own, cases[0]?.bases ?? null, writing)
  wrapOwn(text, writing)
  return { text: `\n\n${writing.lines.join('\n')}\n`, canaries }
}

/** Base classes that the file has of its own are not there in another one. */
function areImported(bases: string, head: string): boolean {
  const imported = new Set(head.match(/\w+/g))
  const names = bases.split(',').map((base) => base.replace(/^.*=/, '').trim())
  return names.every((name) => imported.has(/^\w*/.exec(name)![0]))
}

function helpers({ halves, name }: Seed): string[] {
  return [
    `def _${name}_whole(n):`,
    `    return ''.join(${JSON.stringify(halves)}) + str(n) + 'x'`,
    `def _${name}_must(n, calls):`,
    '    last = None',
    '    for call in calls:',
    '        try:',
    '            call()',
    '        except BaseException as error:',
    '            last = error',
    '        else:',
    '            return',
    '    try:',
    `        last.args = (_${name}_whole(n) + ' ' + str(last),)`,
    '    except Exception:',
    '        pass',
    `    raise last if _${name}_whole(n) in str(last) else AssertionError(_${name}_whole(n))`,
  ]
}

function plantFunctions(text: string, { seed: { name }, lines, mark }: Writing): void {
  const asserts = /(?<![\w.])assert\b(?=[\s(])/.test(text)
  if (asserts) {
    const n = mark('assert')
    lines.push(`def test_${name}_${n}():`, `    k = _${name}_whole(0)`)
    PLAIN.forEach((statement, i) => {
      lines.push(`    def c${i}():`, `        ${statement}`)
    })
    lines.push(`    _${name}_must(${n}, [${PLAIN.map((_, i) => `c${i}`).join(', ')}])`)
  }
  const raises = /(?<![\w.])((?:pytest\.)?raises)\s*\(/.exec(text)?.[1]
  if (raises) {
    const n = mark('pytest.raises')
    lines.push(
      `def test_${name}_${n}():`,
      '    def c0():',
      `        with ${raises}(ValueError):`,
      '            pass',
      `    _${name}_must(${n}, [c0])`,
    )
  }
  const n = mark('raise')
  lines.push(`def test_${name}_${n}():`, `    raise RuntimeError(_${name}_whole(${n}))`)
}

/** The same verbs on the same base classes as the file's own cases. */
function plantCase(text: string, bases: string, { seed: { name }, lines, mark }: Writing): void {
  const verbs = new Set([...text.matchAll(/\bself\.(assert\w+|fail)\s*\(/g)].map(([, verb]) => verb!))
  const own = [...verbs].filter((verb) => Object.hasOwn(METHODS, verb))
  const literals = ownPythonLiterals(text)
  const thrown = mark(`raise in ${bases.trim()}`)
  lines.push(
    `class Test${name}${thrown}(${bases}):`,
    `    def test_${thrown}(self):`,
    `        raise RuntimeError(_${name}_whole(${thrown}))`,
  )
  for (const verb of own) {
    const n = mark(`self.${verb} in ${bases.trim()}`)
    const values = COMPARES.has(verb) ? literals.map(({ other, literal }) => `${other}, ${literal}`) : []
    const calls = [...METHODS[verb]!, ...values].map((args) => `lambda: self.${verb}(${args})`)
    lines.push(
      `    def test_${n}(self):`,
      `        k = _${name}_whole(0)`,
      `        _${name}_must(${n}, [${calls.join(', ')}])`,
    )
  }
}

const UNLIKE = ['1, 2', "k, 'a'", '[1], [2]', "{'a': k}, {'a': 1}", 'True, False']

/** Whatever an assertion of the project's own compares, it has to tell some of these apart. */
function plantHelpers(
  helpers: string[],
  bases: string | null,
  { seed: { name }, lines, mark }: Writing,
): void {
  for (const helper of helpers) {
    const isMethod = helper.startsWith('self.')
    if (isMethod && bases === null) continue
    for (const args of UNLIKE) {
      const n = mark(`${helper}(${args})`)
      const body = [`k = _${name}_whole(0)`, `_${name}_must(${n}, [lambda: ${helper}(${args})])`]
      const test = isMethod
        ? [`class Test${name}${n}(${bases}):`, `    def test_${n}(self):`]
        : [`def test_${name}_${n}():`]
      lines.push(...test, ...body.map((line) => `${isMethod ? '        ' : '    '}${line}`))
    }
  }
}

/** More have one mark together. */
const MAX_NAMED = 40

/** Every test of the file's own, by its own name and with its own fixtures: it runs as ever, and then must fail. */
function wrapOwn(text: string, { seed: { name }, lines, mark }: Writing): void {
  const names = new Set(
    [...text.matchAll(/^[ \t]*(?:async[ \t]+)?def[ \t]+(test\w*)[ \t]*\(/gm)].map((match) => match[1]!),
  )
  const named = [...names]
    .slice(0, MAX_NAMED)
    .map((each) => `${JSON.stringify(each)}: ${mark(`${OWN_TEST}: ${each}`)}`)
  lines.push(
    `def _${name}_wrap(own):`,
    '    import functools, inspect',
    `    n = {${named.join(', ')}}.get(own.__name__, 0)`,
    '    def skips(error):',
    "        return type(error).__name__ in ('Skipped', 'SkipTest', 'XFailed')",
    '    if inspect.iscoroutinefunction(own):',
    '        @functools.wraps(own)',
    '        async def later(*args, **named):',
    '            try:',
    '                await own(*args, **named)',
    '            except BaseException as error:',
    '                if skips(error):',
    '                    raise',
    `            raise RuntimeError(_${name}_whole(n))`,
    '        return later',
    '    if inspect.isgeneratorfunction(own):',
    '        return own',
    '    @functools.wraps(own)',
    '    def now(*args, **named):',
    '        try:',
    '            own(*args, **named)',
    '        except BaseException as error:',
    '            if skips(error):',
    '                raise',
    `        raise RuntimeError(_${name}_whole(n))`,
    '    return now',
    `def _${name}_all():`,
    '    for key, value in list(globals().items()):',
    `        if '${name}' in key or getattr(value, '__module__', None) != __name__:`,
    '            continue',
    "        if key.startswith('test') and type(value).__name__ == 'function':",
    `            globals()[key] = _${name}_wrap(value)`,
    '        elif isinstance(value, type):',
    '            for method, own in list(vars(value).items()):',
    "                if method.startswith('test') and type(own).__name__ == 'function':",
    `                    setattr(value, method, _${name}_wrap(own))`,
    `_${name}_all()`,
  )
}
