import { forEachChild, parse, type SyntaxNode } from 'unbash'
import { readerCommands } from '../../policy/reader-commands.ts'
import { textOf } from '../../shell/command-parts.ts'

/**
 * Whether a shell command is made only of the given ones (by their first words), joined by `&&`, `||`, `|`, `;` or a
 * new line. What is not understood, such as a substitution, a redirection or a background job, is not.
 */
export function onlyRuns(command: string, allowed: string[] = readerCommands): boolean {
  const parts = plainCommands(command)
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

/** Nobody types a longer one to have a look. */
const MAX_CHARS = 64 * 1024

/** The words of each simple command, or `null` if there is more to it than words. */
function plainCommands(command: string): string[][] | null {
  if (command.length > MAX_CHARS) return null
  const script = parse(command)
  if (script.errors !== undefined && script.errors.length > 0) return null
  const found: string[][] = []
  return isPlain(script, found) ? found : null
}

/** Of these alone a plain command is made. */
const PLAIN: ReadonlySet<SyntaxNode['type']> = new Set([
  ...(['Script', 'Statement', 'AndOr', 'Pipeline', 'Command', 'Word', 'Literal', 'Glob'] as const),
  ...(['SingleQuoted', 'DoubleQuoted', 'Redirect', 'FileDescriptor'] as const),
])

function isPlain(node: SyntaxNode, found: string[][]): boolean {
  if (!PLAIN.has(node.type) || (node.type === 'Statement' && node.background === true)) return false
  // A backslash says that there is more to it.
  const isWord = node.type === 'Literal' || (node.type === 'Word' && node.parts === undefined)
  if (isWord && node.text !== node.value) return false
  if (node.type === 'Redirect' && !isHarmless(node)) return false
  if (node.type === 'Command') {
    // A name in quotes, or behind a backslash, is one that somebody hid.
    if (node.name === undefined || node.name.text !== node.name.value) return false
    found.push([node.name, ...node.args].map(textOf))
  }
  let all = true
  forEachChild(node, (child) => {
    all &&= isPlain(child, found)
  })
  return all
}

/** What is said goes nowhere, or with the rest. */
function isHarmless({ operator, target }: SyntaxNode & { type: 'Redirect' }): boolean {
  return operator === '>&' ? target?.text === '1' : operator.includes('>') && target?.text === '/dev/null'
}
