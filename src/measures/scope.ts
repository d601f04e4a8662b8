import type { Plan } from '../core/measures.ts'
import { namedFiles } from '../core/task-words.ts'
import { isTestFile } from '../verify/test-files.ts'
import type { Base } from './base.ts'
import { isCode } from './file-kinds.ts'
import type { Message } from './message.ts'
import { isPath, pathsIn, type Resolve, referencesIn } from './references.ts'
import { meets, partsOf, vocabularyOf } from './vocabulary.ts'

const MAX_FILES = 100
/** The user asks for more files than there were. */
const DIVIDES =
  /\b(?:split\w*|extract\w*|refactor\w*|restructur\w*|reorgani[sz]\w*|modulari[sz]\w*|separat\w*|divid\w*|break\w* (?:up|down|apart)|mov(?:e|ing)|migrat\w*)\b/i

/** Files of code that a plan wants to change, by whether the task leads there. `null`: the task names no place. */
export async function scopeOf(message: Message, base: Base, resolve: Resolve): Promise<Plan['scope']> {
  const { task, taskFiles, contract } = message
  const named = namedFiles(task, taskFiles).map((file) => resolve(file) ?? file)
  const identifiers = [...referencesIn([task], resolve).names].filter(
    (name) => !isPath(name) && /^\w{3,}$/.test(name),
  )
  const anchors = await base.holds(identifiers)
  if (named.length === 0 && anchors.size === 0) return null
  const within: string[] = []
  const beyond: string[] = []
  const leadsTo = await leads({ named, anchors, message }, base)
  for (const file of plannedFiles(contract.files)) {
    const path = resolve(file) ?? file
    if (!isCode(path) || isTestFile(path)) continue
    ;((await leadsTo(path)) ? within : beyond).push(path)
  }
  return { within, beyond }
}

function plannedFiles(files: string[]): string[] {
  return pathsIn(files).slice(0, MAX_FILES)
}

interface Anchors {
  named: string[]
  anchors: Set<string>
  message: Message
}

/** Named, called like the task's words, speaking of what the task names, or spoken of by a file that it names. */
async function leads({ named, anchors, message }: Anchors, base: Base) {
  const task = vocabularyOf(message.task, message.taskFiles.join(' '))
  const sources = await Promise.all(named.slice(0, 20).map((path) => base.read(path)))
  const wanted = [...anchors, ...named.map(stemOf)].filter((word) => word.length > 2)
  const folders = DIVIDES.test(message.task) ? new Set(named.map(folderOf)) : new Set<string>()
  return async (path: string): Promise<boolean> => {
    if (named.includes(path) || partsOf(path).some((part) => meets(task, part))) return true
    if (!base.has(path)) return folders.has(folderOf(path))
    const text = (await base.read(path)) ?? ''
    const stem = stemOf(path)
    return (
      wanted.some((word) => text.includes(word)) ||
      (stem.length > 2 && sources.some((source) => source?.includes(stem)))
    )
  }
}

function stemOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1).split('.')[0] ?? ''
  return /^(?:index|main|mod|lib|utils?|__init__)$/.test(name) ? '' : name
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1)
}
