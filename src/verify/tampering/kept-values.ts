import { withoutComments } from '../code-only.ts'
import type { Assertion } from '../test-facts.ts'
import type { Case } from './finding.ts'

/** Whether each value that these assertions of a file compared with still stands in its code: in a table of cases, say. */
export async function areValuesKept(
  assertions: Assertion[],
  file: string,
  { base, head }: Pick<Case, 'base' | 'head'>,
): Promise<boolean> {
  const text = head.has(file) ? await head.read(file) : null
  if (text === null || assertions.length === 0) return false
  const lines = ((await base.read(file)) ?? '').split('\n')
  const present = new Set(valuesIn(withoutComments(text, file)))
  return assertions.every((assertion) => {
    const own = valuesIn(assertion.text)
    // `if got := Label(items); got != "2 items" {` stands above its `t.Fatalf`.
    const values = own.length > 0 ? own : valuesIn(lines[assertion.line - 2] ?? '')
    return values.length > 0 && values.every((value) => present.has(value))
  })
}

/** Numbers, and texts without their quotes; of a message that is formatted, only the numbers in it. */
function valuesIn(code: string): string[] {
  const plain = code.replace(/"[^"\n]*%[a-z][^"\n]*"/g, (message) => message.replace(/"|%[a-z]/g, ' '))
  const found = plain.match(/\d+(?:\.\d+)?|"[^"\n]*"|'[^'\n]*'|`[^`\n]*`/g) ?? []
  return found.map((each) => each.replace(/^["'`]|["'`]$/g, ''))
}
