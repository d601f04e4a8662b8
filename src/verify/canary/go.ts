import { baseName } from '../ecosystems/ecosystem.ts'
import { type Canary, type CanaryKind, markOf, type Seed, type TestFile } from './canary.ts'

/** What a method of `testing.T` is given, with the message `M`; the program goes on or ends the test, and tells of it. */
const METHODS: Record<string, string> = {
  Error: 't.Error(M)',
  Errorf: 't.Errorf("%s", M)',
  Fatal: 't.Fatal(M)',
  Fatalf: 't.Fatalf("%s", M)',
  Fail: 't.Log(M); t.Fail()',
  FailNow: 't.Log(M); t.FailNow()',
}

/** What testify's functions are given so that they must fail. */
const TESTIFY: Record<string, string[]> = {
  Equal: ['1, 2', 'M, "a"', '[]int{1}, []int{2}'],
  EqualValues: ['1, 2'],
  Exactly: ['1, 2'],
  NotEqual: ['1, 1'],
  True: ['false'],
  False: ['true'],
  Nil: ['1'],
  NotNil: ['nil'],
  NoError: ['wrong{}'],
  Error: ['nil'],
  ErrorIs: ['wrong{}, nil'],
  Empty: ['"a"'],
  NotEmpty: ['""'],
  Len: ['[]int{1}, 2'],
  Contains: ['"abc", "x"'],
  NotContains: ['"abc", "a"'],
  ElementsMatch: ['[]int{1}, []int{2}'],
  Greater: ['1, 2'],
  Less: ['2, 1'],
  Zero: ['1'],
  NotZero: ['0'],
  InDelta: ['1.0, 2.0, 0.1'],
  JSONEq: ['"1", "2"'],
  Panics: ['func() {}'],
  NotPanics: ['func() { panic("a") }'],
  Fail: ['"failed"'],
  FailNow: ['"failed"'],
}

/** Each canary is a function of its own: `t` ends its test, and what is imported cannot be added to. */
export function goKind(next: () => number): CanaryKind {
  return {
    id: 'go test',
    plant: (file, seed) => (file.path.endsWith('_test.go') ? plantGo(file, seed, next) : null),
    beside: ({ path, text }, { name }) => ({
      path: `${path.slice(0, path.length - baseName(path).length)}${name}_test.go`,
      head: headOf(text),
    }),
  }
}

/** What the project's own assertion tells has no mark, so the test adds it once it has failed. */
const TOLD = 'defer func() { if t.Failed() { t.Log(M) } }(); '

function plantGo({ text, helpers = [] }: TestFile, seed: Seed, next: () => number) {
  const testing = /^(?:import[ \t]+|[ \t]*)(?:(\w+)[ \t]+)?"testing"/m.exec(text)
  if (!testing) return null
  const canaries: Canary[] = []
  const lines: string[] = []
  const add = (what: string, statement: string) => {
    const n = next()
    canaries.push({ what, mark: markOf(seed, n) })
    const mark = `M := "${seed.halves[0]}" + "${seed.halves[1]}${n}x"`
    lines.push(
      `func Test_${seed.name}_${n}(t *${testing[1] ?? 'testing'}.T) { ${mark}; _ = M; ${statement} }`,
    )
  }
  for (const [verb, statement] of Object.entries(METHODS))
    if (new RegExp(`\\bt\\.${verb}\\(`).test(text) || verb === 'Error') add(`t.${verb}`, statement)
  for (const call of helpers) add(call, `${TOLD}${call}`)
  const wrong = `wrong_${seed.name}${canaries.length}${next()}`
  for (const library of ['assert', 'require'])
    if (new RegExp(`"[^"\\n]*testify[^"\\n]*/${library}"`).test(text))
      for (const [, verb = ''] of uses(text, library))
        if (Object.hasOwn(TESTIFY, verb))
          for (const args of TESTIFY[verb]!)
            add(
              `${library}.${verb}(${args})`,
              `${library}.${verb}(t, ${args.replace('wrong{}', `${wrong}{}`)}, M)`,
            )
  lines.push(`type ${wrong} struct{}`, `func (${wrong}) Error() string { return "wrong" }`)
  return { text: `\n${lines.join('\n')}\n`, canaries }
}

function uses(text: string, library: string): RegExpMatchArray[] {
  const all = [...text.matchAll(new RegExp(`\\b${library}\\.(\\w+)\\(\\s*\\w+\\s*,`, 'g'))]
  return [...new Map(all.map((match) => [match[1], match])).values()]
}

/** Only what the canaries use: an import that is not used is an error. */
function headOf(text: string): string {
  const name = /^package[ \t]+(\w+)/m.exec(text)?.[1] ?? 'main'
  const testify = [...text.matchAll(/"([^"\n]*testify[^"\n]*\/(assert|require))"/g)].filter(([, , library]) =>
    uses(text, library!).some(([, verb = '']) => Object.hasOwn(TESTIFY, verb)),
  )
  const testing = /^(?:import[ \t]+|[ \t]*)((?:\w+[ \t]+)?"testing")/m.exec(text)?.[1] ?? '"testing"'
  const imports = [testing, ...testify.map(([, path]) => `"${path}"`)]
  return `package ${name}\n\nimport (\n${imports.map((each) => `\t${each}\n`).join('')})\n`
}
