import { type CommandPart, commandParts } from '../../shell/command-parts.ts'
import { programOf } from '../../shell/program.ts'
import { listedPlaces, printed } from './listing.ts'
import { resolvedPath } from './paths.ts'

/** One program that a command line starts, with all that is known of it without running anything. */
export interface Running {
  words: string[]
  /** `null`: not known. */
  cwd: string | null
  /** What stands in the line for its standard input. */
  input: string
  reads: string[]
  /** The programs before it in its pipeline. */
  piped: string[][]
  /** Files that are emptied before it begins. */
  empties: string[]
  /** Nothing waits for its end. */
  isBackground: boolean
  /** Where the files come from that it is given, if it is not the line that names them. */
  fed: { text: string; places: string[]; lister: string[] } | null
}

const MAX_DEPTH = 5

interface Shell {
  cwd: string | null
  depth: number
  /** Variables whose values the line sets. */
  known?: Map<string, string>
  /** Functions and aliases, with what runs where their names stand. */
  functions?: Map<string, string>
}

/** Sees through `sudo`, `sh -c`, `eval`, `trap`, `xargs`, `find -exec`, `$(…)`, functions and loops, and follows `cd`. */
export function runningIn(line: string, shell: Shell): Running[] {
  if (shell.depth > MAX_DEPTH) return []
  const reading = beginReading(shell)
  for (const part of commandParts(line)) {
    enter(reading, part.subshells)
    if (!part.isPiped) reading.piped = []
    const at = placeOf(reading)
    reading.found.push(...part.inner.flatMap((inner) => runningIn(inner, at)))
    if (part.defines) reading.functions.set(part.defines.name, part.defines.body)
    learn(reading.known, part.given)
    if (part.words[0] === 'cd' || part.words[0] === 'pushd')
      reading.cwd = movedTo(expandedAll(part.words, reading), reading.cwd)
    else for (const known of eachTurn(reading, part.loops)) runPart(part, known, reading)
    reading.piped = [...reading.piped, printing(part)]
  }
  // Whoever defines one means to run it: by a trap, say, or in a shell of its own.
  const bodies = [...reading.functions].filter(
    ([name]) => !reading.called.has(name) && !shell.functions?.has(name),
  )
  return [...reading.found, ...bodies.flatMap(([, body]) => runningIn(body, placeOf(reading)))]
}

/** What is known while a line is read from its beginning to its end. */
interface Reading {
  shell: Shell
  found: Running[]
  cwd: string | null
  known: Map<string, string>
  functions: Map<string, string>
  called: Set<string>
  piped: string[][]
  /** The subshells that are open, each with the folder that is come back to behind it. */
  open: { id: number; cwd: string | null }[]
}

function beginReading(shell: Shell): Reading {
  return {
    shell,
    found: [],
    cwd: shell.cwd,
    known: new Map(shell.known),
    functions: new Map(shell.functions),
    called: new Set(),
    piped: [],
    open: [],
  }
}

function placeOf({ shell, cwd, known, functions }: Reading): Shell {
  return { cwd, depth: shell.depth + 1, known, functions }
}

function enter(reading: Reading, subshells: number[]): void {
  while (reading.open.length > 0 && !subshells.includes(reading.open.at(-1)!.id))
    reading.cwd = reading.open.pop()!.cwd
  for (const id of subshells.slice(reading.open.length)) reading.open.push({ id, cwd: reading.cwd })
}

const MAX_TURNS = 32

/** What is known in each turn of the loops around a command. */
function eachTurn({ known, cwd }: Reading, loops: CommandPart['loops']): Map<string, string>[] {
  return loops.reduce(
    (turns, [name, words]) => {
      const values = words.flatMap((word) => takenApart(word, known, cwd))
      return turns
        .flatMap((turn) =>
          values.length === 0 ? [turn] : values.map((value) => new Map(turn).set(name, value)),
        )
        .slice(0, MAX_TURNS)
    },
    [known],
  )
}

/** A shell makes several words of a variable's value. */
function takenApart(word: string, known: Map<string, string>, cwd: string | null): string[] {
  const value = expanded(word, known, cwd)
  return value === word ? [word] : value.split(/\s+/).filter((each) => each !== '')
}

/** `cat <<END` gives on what stands in the line. */
function printing({ words, input }: CommandPart): string[] {
  return words.length === 1 && words[0] === 'cat' && input !== '' ? ['echo', input] : words
}

function runPart(part: CommandPart, known: Map<string, string>, reading: Reading): void {
  const words = programAndArguments(part.words, { known, cwd: reading.cwd })
  const [program = '', ...args] = words
  const body = reading.functions.get(program)
  if (program === 'alias') learnAliases(reading.functions, args)
  else if (body !== undefined) {
    reading.called.add(program)
    const within = placeOf({ ...reading, known: withArguments(known, args) })
    // A function that calls itself, or an alias of what it stands for, is itself the second time.
    within.functions?.delete(program)
    reading.found.push(
      ...runningIn(`${body}${isAlias(body) ? ` ${args.map(quoted).join(' ')}` : ''}`, within),
    )
  } else if (words.length + part.empties.length > 0) {
    const running = runningOf(part, {
      words,
      cwd: reading.cwd,
      piped: reading.piped,
      empties: expandedAll(part.empties, { known, cwd: reading.cwd }),
    })
    reading.found.push(
      ...seenThrough(running, { ...placeOf({ ...reading, known }), depth: reading.shell.depth }),
    )
  }
}

/** An alias is kept as the words it stands for; the body of a function is a block. */
function isAlias(body: string): boolean {
  return !/^\s*[{(]/.test(body)
}

function learnAliases(functions: Map<string, string>, args: string[]): void {
  for (const arg of args) {
    const [, name = '', value = ''] = /^([^=]+)=([\s\S]*)$/.exec(arg) ?? []
    if (value !== '') functions.set(name, value)
  }
}

function withArguments(known: Map<string, string>, args: string[]): Map<string, string> {
  const numbered = args.map((arg, at): [string, string] => [String(at + 1), arg])
  return new Map([...known, ...numbered, ...['@', '*'].map((all): [string, string] => [all, args.join(' ')])])
}

function quoted(word: string): string {
  return /^[^\s'"\\;|&()<>`]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}

type Known = Pick<Running, 'words' | 'cwd' | 'piped' | 'empties'>

function runningOf({ input, reads, isBackground }: CommandPart, known: Known): Running {
  return { ...known, input, reads, isBackground, fed: null }
}

function learn(known: Map<string, string>, given: string[]): void {
  const words = /^(?:export|local|declare|readonly|typeset)$/.test(given[0] ?? '') ? given.slice(1) : given
  if (words.some((word) => !/^[A-Za-z_]\w*=/.test(word))) return
  for (const word of words) {
    const [name = ''] = word.split('=', 1)
    const value = expanded(word.slice(name.length + 1), known, null)
    if (/[$`]/.test(value)) known.delete(name)
    else known.set(name, value)
  }
}

/** `$GIT reset`, `$COMMAND`: the program, and perhaps its first arguments, stand in a variable. */
function programAndArguments([first, ...rest]: string[], at: Pick<Reading, 'known' | 'cwd'>): string[] {
  if (first === undefined) return []
  const args = expandedAll(rest, at)
  const program = takenApart(first, at.known, at.cwd)
  return program[0] === first ? [first, ...args] : programOf([...program, ...args])
}

function expandedAll(words: string[], { known, cwd }: Pick<Reading, 'known' | 'cwd'>): string[] {
  return words.map((word) => expanded(word, known, cwd))
}

function expanded(word: string, known: Map<string, string>, cwd: string | null): string {
  if (!word.includes('$')) return word
  const here = cwd === null ? word : word.replace(/\$\(pwd\)|\$PWD\b|\$\{PWD\}/g, () => cwd)
  return here.replace(
    /\$(?:(\w+|[@*])|\{(\w+|[@*])(?::?[-?=+][^}]*)?\})/g,
    (as, a, b) => known.get(a ?? b) ?? ((a ?? b) === 'PWD' ? cwd : null) ?? as,
  )
}

function movedTo(words: string[], cwd: string | null): string | null {
  const [to = '~'] = words.slice(1).filter((word) => !/^-[LPe@]*$/.test(word) || word === '-')
  return to === '-' || words.includes('-') ? null : resolvedPath(to, cwd)
}

const SHELLS = /^(?:ba|z|da|k|a|fi)?sh$/
const SEARCHES = /^(?:find|fd)$/

export function seenThrough(running: Running, shell: Shell): Running[] {
  const [program = '', ...args] = running.words
  const again = (line: string) => runningIn(line, { ...shell, cwd: running.cwd, depth: shell.depth + 1 })
  const emptied = running.empties.length > 0 ? [{ ...running, words: [] }] : []
  if (SHELLS.test(program) || program === 'su')
    return [...emptied, ...again(scriptOf(running)).map((inner) => fedToo(inner, running))]
  if (program === 'eval' || program === 'watch') return [...emptied, ...again(args.map(output).join(' '))]
  if (program === 'trap') return again(args[0] === '--' ? (args[1] ?? '') : (args[0] ?? ''))
  if (program === 'source' || program === '.') return [running, ...again(scriptOf(running))]
  if (program === 'env' && /^(?:-S|--split-string)$/.test(args[0] ?? ''))
    return again(args.slice(1).join(' '))
  // What is left of `flock <file> -c <command>`.
  if (program === '-c') return again(args[0] ?? '')
  if (shell.depth >= MAX_DEPTH) return [running]
  if (program === 'xargs' || program === 'parallel')
    return [...emptied, ...fedBy(running, innerOfXargs(args), shell)]
  if (SEARCHES.test(program))
    return [running, ...innerOfFind(args).flatMap((inner) => fedBy(running, inner, shell))]
  return [running]
}

/** `-c`, else what stands in the line for its standard input. A script in a file is not seen. */
function scriptOf({ words, input, piped }: Running): string {
  const at = words.findIndex((word) => /^-[a-z]*c$/.test(word) || word === '--command')
  if (at > 0) return output(words[at + 1] ?? '')
  const from = words.find((word) => /^<\(/.test(word))
  return from ? output(from) : input || printed(piped)
}

/** What `$(cat <<END …)` and `<(echo …)` give to whoever runs it; any other text is itself. */
function output(word: string): string {
  const inner = /^(?:\$|<)\(([\s\S]*)\)$/.exec(word)?.[1]
  const parts = inner === undefined ? [] : commandParts(inner)
  const [only] = parts
  if (parts.length !== 1 || !only) return word
  return only.words[0] === 'cat' && only.input !== '' ? only.input : printed([only.words]) || word
}

/** `xargs -I{} sh -c 'rm {}'`, `find … -exec sh -c 'rm "$1"' _ {} ';'`: a command in there is given what its shell is. */
function fedToo(inner: Running, { fed }: Running): Running {
  const isGiven = [...inner.words, ...inner.empties].some((word) => /\{\}|\$/.test(word))
  return inner.fed === null && isGiven ? { ...inner, fed } : inner
}

function fedBy(running: Running, words: string[], shell: Shell): Running[] {
  const { cwd, piped } = running
  const isSearch = SEARCHES.test(running.words[0]!)
  const whole = isSearch ? [running.words] : [...piped, running.words]
  const lister = isSearch ? running.words : (piped[0] ?? [])
  const fed = {
    text: whole.map(wordsAsText).join(' | '),
    places: listedPlaces({ words: lister, cwd }),
    lister,
  }
  return seenThrough(
    { ...running, empties: [], words: programOf(words), fed },
    { ...shell, depth: shell.depth + 1 },
  )
}

/** Options of `xargs` that take the next word along. */
const XARGS_VALUE = /^(?:-[InPLdasEj]|--(?:max-(?:args|procs|chars)|delimiter|arg-file|jobs))$/

function innerOfXargs(args: string[]): string[] {
  let at = 0
  while (args[at]?.startsWith('-')) at += XARGS_VALUE.test(args[at]!) ? 2 : 1
  return args.slice(at)
}

const STARTS = /^(?:-exec|-execdir|-ok|-okdir|-x|-X|--exec|--exec-batch)$/

function innerOfFind(args: string[]): string[][] {
  const found: string[][] = []
  for (let at = 0; at < args.length; at++) {
    if (!STARTS.test(args[at]!)) continue
    const rest = args.slice(at + 1)
    const end = rest.findIndex((each) => each === ';' || each === '+')
    const inner = end < 0 ? rest : rest.slice(0, end)
    found.push(inner)
    at += inner.length
  }
  return found
}

/** Words as one would type them. */
export function wordsAsText(words: string[]): string {
  return words.map((word) => (/^[^\s'"\\;|&()<>`]+$/.test(word) ? word : JSON.stringify(word))).join(' ')
}
