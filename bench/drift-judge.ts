import { driftOf, suspectedDrift } from '../src/core/drift/drift-of.ts'
import { isTelling, taskTerms } from '../src/core/drift/task-terms.ts'
import type { Drift } from '../src/core/drift/weigh.ts'
import { surveyChange } from '../src/measures/survey-change.ts'
import { isTestFile } from '../src/verify/test-files.ts'
import type { Change, Pair } from './drift-pairs.ts'

interface Said {
  found: Drift | null
  /** Where nothing was found: a judge would be asked. */
  doubt: boolean
}

/** A pair, judged as a run would judge it. */
export async function judgePair({ task, changes, beside, todos }: Pair): Promise<Said> {
  const aim = { task, also: [], todos, files: [], places: [] }
  const terms = taskTerms(aim)
  if (!isTelling(terms, task)) return { found: null, doubt: false }
  const there = changes.filter(({ how }) => how !== 'added').map(({ path }) => path)
  const survey = await surveyChange(changes.map(textsOf), {
    aim,
    paths: [...there, ...Object.keys(beside)],
    read: async (path) => beside[path] ?? null,
  })
  const files = changes.map(fileOf)
  const found = driftOf(files, { aim, terms, survey })
  return { found, doubt: !found && suspectedDrift(files, { aim, terms, survey }) !== null }
}

function textsOf({ path, how, text, around }: Change) {
  const before = how === 'deleted' ? text : around
  const after = `${around}\n${text}`
  return { path, before: how === 'added' ? null : before, after: how === 'deleted' ? null : after }
}

function fileOf({ path, how, lines }: Change) {
  const gone = how === 'added' ? 0 : Math.floor(lines / 3)
  const added = how === 'deleted' ? 0 : lines - gone
  return { path, change: how, added, deleted: lines - added, test: isTestFile(path) }
}
