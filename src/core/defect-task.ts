import { defectWords, fixWords, untestedThings } from '../policy/selection-words.ts'
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
  // An error is named by an identifier, which is no prose.
  if (sayingOf(text, defectWords) !== null || sayingOf(wordsOf(task), ERRORS) !== null) return true
  return sayingOf(text, fixWords) !== null && !mendsWhatNoTestShows(text)
}

const ERRORS = defectWords.filter((words) => words.endsWith(' error'))

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
