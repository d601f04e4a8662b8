import { type CommandPart, commandParts } from '../shell/command-parts.ts'

/** A shell command line, taken apart far enough to tell what kind of step it is. */

export type SimpleCommand = Pick<CommandPart, 'words' | 'writes'>

/** Several questions are asked about one line in a row, so that the last answer is worth keeping. */
let last: { line: string; commands: readonly SimpleCommand[] } = { line: '', commands: [] }

export function simpleCommands(line: string): readonly SimpleCommand[] {
  if (line !== last.line) last = { line, commands: readCommands(unwrapped(line)) }
  return last.commands
}

/** A function that the line defines is one that it is likely to run. */
function readCommands(line: string, depth = 0): SimpleCommand[] {
  if (depth > MAX_DEPTH) return []
  return commandParts(line).flatMap(({ words, writes, defines }) => {
    if (defines) return readCommands(defines.body, depth + 1)
    return words.length + writes.length > 0 ? [{ words, writes }] : []
  })
}

const MAX_DEPTH = 4

/** `bash -lc '…'`, as some agents start every command, is that command. */
export function unwrapped(line: string): string {
  const match = /^\s*(?:\/\S*\/)?(?:ba|z|da)?sh\s+-l?i?c\s+(['"]?)([\s\S]*)\1\s*$/.exec(line)
  if (!match || match[2] === '') return line
  const inner = match[2]!
  if (match[1] === "'") return inner.replaceAll(`'\\''`, "'").replaceAll(`'"'"'`, "'")
  return match[1] === '"' ? inner.replace(/\\(["\\$`])/g, '$1') : inner
}
