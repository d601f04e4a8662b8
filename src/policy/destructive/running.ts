import { type CommandPart, commandParts, programOf } from '../../steps/command-line.ts'
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
  /** Where the files come from that it is given, if it is not the line that names them. */
  fed: { text: string; places: string[] } | null
}

const MAX_DEPTH = 5

interface Shell {
  cwd: string | null
  depth: number
}

/** Sees through `sudo`, `sh -c`, `eval`, `xargs`, `find -exec`, `$(…)`, and follows `cd`. */
export function runningIn(line: string, { cwd: start, depth }: Shell): Running[] {
  if (depth > MAX_DEPTH) return []
  const found: Running[] = []
  const outer: (string | null)[] = []
  const known = new Map<string, string>()
  let cwd = start
  let piped: string[][] = []
  for (const part of commandParts(line)) {
    for (const sign of part.joined) {
      if (sign === '(') outer.push(cwd)
      if (sign === ')') cwd = outer.pop() ?? null
    }
    if (!/^\|&?$/.test(part.joined)) piped = []
    found.push(...part.inner.flatMap((inner) => runningIn(inner, { cwd, depth: depth + 1 })))
    learn(known, part.given)
    const words = part.words.map((word) => expanded(word, known, cwd))
    if (words[0] === 'cd' || words[0] === 'pushd') cwd = movedTo(words, cwd)
    else if (words.length > 0) found.push(...seenThrough(runningOf(part, { words, cwd, piped }), depth))
    piped = [...piped, words]
  }
  return found
}

type Known = Pick<Running, 'words' | 'cwd' | 'piped'>

function runningOf({ input, reads }: CommandPart, known: Known): Running {
  return { ...known, input, reads, fed: null }
}

function learn(known: Map<string, string>, given: string[]): void {
  const words = given[0] === 'export' ? given.slice(1) : given
  if (words.some((word) => !/^[A-Za-z_]\w*=/.test(word))) return
  for (const word of words) {
    const [name = ''] = word.split('=', 1)
    const value = word.slice(name.length + 1)
    if (/[$`]/.test(value)) known.delete(name)
    else known.set(name, value)
  }
}

function expanded(word: string, known: Map<string, string>, cwd: string | null): string {
  if (!word.includes('$')) return word
  const here = cwd === null ? word : word.replace(/\$\(pwd\)|\$PWD\b|\$\{PWD\}/g, () => cwd)
  return here.replace(/\$(?:(\w+)|\{(\w+)\})/g, (as, a, b) => known.get(a ?? b) ?? as)
}

function movedTo(words: string[], cwd: string | null): string | null {
  const [to = '~'] = words.slice(1).filter((word) => !/^-[LPe@]*$/.test(word) || word === '-')
  return to === '-' || words.includes('-') ? null : resolvedPath(to, cwd)
}

const SHELLS = /^(?:ba|z|da|k|a|fi)?sh$/
const SEARCHES = /^(?:find|fd)$/

export function seenThrough(running: Running, depth: number): Running[] {
  const [program = '', ...args] = running.words
  const again = (line: string) => runningIn(line, { cwd: running.cwd, depth: depth + 1 })
  if (SHELLS.test(program) || program === 'su') return again(scriptOf(running))
  if (program === 'eval') return again(args.join(' '))
  if (depth >= MAX_DEPTH) return [running]
  if (program === 'xargs' || program === 'parallel') return fedBy(running, innerOfXargs(args), depth)
  if (SEARCHES.test(program))
    return [running, ...innerOfFind(args).flatMap((inner) => fedBy(running, inner, depth))]
  return [running]
}

/** `-c`, else what stands in the line for its standard input. A script in a file is not seen. */
function scriptOf({ words, input, piped }: Running): string {
  const at = words.findIndex((word) => /^-[a-z]*c$/.test(word) || word === '--command')
  if (at > 0) return words[at + 1] ?? ''
  return input || printed(piped)
}

function fedBy(running: Running, words: string[], depth: number): Running[] {
  const { cwd, piped } = running
  const isSearch = SEARCHES.test(running.words[0]!)
  const whole = isSearch ? [running.words] : [...piped, running.words]
  const lister = isSearch ? running.words : (piped[0] ?? [])
  const fed = { text: whole.map(wordsAsText).join(' | '), places: listedPlaces({ words: lister, cwd }) }
  return seenThrough({ ...running, words: programOf(words), fed }, depth + 1)
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
