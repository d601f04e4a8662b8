import { readerCommands } from '../../policy/reader-commands.ts'

const HARMLESS_REDIRECTION = /\s(?:2>&1|[12&]?>\s?\/dev\/null)(?=\s|$|[|;&])/g

/**
 * Whether a shell command is made only of the given ones (by their first words), joined by `&&`, `||`, `|`, `;` or a
 * new line. What is not understood, such as a substitution, a redirection or a background job, is not.
 */
export function onlyRuns(command: string, allowed: string[] = readerCommands): boolean {
  const parts = splitCommand(command.replace(HARMLESS_REDIRECTION, ' '))
  const beginnings = allowed.map((each) => each.split(' '))
  const isAllowed = (words: string[]) => beginsWithOne(words, beginnings) && !goesFurther(words)
  return parts !== null && parts.length > 0 && parts.every(isAllowed)
}

/** Options by which a command that looks writes a file or starts a program. */
const FURTHER = /^--(output|pre|open-files-in-pager|ext-diff|textconv)(=|$)|^-O/
const SED_PRINTS = /^[\d,$]+p$/

function goesFurther(words: string[]): boolean {
  if (words[0] === 'sed')
    return !SED_PRINTS.test(words[2] ?? '') || words.slice(2).some((word) => word.startsWith('-'))
  return words.some((word) => FURTHER.test(word))
}

function beginsWithOne(words: string[], beginnings: string[][]): boolean {
  return beginnings.some((beginning) => beginning.every((word, index) => words[index] === word))
}

const SEPARATORS = ['&&', '||', '|', ';', '\n']
const PLAIN = /[\w@%+=:,./~^*?[\]!#-]/

/** The words of each simple command, or `null` if there is more to it than words. */
function splitCommand(command: string): string[][] | null {
  const parts: string[][] = [[]]
  let word: string | null = null
  const endWord = () => {
    if (word !== null) parts.at(-1)?.push(word)
    word = null
  }
  for (let at = 0; at < command.length; ) {
    const separator = SEPARATORS.find((each) => command.startsWith(each, at))
    if (separator !== undefined) {
      endWord()
      parts.push([])
      at += separator.length
      continue
    }
    const piece = nextPiece(command, at)
    if (piece === null) return null
    if (piece.text === null) endWord()
    else word = (word ?? '') + piece.text
    at = piece.end
  }
  endWord()
  return parts.filter((words) => words.length > 0)
}

/** The next bit of a word; its text is `null` for a blank. The whole is `null` if it is none of these. */
function nextPiece(command: string, at: number): { text: string | null; end: number } | null {
  const first = command[at] ?? ''
  if (first === ' ' || first === '\t') return { text: null, end: at + 1 }
  if (first === "'" || first === '"') {
    const close = command.indexOf(first, at + 1)
    const inside = command.slice(at + 1, close)
    const isPlain = close > 0 && (first === "'" || !/[`$]|\\$/.test(inside))
    return isPlain ? { text: inside, end: close + 1 } : null
  }
  return PLAIN.test(first) ? { text: first, end: at + 1 } : null
}
