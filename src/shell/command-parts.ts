import {
  type CommandArgument,
  type Function as FunctionNode,
  forEachChild,
  parse,
  type Redirection,
  type Command as SyntaxCommand,
  type SyntaxNode,
} from 'unbash'
import { programOf } from './program.ts'

/** One simple command of a shell text. It is read, never run. */
export interface CommandPart {
  /** Without quotes, wrappers (`sudo`, `npx`, `A=b`) and redirections; the program's name without its folder. */
  words: string[]
  /** As it stands there, wrappers and all; only the quotes are gone. */
  given: string[]
  /** What `>` and `>>` write to. */
  writes: string[]
  /** Those of them that are emptied first. */
  empties: string[]
  /** Files that `<` reads. */
  reads: string[]
  /** What a here-document or a here-string gives it. */
  input: string
  /** Commands whose output stands in its words. */
  inner: string[]
  /** It reads what the command before it prints. */
  isPiped: boolean
  /** Nothing waits for its end. */
  isBackground: boolean
  /** The subshells it stands in, from the outermost: a `cd` counts within its own. */
  subshells: number[]
  /** What a loop around it sets, each with the words it goes through. */
  loops: [name: string, words: string[]][]
  /** It is no command but a function, whose body runs where its name does. */
  defines: { name: string; body: string } | null
}

const MAX_CHARS = 512 * 1024
const MAX_COMMANDS = 1024
const MAX_WORDS = 256

/** Every simple command of it, in the order in which they stand. */
export function commandParts(text: string): CommandPart[] {
  const source = text.slice(0, MAX_CHARS)
  const reader: Reader = { source, found: [], subshells: 0 }
  read(parse(source), reader, AT_TOP)
  return reader.found
}

interface Reader {
  source: string
  found: CommandPart[]
  /** How many there were so far. */
  subshells: number
}

type Around = Pick<CommandPart, 'isPiped' | 'isBackground' | 'subshells' | 'loops' | 'input'>

const AT_TOP: Around = { isPiped: false, isBackground: false, subshells: [], loops: [], input: '' }

function read(node: SyntaxNode, reader: Reader, around: Around): void {
  if (reader.found.length >= MAX_COMMANDS) return
  reader.found.push(...ownParts(node, reader, around))
  for (const { child, change } of within(node, reader, around)) read(child, reader, { ...around, ...change })
}

function ownParts(node: SyntaxNode, reader: Reader, around: Around): CommandPart[] {
  switch (node.type) {
    case 'Command':
      return [partOf(node, around)]
    case 'Function':
      return [definition(node, reader, around)]
    case 'Redirected':
      return [redirectedPart(node, around)].filter(({ writes, reads, inner }) =>
        [writes, reads, inner].some((list) => list.length > 0),
      )
    // Of a word that is no command's, such as what a `case` looks at, only what runs in it counts.
    case 'Word':
    case 'Assignment': {
      const inner = substituted(node)
      return inner.length > 0 ? [{ ...emptyPart(around), inner }] : []
    }
    default:
      return []
  }
}

interface Inside {
  child: SyntaxNode
  /** What is different for it. */
  change: Partial<Around>
}

function within(node: SyntaxNode, reader: Reader, around: Around): Inside[] {
  switch (node.type) {
    case 'Command':
    case 'Function':
    case 'Word':
    case 'Assignment':
      return []
    case 'Redirected': {
      const { input } = redirectedPart(node, around)
      return [{ child: node.command, change: input === '' ? {} : { input } }]
    }
    case 'Statement': {
      const isBackground = around.isBackground || node.background === true
      return childrenOf(node, { isBackground, isPiped: false })
    }
    case 'Pipeline':
      return node.commands.map((child, at) => ({ child, change: { isPiped: at > 0 } }))
    case 'Coproc':
      return [{ child: node.body, change: { isBackground: true } }]
    case 'Subshell':
      return childrenOf(node, { subshells: [...around.subshells, ++reader.subshells] })
    case 'For':
    case 'Select': {
      const words = node.wordlist ?? []
      const loop: CommandPart['loops'][number] = [node.name.value, words.map(textOf)]
      const listed = words.map((child) => ({ child, change: {} }))
      return [...listed, { child: node.body, change: { loops: [...around.loops, loop] } }]
    }
    default:
      return childrenOf(node, {})
  }
}

function childrenOf(node: SyntaxNode, change: Partial<Around>): Inside[] {
  const found: Inside[] = []
  forEachChild(node, (child) => void found.push({ child, change }))
  return found
}

/** A whole block may be given its input, or have its output go to a file. */
function redirectedPart(node: SyntaxNode & { type: 'Redirected' }, around: Around): CommandPart {
  const part = emptyPart(around)
  redirect(part, node.redirects)
  return part
}

function definition(node: FunctionNode, { source }: Reader, around: Around): CommandPart {
  const body = source.slice(node.body.pos, node.body.end)
  return { ...emptyPart(around), defines: { name: node.name.value, body } }
}

function emptyPart(around: Around): CommandPart {
  const lists = { words: [], given: [], writes: [], empties: [], reads: [], inner: [] }
  return { ...around, ...lists, defines: null }
}

function partOf(command: SyntaxCommand, around: Around): CommandPart {
  const part = emptyPart(around)
  const set = command.prefix.flatMap((each) => (each.type === 'Assignment' ? [each] : []))
  const words: CommandArgument[] = [...set, ...(command.name ? [command.name] : []), ...command.args]
  for (const word of words.slice(0, MAX_WORDS)) {
    part.given.push(textOf(word))
    part.inner.push(...substituted(word))
  }
  redirect(part, command.redirects)
  part.words = programOf(part.given)
  return part
}

function redirect(part: CommandPart, redirects: readonly Redirection[]): void {
  for (const each of redirects) {
    part.inner.push(...substituted(each))
    if (each.type === 'HereDoc') part.input += each.body.text
    else if (each.target && each.type === 'HereString') part.input += each.target.value
    else if (each.target && each.type === 'Redirect') place(part, each.operator, each.target.value)
  }
}

function place(part: CommandPart, operator: string, target: string): void {
  const isChannel = operator.endsWith('&') && /^[\d-]+$/.test(target)
  if (isChannel || /^[<>]\(/.test(target)) return
  if (operator.startsWith('<')) return void part.reads.push(target)
  if (/^\/dev\//.test(target)) return
  part.writes.push(target)
  if (!operator.endsWith('>>')) part.empties.push(target)
}

export function textOf(word: CommandArgument): string {
  if (word.type === 'Word') return word.value
  const value = word.value.type === 'Word' ? word.value.value : word.text.slice(word.text.indexOf('=') + 1)
  return `${word.name}${word.append ? '+' : ''}=${value}`
}

/** `$(…)`, `` `…` `` and `<(…)`, but not between single quotes, where they are text. */
function substituted(node: SyntaxNode): string[] {
  if (node.type === 'CommandExpansion' || node.type === 'ProcessSubstitution') return [scriptText(node)]
  const found: string[] = []
  forEachChild(node, (child) => void found.push(...substituted(child)))
  return found
}

type Substitution = SyntaxNode & { type: 'CommandExpansion' | 'ProcessSubstitution' }

/** Between backticks the backslashes before others are gone once they are read. */
function scriptText({ text, script }: Substitution): string {
  return script?.source ?? (text.startsWith('`') ? text.slice(1, -1) : text.slice(2, -1))
}
