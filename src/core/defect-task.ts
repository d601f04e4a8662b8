import {
  defectWords,
  errorWords,
  fixWords,
  nounVerbs,
  observations,
  reportWords,
  statementVerbs,
  untestedThings,
  workVerbs,
} from '../policy/selection-words.ts'
import { proseOf, sayingOf, wordsOf } from './task-words.ts'

/** How many words may stand between "fix" and what is fixed: "fix a few more misleading comments". */
const BETWEEN = 4
const CLOSE_BEFORE = 2

/**
 * Whether a task says that something does not work: then a change that no test shows may leave it so. A typo, a style, a type
 * and the like are mended, too, and no test shows them.
 */
export function asksForFix(task: string): boolean {
  const text = wordsOf(proseOf(task))
  const all = wordsOf(task)
  if (sayingOf(text, defectWords) !== null || sayingOf(all, reportWords) !== null) return true
  if (sayingOf(text, fixWords) !== null) return !mendsWhatNoTestShows(text)
  const [title = '', ...rest] = task.trim().split('\n')
  const isWork = asksForWork(title)
  // An error is named by an identifier, which is no prose.
  if (sayingOf(isWork ? wordsOf(rest.join('\n')) : all, errorWords) !== null) return true
  return !isWork && tellsWhatHappens(title)
}

/** "parse_duration() returns positive seconds": the title says what happens today, and asks for no work. */
function tellsWhatHappens(title: string): boolean {
  const text = startOf(title).replaceAll(CLAUSE, ' |')
  if (sayingOf(text, untestedThings) !== null) return false
  return sayingOf(text, isNoun(text) ? statementVerbs : [...statementVerbs, ...observations]) !== null
}

/** "Add …", "Show the …"; not "Filter drops rows", which begins with a noun. */
function asksForWork(title: string): boolean {
  if (WORK_TYPE.test(title)) return true
  const text = startOf(title)
  if (!workVerbs.some((verb) => text.startsWith(` ${verb} `))) return false
  return !isNoun(text) || DETERMINED.test(text) || !tellsWhatHappens(title)
}

function isNoun(text: string): boolean {
  return nounVerbs.some((verb) => text.startsWith(` ${verb} `))
}

function startOf(title: string): string {
  return wordsOf(proseOf(title.trim().replace(PREFIX, '')))
}

/** "docs(cli): ", as commits begin. */
const WORK_TYPE =
  /^\s*(?:feat|feature|docs|chore|test|tests|refactor|style|ci|build|perf)(?:\([^)]*\))?!?:\s/i
/** "cli: ", "[cart] ", "#42: " */
const PREFIX = /^(?:\[[^\]]*\]|#\d+:?|[\w./-]+(?:\([^)]*\))?!?:)\s+/
/** "a page that shows …" is a thing that is wanted; "… when it exceeds the limit" is no statement of its own. */
const CLAUSE = / (?:that|which|who|where|how|what|if|when|whether|while|until) [^|]*/g
const DETERMINED = /^ [a-z]+ (?:a|an|the|all|each|every|its|their|our|my|this|these|both|any|only|one|two) /

/** "fix the typo in …", "CI: fix …": one of the things that no test shows stands beside the first fix word. */
function mendsWhatNoTestShows(text: string): boolean {
  const words = text.trim().split(' ')
  const at = words.findIndex((word) => fixWords.includes(word))
  const after = words.slice(at + 1, at + 2 + BETWEEN)
  const end = after.indexOf('|')
  const before = words.slice(Math.max(0, at - CLOSE_BEFORE), at)
  const near = [...before, '|', ...(end === -1 ? after : after.slice(0, end))]
  return sayingOf(` ${near.join(' ')} `, untestedThings) !== null
}
