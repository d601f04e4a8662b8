import { argumentsIn, operandsIn, type Takes } from './arguments.ts'
import { gitCall } from './git-call.ts'

interface Lister {
  words: string[]
  cwd: string | null
}

/** Where the files lie that the first program of a pipeline lists. Those behind it only pick among them. */
export function listedPlaces(lister: Lister): string[] {
  const places = namedBy(lister)
  // Names that are not seen are looked up from here.
  return places.length > 0 ? places : ['.']
}

const LS: Takes = { short: /[ITw]/, long: /^(?:ignore|hide|width|tabsize)$/ }

function namedBy({ words, cwd }: Lister): string[] {
  const [program = '', ...args] = words
  if (program === 'find') return findPlaces(words)
  if (program === 'fd') return fdPlaces(args)
  if (program === 'ls') return operandsIn(args, LS)
  if (program === 'grep' || program === 'rg') return grepPlaces(args)
  const dir = gitCall({ words, cwd })?.dir ?? null
  if (dir !== null) return [dir]
  return printed([words])
    .split(/\s+|\\[n0]/)
    .filter((name) => name !== '')
}

/** What `echo` or `printf` gives to the next in the pipeline. */
export function printed(piped: string[][]): string {
  const [program = '', ...words] = piped.at(-1) ?? []
  if (program !== 'echo' && program !== 'printf') return ''
  return words.filter((word) => !/^-[neE]+$/.test(word)).join(' ')
}

/** Where `find` starts to look: what stands before its first condition. */
export function findPlaces([, ...args]: string[]): string[] {
  const rest = args.filter((word) => !/^-[HLPE]$/.test(word))
  const end = rest.findIndex((word) => /^[-(!]/.test(word))
  const places = end < 0 ? rest : rest.slice(0, end)
  return places.length > 0 ? places : ['.']
}

const FD: Takes = {
  short: /[CdtxXeEScoj]/,
  long: /^(?:(?:max-|min-|exact-)?depth|type|extension|exclude|size|owner|color|threads|base-directory|search-path|changed-\w+|ignore-file|max-results)$/,
}

/** Its first operand is what it looks for. */
function fdPlaces(args: string[]): string[] {
  const end = args.findIndex((word) => /^(?:-[xX]|--exec(?:-batch)?)$/.test(word))
  const given = argumentsIn(end < 0 ? args : args.slice(0, end), FD)
  const named = given.flatMap((each) =>
    each.kind === 'option' && /^(?:C|base-directory|search-path)$/.test(each.name) ? [each.value] : [],
  )
  const operands = given.flatMap((each) => (each.kind === 'operand' ? [each.word] : []))
  return [...named, ...operands.slice(1)]
}

const GREP: Takes = {
  short: /[efABCmdDgj]/,
  long: /^(?:regexp|file|glob|include|exclude|exclude-dir|max-count|context|type|max-depth)$/,
}

/** Only with `-l` are files what it prints. */
function grepPlaces(args: string[]): string[] {
  const given = argumentsIn(args, GREP)
  const options = given.flatMap((each) => (each.kind === 'option' ? [each] : []))
  if (!options.some(({ name, flags }) => /[lL]/.test(flags) || /^files-with/.test(name))) return []
  const operands = given.flatMap((each) => (each.kind === 'operand' ? [each.word] : []))
  return options.some(({ name }) => /^(?:e|f|regexp|file)$/.test(name)) ? operands : operands.slice(1)
}
