import { commandParts } from '../../shell/command-parts.ts'
import { operands } from '../destructive/delete.ts'
import { findPlaces, listedPlaces } from '../destructive/listing.ts'
import { resolvedPath } from '../destructive/paths.ts'
import { type Running, wordsAsText } from '../destructive/running.ts'
import type { FileLoss, Loss } from './loss.ts'

const REMOVERS = /^(?:rm|unlink|shred|srm|wipe|rimraf|trash|trash-put|del|del-cli|remove-item)$/i

/** Files that are removed or overwritten by programs that do nothing else. */
export function fileLosses(running: Running): Loss[] {
  const { words, empties } = running
  const emptied = lossOf(running, { how: 'overwrite', paths: empties, text: `> ${empties.join(' > ')}` })
  return [...emptied, ...fedTo(running, empties), ...(words.length > 0 ? byProgram(running) : [])]
}

function byProgram(running: Running): Loss[] {
  const { words } = running
  const [program = ''] = words
  if (REMOVERS.test(program)) {
    const named = operands(words).filter((word) => word !== '{}')
    return [...lossOf(running, { how: 'remove', paths: named }), ...fedTo(running, ['{}'])]
  }
  if (program === 'find' && words.includes('-delete'))
    return lossOf(running, { how: 'remove', paths: findPlaces(words), names: namesSought(words) })
  const overwritten = overwrites(words)
  const moved = program === 'mv' ? lossOf(running, { how: 'remove', paths: repositoriesIn(words) }) : []
  const given = EMPTIES_WHAT_IT_IS_GIVEN.test(program) ? ['{}'] : overwritten
  return [
    ...moved,
    ...lossOf(running, { how: 'overwrite', paths: overwritten }),
    ...fedTo(running, given),
    ...synced(running),
  ]
}

const EMPTIES_WHAT_IT_IS_GIVEN = /^(?:truncate|tee|sponge)$/

/** Files that a search or a list gives it, where one of these stands for them. */
function fedTo(running: Running, paths: string[]): Loss[] {
  const { fed } = running
  if (!fed || !paths.some((path) => /\{\}|\$/.test(path))) return []
  return lossOf(running, {
    how: 'remove',
    paths: fed.places,
    names: namesSought(fed.lister),
    text: fed.text,
  })
}

/** What it lists goes, by another command that reads the names. */
export function listedLosses(running: Running): Loss[] {
  const { words } = running
  if (!LISTS.test(words.join(' '))) return []
  return lossOf(running, { how: 'remove', paths: listedPlaces(running), names: namesSought(words) })
}

interface Lost {
  how: FileLoss['how']
  paths: string[]
  names?: string[]
  text?: string
}

function lossOf(running: Running, { how, paths, names = [], text }: Lost): Loss[] {
  if (paths.length === 0) return []
  const what = text ?? wordsAsText(running.words)
  const lists = paths.flatMap((path) => listedIn(path, running.cwd) ?? [])
  const named = { paths: paths.filter((path) => listedIn(path, running.cwd) === null), names }
  return [named, ...lists].flatMap((list) => {
    const whole = list.paths.flatMap(eachWord).map((path) => wholePattern(path, running.cwd))
    const known = whole.filter((path) => path !== null)
    return [
      ...(known.length > 0 ? [{ kind: 'files' as const, paths: known, how, names: list.names, what }] : []),
      ...(known.length < whole.length ? [{ kind: 'unknown' as const, how, what }] : []),
    ]
  })
}

/** A variable's value with a space in it is one name, or several: whether it stood in quotes is not known. */
function eachWord(path: string): string[] {
  const isSeveral = /\s/.test(path) && !/[$`]/.test(path)
  return isSeveral ? [path, ...path.split(/\s+/).filter((word) => word !== '')] : [path]
}

/** `rm $(git ls-files -o)`: files that a command names which is known to list some. */
function listedIn(path: string, cwd: string | null): { paths: string[]; names: string[] } | null {
  const [, one, other] = /^(?:\$\(([\s\S]*)\)|`([\s\S]*)`)$/.exec(path) ?? []
  const [lister] = commandParts(one ?? other ?? '')
  if (!lister || !LISTS.test(lister.words.join(' '))) return null
  return { paths: listedPlaces({ words: lister.words, cwd }), names: namesSought(lister.words) }
}

const LISTS =
  /^(?:ls|find|fd|grep|rg|echo|printf)\b|^git\b.*\s(?:ls-files|diff|status|grep|rev-parse --(?:git-dir|show-toplevel|absolute-git-dir))\b/

const AT_ROOT = /^(?:\$\(|`)git rev-parse --show-toplevel(?:\)|`)(?=\/)/

/** What a shell puts in there is not known, so that anything may stand there. */
function wholePattern(path: string, cwd: string | null): string | null {
  const plain = resolvedPath(path.replace(AT_ROOT, '/**').replace(EXTENDED, '*'), cwd)
  return plain === null ? null : plain.replace(/\$(?:\w+|\{[^}]*\}|\([^)]*\)|[@*])|`[^`]*`/g, '*')
}

/** `!(kept)`, `@(one|other)` */
const EXTENDED = /[!@+?*]\([^()]*\)/g

/** `-name '*.tmp'`: conditions on anything else are not looked at, so that more than these is seen. */
function namesSought(words: string[]): string[] {
  if (words[0] !== 'find' || words.some((word) => /^(?:-o|-or|!|-not)$/.test(word))) return []
  return words.flatMap((word, at) => (/^-i?name$/.test(words[at - 1] ?? '') ? [word] : []))
}

/** What is moved is still there, but for a repository: no git finds it under another name. */
function repositoriesIn(words: string[]): string[] {
  return operands(words)
    .slice(0, -1)
    .filter((word) => /(?:^|\/)\.git(?:\/|$)/.test(word))
}

function overwrites(words: string[]): string[] {
  const [program = '', ...args] = words
  const named = operands(words)
  const has = (flag: RegExp) => args.some((word) => flag.test(word))
  const option = (flag: RegExp) => args.flatMap((word, at) => (flag.test(args[at - 1] ?? '') ? [word] : []))
  switch (program) {
    case 'mv':
    case 'cp':
    case 'install':
      return has(/^(?:-\w*[nu]\w*|--no-clobber|--update)$/) ? [] : targets(words, named)
    case 'ln':
      return has(/^(?:-\w*f\w*|--force)$/) ? targets(words, named) : []
    case 'tee':
      return has(/^(?:-\w*a\w*|--append)$/) ? [] : named
    case 'truncate':
      return named.filter((name) => !/^[+<>/%-]?\d+[KMG]?$/.test(name))
    case 'sponge':
      return named
    case 'dd':
      return args.flatMap((word) => (word.startsWith('of=') ? [word.slice(3)] : []))
    case 'curl':
      return option(/^(?:-\w*o|--output)$/)
    case 'wget':
      return option(/^(?:-\w*O|--output-document)$/)
    default:
      return []
  }
}

/** The last name, or a file of the same name in the folder that the last name is. */
function targets(words: string[], named: string[]): string[] {
  const at = words.findIndex((word) => word === '-t' || word === '--target-directory')
  const into = at < 0 ? named.at(-1) : words[at + 1]
  const sources = at < 0 ? named.slice(0, -1) : named.filter((name) => name !== into)
  if (into === undefined || sources.length === 0) return []
  const inside = sources.map((source) => `${into}/${source.replace(/\/+$/, '').replace(/^.*\//, '')}`)
  return at < 0 ? [into, ...inside] : inside
}

/** A copy that removes what its source does not have. */
function synced(running: Running): Loss[] {
  const { words } = running
  if (words[0] !== 'rsync' || !words.some((word) => /^--delete/.test(word))) return []
  return lossOf(running, { how: 'remove', paths: operands(words).slice(-1) })
}
