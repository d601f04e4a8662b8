import { asList } from '../agents/json-value.ts'
import { inputObject, newTexts, oldTexts } from './arguments.ts'
import { digestOf } from './digest.ts'
import type { EditLines } from './step.ts'

const MAX_CHARS = 64 * 1024
const COMMENT = /^(?:#|\/\/|\/\*|\*|"""|''')/
const GUARD = /^(?:\}?\s*(?:else\s+)?if\b|elif\b|try\b|except\b|\}?\s*catch\b|rescue\b|unless\b)/
const DEFINITION =
  /^(?:export\s+|async\s+|public\s+|private\s+|static\s+)*(?:def|class|function|func|fn)\s+\w/
const PRINT =
  /^(?:print|console\.(?:log|error)|System\.out\.print\w*|fmt\.Print\w*|println!?|puts|echo|dbg!)\s*[( ]/

/** What an edit adds and removes, by the call alone. `null`: the call does not say it. */
export function editLines(input: unknown): EditLines | null {
  const fresh = linesOf(newTexts(input))
  const old = linesOf(oldTexts(input))
  if (fresh.length + old.length === 0) return null
  const isPatch = /^(?:\*\*\* |--- |\+\+\+ |@@ )/.test(fresh[0] ?? '')
  const added = isPatch ? marked(fresh, '+') : without(fresh, old)
  const removed = isPatch ? marked(fresh, '-') : without(old, fresh)
  const count = (pattern: RegExp) => added.filter((line) => pattern.test(line)).length
  return {
    added: added.length,
    removed: removed.length,
    comments: count(COMMENT),
    guards: count(GUARD),
    prints: count(PRINT),
    definitions: count(DEFINITION),
  }
}

/** The same for edits at the same place of a file: by what is replaced, not by what is put there. */
export function editPlace(input: unknown, paths: string[]): string | null {
  const fields = inputObject(input)
  const parts = [fields, ...asList(fields.edits).map(inputObject)]
  const olds = parts.flatMap((part) => linesOf(oldTexts(part)).slice(0, 1))
  const line = fields.insert_line
  const where = olds.length > 0 ? olds.join('\n') : line === undefined ? '' : `line ${String(line)}`
  return paths.length === 0 ? null : digestOf(JSON.stringify([paths, where]))
}

function linesOf(texts: string[]): string[] {
  return texts
    .flatMap((text) => text.slice(0, MAX_CHARS).split('\n'))
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

function marked(lines: string[], mark: '+' | '-'): string[] {
  const isOne = (line: string) => line.startsWith(mark) && !line.startsWith(mark.repeat(3))
  return lines.filter(isOne).map((line) => line.slice(1).trim())
}

/** Lines of the one that the other has not, each as often as it is there. */
function without(lines: string[], others: string[]): string[] {
  const left = new Map<string, number>()
  for (const line of others) left.set(line, (left.get(line) ?? 0) + 1)
  return lines.filter((line) => {
    const times = left.get(line) ?? 0
    if (times > 0) left.set(line, times - 1)
    return times === 0
  })
}
