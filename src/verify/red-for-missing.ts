import { codeOnly } from './code-only.ts'
import { testFacts } from './test-facts.ts'

export interface ComparedTest {
  path: string
  /** As it was before the change; `null`: it is new. */
  before: string | null
  after: string
}

export interface RedRun {
  output: string
  /** How many tests failed; `null`: the runner does not tell. */
  failed: number | null
}

/**
 * A test may be loaded and yet only call what is not there yet. Of names that are missing, those that the run complains of, where
 * no test failed for anything else: each new test uses one of them, or no more failed than do. Empty: something else may be red.
 */
export function redForMissing(
  missing: string[],
  tests: ComparedTest[],
  { output, failed }: RedRun,
): string[] {
  const blamed = missing.filter((name) => isComplainedOf(name, output))
  if (blamed.length === 0) return []
  const bodies = tests.flatMap(newCases)
  const users = bodies.filter((body) => blamed.some((name) => word(name).test(body)))
  const areAll = users.length > 0 && users.length === bodies.length
  return areAll || (failed !== null && failed > 0 && failed <= users.length) ? blamed : []
}

/** The code of each test that the change brings or alters, from its name to the next one's. */
function newCases({ path, before, after }: ComparedTest): string[] {
  const old = new Set(casesOf(path, before ?? '').map(({ text }) => text))
  return casesOf(path, after).flatMap(({ text, code }) => (old.has(text) ? [] : [code]))
}

function casesOf(path: string, text: string): { text: string; code: string }[] {
  const [lines, code] = [text.split('\n'), codeOnly(text, path).split('\n')]
  const starts = testFacts(path, text).cases.map(({ line }) => line - 1)
  return starts.map((start, i) => {
    const part = (of: string[]) =>
      of
        .slice(start, starts[i + 1])
        .join('\n')
        .trim()
    return { text: part(lines), code: part(code) }
  })
}

/** What languages say of a name that is not there, before it and behind it. */
const BEFORE =
  'has no (?:exported )?(?:attribute|member)|undefined(?: method| local variable or method)?:?|cannot find (?:function|value|name|symbol|method)|no (?:function|method|field|attribute) named|export named|symbol:\\s+\\w+'
const BEHIND = 'is not (?:a function|a constructor|defined)'
const QUOTE = '[`\'"‘’]'
const COLOURS = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g')

function isComplainedOf(name: string, output: string): boolean {
  const text = output.replace(COLOURS, '')
  const plain = escaped(name)
  return (
    new RegExp(`(?:${BEFORE})\\s+${QUOTE}?(?:[\\w$]+\\.)*${plain}(?![\\w$])`, 'i').test(text) ||
    new RegExp(`(?<![\\w$])${plain}${QUOTE}?\\)?\\s+${BEHIND}`).test(text)
  )
}

function word(name: string): RegExp {
  return new RegExp(`(?<![\\w$])${escaped(name)}(?![\\w$])`)
}

function escaped(name: string): string {
  return name.replaceAll('$', '\\$')
}
