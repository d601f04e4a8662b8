import { resolvedPath } from '../destructive/paths.ts'
import { type Running, wordsAsText } from '../destructive/running.ts'
import type { FileLoss, Loss } from './loss.ts'

const INTERPRETERS =
  /^(?:python[\d.]*|pypy[\d.]*|node|nodejs|bun|deno|tsx|perl|ruby|php|lua[\d.]*|Rscript|pwsh)$/
const GIVES_CODE = /^(?:-[a-zA-Z]*[ceErp]|--eval|--print|eval)$/
/** `perl -e'…'`: the code stands in the same word. */
const WITH_CODE = /^(?:-[a-zA-Z]*?[ceErp]|--(?:eval|print)=)([\s\S]*[\s('"`;][\s\S]*)$/
/** Its code is its first operand. */
const AWK = /^[gmn]?awk$/

const REMOVES =
  /\b(?:unlink(?:Sync)?|rm(?:Sync|dirSync|tree|_rf|_r|_f)?|remove|removedirs|removeSync|emptyDir\w*|rmdir|File\.delete|FileUtils\.\w+)\b/
const OVERWRITES =
  /\b(?:writeFile(?:Sync)?|write_text|write_bytes|createWriteStream|truncate(?:Sync)?|ftruncate|rename(?:Sync)?|copyFile(?:Sync)?|file_put_contents|File\.write|Bun\.write|shutil\.(?:move|copy\w*)|os\.replace)\b|\bopen\s*\([^)]*['"][wx]b?\+?['"]|\bopen\b[^;]*['"]\+?>(?!>)|\bprintf?\b[^;}]*[^>]>(?!>)\s*"/
const STARTS =
  /\b(?:system|exec\w*|spawn\w*|popen|subprocess|check_(?:call|output)|Deno\.Command|shell_exec|passthru|qx)\b/

const HERE = /\bgetcwd\b|\bprocess\.cwd\b|\bDir\.pwd\b|\bPath\.cwd\b/

const LITERAL = /'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\$]|\\.)*)`/g
const LIST = /\[[^[\]]*\]/g

const MAX_CHARS = 64 * 1024
const MAX_LITERALS = 200

/** What a program that stands in the line throws away by what it names in quotes, and the commands that it starts. */
export function scriptLosses(running: Running): { losses: Loss[]; lines: string[] } {
  const code = codeOf(running)
  const [removes, overwrites] = [REMOVES.test(code), OVERWRITES.test(code)]
  const starts = STARTS.test(code)
  if (!removes && !overwrites && !starts) return { losses: [], lines: [] }
  const named = [...literalsIn(code), ...(HERE.test(code) ? ['.'] : [])]
  const losses = [
    ...(removes ? [lossOf(running, 'remove', named)] : []),
    ...(overwrites ? [lossOf(running, 'overwrite', named)] : []),
  ]
  return { losses: losses.flatMap((loss) => loss ?? []), lines: starts ? linesIn(code, named) : [] }
}

function codeOf({ words, input }: Running): string {
  const [program = '', ...args] = words
  if (AWK.test(program)) return args.filter((word) => !word.startsWith('-')).join('\n')
  if (!INTERPRETERS.test(program)) return ''
  const given = args.flatMap((word, at) =>
    GIVES_CODE.test(args[at - 1] ?? '') ? [word] : (WITH_CODE.exec(word)?.slice(1) ?? []),
  )
  return (given.length > 0 ? given.join('\n') : input).slice(0, MAX_CHARS)
}

function literalsIn(code: string): string[] {
  return [...code.matchAll(LITERAL)].slice(0, MAX_LITERALS).flatMap((match) => {
    const text = match[1] ?? match[2] ?? match[3] ?? ''
    return text === '' ? [] : [text]
  })
}

function lossOf({ words, cwd }: Running, how: FileLoss['how'], named: string[]): Loss | null {
  const paths = named.flatMap((name) => resolvedPath(name, cwd) ?? [])
  const what =
    wordsAsText(words.slice(0, 1)) + (how === 'remove' ? ' that removes files' : ' that writes files')
  return paths.length > 0 ? { kind: 'files', paths, how, names: [], what } : { kind: 'unknown', how, what }
}

/** Each text by itself, and the words of each list as one line. */
function linesIn(code: string, named: string[]): string[] {
  const lists = [...code.matchAll(LIST)].map(([list]) =>
    literalsIn(list)
      .map((word) => JSON.stringify(word))
      .join(' '),
  )
  // `spawn('git', ['reset', '--hard'])`
  const split = [...code.matchAll(/(['"`])([\w./-]+)\1\s*,\s*(\[[^[\]]*\])/g)].map(
    ([, , program = '', list = '']) =>
      `${program} ${literalsIn(list)
        .map((word) => JSON.stringify(word))
        .join(' ')}`,
  )
  return [...named.filter((text) => text.includes(' ')), ...lists, ...split]
}
