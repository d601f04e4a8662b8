import { meets, partsOf, type Vocabulary, vocabularyOf } from '../../measures/vocabulary.ts'
import { drift, genericWords, instructionWords, sameThing, wideTask } from '../../policy/drift.ts'
import { codeNames } from '../code-names.ts'
import { namedFiles } from '../task-words.ts'
import type { Aim } from './aim.ts'

/** What a task is about, for looking it up in a change. */
export interface TaskTerms {
  /** Paths as the task has them; a folder stands for all that is in it. */
  paths: string[]
  /** Names as they stand in code, in lower case. */
  names: string[]
  words: Term[]
}

interface Term {
  word: string
  /** The same in other words. */
  forms: string[]
  weight: number
}

const MAX_TERMS = 80
const LINK = /\bhttps?:\/\/\S+/g
/** `src/cart/` and `src/cart`: at least one slash, and no ending. */
const FOLDER = /(?<![\w./:-])(?:\.\/)?([\w@-]+(?:\/[\w@-]+)+)\/?(?![\w.-])/g

const SAYS_NOTHING = new Set(instructionWords.flatMap(partsOf))
const GENERIC = new Set(genericWords.flatMap(partsOf))
const ROWS = sameThing.map((row) => row.flatMap(partsOf))

export function taskTerms({ task, also, todos, files }: Aim): TaskTerms {
  const text = [task, ...also].join('\n').replaceAll(LINK, ' ')
  const own = wordsIn(text)
  const said = new Set(own)
  // A list of the agent's own counts as far as it comes from the task: else whoever drifts need only write it down.
  const related = todos.filter((todo) => wordsIn(todo).some((word) => said.has(word) && !GENERIC.has(word)))
  const all = [...new Set([...own, ...related.flatMap(wordsIn)])].slice(0, MAX_TERMS)
  return { paths: pathsIn(text, files), names: namesIn(text), words: weighed(all) }
}

/** Whether it says enough to hold anything against a change. Where a task means everything, nothing is off it. */
export function isTelling(terms: TaskTerms, task: string): boolean {
  const named = terms.paths.length + terms.names.length > 0
  const telling = terms.words.filter(({ word }) => !GENERIC.has(word)).length
  const enough = telling > 0 ? drift.tellingWords : drift.genericWords
  return !wideTask.test(task) && terms.words.length >= (named ? 1 : enough)
}

/** The words of the task that a text has. */
export function termsMet({ words }: TaskTerms, vocabulary: Vocabulary): Term[] {
  return words.filter(({ forms }) => forms.some((form) => meets(vocabulary, form)))
}

export function weightOf(terms: Term[]): number {
  return terms.reduce((sum, { weight }) => sum + weight, 0)
}

export function vocabularyIn(names: string[]): Vocabulary {
  return vocabularyOf(names.join(' '))
}

function wordsIn(text: string): string[] {
  return partsOf(text).filter((word) => word.length > 2 && !SAYS_NOTHING.has(word))
}

/** Words that all code has count less, where there are others. */
function weighed(words: string[]): Term[] {
  const telling = words.filter((word) => !GENERIC.has(word)).length
  return words.map((word) => {
    const forms = [...new Set([word, ...ROWS.filter((row) => row.includes(word)).flat()])]
    const less = GENERIC.has(word) && telling >= drift.tellingWords
    return { word, forms, weight: less ? drift.genericWeight : 1 }
  })
}

function pathsIn(text: string, files: string[]): string[] {
  const folders = [...text.matchAll(FOLDER)].map(([, path = '']) => path)
  return [...new Set([...namedFiles(text, files), ...folders])]
}

function namesIn(text: string): string[] {
  const found = codeNames(text).filter(({ shape }) => shape !== 'path')
  return [...new Set(found.flatMap(({ name }) => name.toLowerCase().split('.')))].filter(
    (name) => name.length > 2,
  )
}
