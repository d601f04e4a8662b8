import { designWords, fixWords } from '../policy/selection-words.ts'
import { cameToNothing } from './completed.ts'
import { chooseWorkflow } from './selection.ts'
import { proseOf, sayingOf, wordsOf } from './task-words.ts'

/** How tasks of one kind came out in this project, and all of them. */
export interface TaskHistory {
  kind: string
  done: number
  stuck: number
  of_all: { done: number; stuck: number }
}

interface Ended {
  task: string
  status: string
  exit_code: number
}

/** What sort of task it is, and how hard it looks: by its words alone, as strategy and workflow are chosen. */
export function taskKind(task: string, files: string[] = []): string {
  const text = wordsOf(proseOf(task))
  const sort = sayingOf(text, fixWords) ? 'fix' : sayingOf(text, designWords) ? 'redesign' : 'change'
  const { chosen } = chooseWorkflow({ task, files, flag: null, configured: 'auto' })
  return `${sort}, ${chosen}`
}

/** `null`: no task of the kind has ended yet in a way that tells. */
export function historyOf(kind: string, earlier: Ended[]): TaskHistory | null {
  const ends = earlier.flatMap((run) => {
    const stuck = cameToNothing(run)
    return stuck === null ? [] : [{ stuck, alike: taskKind(run.task) === kind }]
  })
  if (!ends.some(({ alike }) => alike)) return null
  const counted = (of: typeof ends) => {
    const stuck = of.filter((run) => run.stuck).length
    return { done: of.length - stuck, stuck }
  }
  return { kind, ...counted(ends.filter(({ alike }) => alike)), of_all: counted(ends) }
}

/** So many runs of the project's usual sort stand beside those of the kind: two that went wrong are no rule. */
const WEIGHT = 10
/** No history may outweigh what an agent does. */
const MOST = 1

/** By how much the kind of a task moves the odds (as their logarithm) that work on it gets stuck, against all tasks of the project. */
export function priorOf(history: TaskHistory | null): number {
  if (!history) return 0
  const { done, stuck, of_all: all } = history
  const usual = (all.stuck + 1) / (all.done + all.stuck + 2)
  const here = (stuck + WEIGHT * usual) / (done + stuck + WEIGHT)
  return Math.max(-MOST, Math.min(MOST, logit(here) - logit(usual)))
}

function logit(share: number): number {
  return Math.log(share / (1 - share))
}
