import type { Aim } from '../core/drift/aim.ts'
import type { Survey, SurveyedFile } from '../core/drift/survey.ts'
import { type TaskTerms, taskTerms } from '../core/drift/task-terms.ts'
import { patternWords } from '../policy/drift.ts'
import { type SourceFile, sourceFile, usesFile } from '../verify/file-links.ts'
import { isCode } from './file-kinds.ts'
import { meets, partsOf, type Vocabulary, vocabularyOf } from './vocabulary.ts'

const MAX_NAMES = 60
const MAX_MENTIONS = 30
const MAX_ANCHORS = 30
const MAX_LINKS = 20
const MAX_BETWEEN = 60
const TOKEN = /[\p{L}_$][\p{L}\p{N}_$]{2,59}/gu

/** One changed file; `null` where it is not there, or is no text. */
export interface TextChange {
  path: string
  before: string | null
  after: string | null
}

export interface World {
  aim: Aim
  /** All paths of the base. */
  paths: string[]
  /** The text of a file that was not changed. */
  read(path: string): Promise<string | null>
}

/** What a change is made of, set against what its task speaks of. */
export async function surveyChange(changes: TextChange[], { aim, paths, read }: World): Promise<Survey> {
  const terms = taskTerms(aim)
  const isTold = tellsOf(vocabularyOf(...terms.names, ...terms.words.flatMap(({ forms }) => forms)))
  const anchors = anchorsIn(paths, terms)
  const changed = new Set(changes.map(({ path }) => path))
  const sources = changes.map(({ path, before, after }) => sourceFile(path, after ?? before ?? ''))
  const beside: SourceFile[] = []
  for (const path of anchors) if (!changed.has(path)) beside.push(sourceFile(path, (await read(path)) ?? ''))
  const names = paths.join('\n').toLowerCase()
  const links = linksBetween(sources, [...sources, ...beside])
  const between = await usedBy(beside, paths, read)
  return {
    files: changes.map((change, at) => ({
      ...surveyed(change, isTold),
      links: (links.get(change.path) ?? []).slice(0, MAX_LINKS),
      behind: between.filter((file) => usesFile(file, sources[at]!)).map(({ path }) => path),
    })),
    anchors,
    patterns: patternWords.filter((word) => names.includes(word)),
  }
}

/** Files of code that the task names, or that are called by its telling words. */
function anchorsIn(paths: string[], terms: TaskTerms): string[] {
  const telling = vocabularyOf(...terms.words.flatMap(({ forms, weight }) => (weight === 1 ? forms : [])))
  const scored = paths.flatMap((path) => {
    const named = terms.paths.some((each) => path === each || path.endsWith(`/${each}`))
    const met = partsOf(path).filter((part) => meets(telling, part)).length
    return isCode(path) && (named || met > 0) ? [{ path, score: named ? 100 : met }] : []
  })
  return scored
    .sort((a, b) => b.score - a.score)
    .slice(0, MAX_ANCHORS)
    .map(({ path }) => path)
}

/** Whether the task speaks of it. Files share most of their words, so each is looked up once. */
function tellsOf(task: Vocabulary): (token: string) => boolean {
  const known = new Map<string, boolean>()
  return (token) => {
    const told = known.get(token) ?? partsOf(token).some((part) => meets(task, part))
    known.set(token, told)
    return told
  }
}

function surveyed(
  { path, before, after }: TextChange,
  isTold: (token: string) => boolean,
): Pick<SurveyedFile, 'path' | 'names' | 'mentions'> {
  const whole = tokensIn(`${before ?? ''}\n${after ?? ''}`)
  return {
    path,
    names: toldFirst(tokensIn(differences(before, after)), isTold).slice(0, MAX_NAMES),
    mentions: whole.filter(isTold).slice(0, MAX_MENTIONS),
  }
}

/** Lines that only one side has. Where they stand does not matter for what they speak of. */
function differences(before: string | null, after: string | null): string {
  const [old, fresh] = [linesOf(before), linesOf(after)]
  const [had, has] = [new Set(old), new Set(fresh)]
  return [...fresh.filter((line) => !had.has(line)), ...old.filter((line) => !has.has(line))].join('\n')
}

function linesOf(text: string | null): string[] {
  return text === null ? [] : text.split('\n').map((line) => line.trim())
}

/** Each once, the most frequent first. */
function tokensIn(text: string): string[] {
  const counts = new Map<string, number>()
  for (const [token] of text.matchAll(TOKEN)) counts.set(token, (counts.get(token) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1]).map(([token]) => token)
}

function toldFirst(tokens: string[], isTold: (token: string) => boolean): string[] {
  const told = new Set(tokens.filter(isTold))
  return [...told, ...tokens.filter((token) => !told.has(token))]
}

/** Who of the first uses, or is used by, whom of all. */
function linksBetween(changed: SourceFile[], all: SourceFile[]): Map<string, string[]> {
  return new Map(
    changed.map((file): [string, string[]] => {
      const linked = all.filter(
        (other) => other.path !== file.path && (usesFile(file, other) || usesFile(other, file)),
      )
      return [file.path, linked.map(({ path }) => path)]
    }),
  )
}

/** Files that these bring in. Their names are looked for first: a project may have more files than can be read. */
async function usedBy(users: SourceFile[], paths: string[], read: World['read']): Promise<SourceFile[]> {
  const words = new Set(users.flatMap(({ imports }) => imports.match(/[\w$-]+/g) ?? []))
  const likely = paths.filter((path) => isCode(path) && namesOf(path).some((name) => words.has(name)))
  const found: SourceFile[] = []
  for (const path of likely.slice(0, MAX_BETWEEN)) {
    const file = sourceFile(path, (await read(path)) ?? '')
    if (users.some((user) => user.path !== path && usesFile(user, file))) found.push(file)
  }
  return found
}

/** Whoever brings it in says its name, or its folder's. */
function namesOf(path: string): string[] {
  return path
    .split('/')
    .slice(-2)
    .map((part) => part.replace(/(?<=.)\.[^.]*$/, ''))
}
