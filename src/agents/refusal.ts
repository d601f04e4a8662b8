import { DESTRUCTIVE, type Operation } from '../policy/destructive/operation.ts'
import { asList, asObject, asText, parseObject } from './json-value.ts'

/** How the hook tells the reader of the stream what it refused: it alone knows in which folder the shell was. */

const MARK = 'wiggum-refused: '

export function refusalLine(operations: Operation[]): string {
  return MARK + JSON.stringify({ operations })
}

/** The other end; `null`: that is no such line, or not all of it is understood. */
export function refusedIn(text: string): Operation[] | null {
  const last = text.trimEnd().split('\n').at(-1) ?? ''
  if (!last.startsWith(MARK)) return null
  const operations = asList(parseObject(last.slice(MARK.length))?.operations).map(operationOf)
  const known = operations.filter((each) => each !== null)
  return known.length > 0 && known.length === operations.length ? known : null
}

function operationOf(value: unknown): Operation | null {
  const given = asObject(value)
  const kind = DESTRUCTIVE.find((each) => each === given?.kind)
  const what = asText(given?.what)
  return kind === undefined || what === null ? null : { kind, what }
}
