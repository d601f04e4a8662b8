import { EXIT_DONE, EXIT_UNMERGED, EXIT_WAITING } from './exits.ts'
import type { SprintHistory, TaskEnd } from './history.ts'
import { isOpen } from './next-task.ts'
import type { QueueTask } from './queue.ts'

/** How a sprint stopped. Only with `over` is the next one a new sprint; else it goes on. */
export interface SprintEnding {
  status:
    | 'done'
    | 'left-over'
    | 'waiting'
    | 'unmerged'
    | 'max-tasks'
    | 'degrading'
    | 'budget'
    | 'hard-break'
    | 'stopped'
  exit: number
  over: boolean
  reason: string
  /** What a person does now: in sentences, and as commands. */
  advice: string[]
  next: string[]
  /** Of a hard break: the runs that led to it, and what the rule saw. */
  broken: { runs: string[]; evidence: string[] } | null
}

/** What a run waits for, and how that is answered. */
export interface Waits {
  question: string
  command: string
}

export interface TaskView {
  task: QueueTask
  /** How its run was last left, in this sprint. */
  end: TaskEnd | null
  waits: Waits | null
}

/** Everything that the table, the document and the JSON show. */
export interface SprintView {
  queue: string
  at: string
  tasks: TaskView[]
  history: SprintHistory
  budget: SprintHistory['budget']
  percent: number | null
  next: QueueTask | null
  ending: SprintEnding | null
}

const GO_ON = 'wiggum sprint'

/** With nothing left that could be worked on now. */
export function finishedEnding(tasks: TaskView[]): SprintEnding {
  const failed = tasks.filter(({ task }) => task.status === 'failed' || task.status === 'blocked')
  const open = tasks.filter(({ task }) => isOpen(task))
  const waiting = open.filter(({ waits, end }) => waits !== null || end?.exit === EXIT_WAITING)
  const unmerged = open.filter(({ end }) => end?.exit === EXIT_UNMERGED)
  const over = open.length === 0
  if (waiting.length > 0)
    return {
      status: 'waiting',
      exit: EXIT_WAITING,
      over,
      reason: `${counted(waiting.length, 'task waits', 'tasks wait')} for an answer`,
      advice: ['Answer, then go on.'],
      next: [...waiting.flatMap(({ waits }) => waits?.command ?? []), GO_ON],
      broken: null,
    }
  if (failed.length > 0)
    return {
      status: 'left-over',
      exit: 10,
      over,
      reason: `${counted(failed.length, 'task', 'tasks')} failed or blocked`,
      advice: ['Set the status of a failed task to "pending" to try it again; what it blocked follows.'],
      next: [...failed.flatMap(({ task }) => (task.run ? [`wiggum explain ${task.run}`] : [])), GO_ON],
      broken: null,
    }
  if (unmerged.length > 0 || open.length > 0)
    return {
      status: 'unmerged',
      exit: EXIT_UNMERGED,
      over,
      reason: `${counted(open.length, 'task is', 'tasks are')} not finished`,
      advice: ['Clear what keeps the work from landing, then go on.'],
      next: [...open.flatMap(({ task }) => (task.run ? [`wiggum explain ${task.run}`] : [])), GO_ON],
      broken: null,
    }
  return {
    status: 'done',
    exit: EXIT_DONE,
    over,
    reason: 'every task is done',
    advice: [],
    next: [],
    broken: null,
  }
}

function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`
}
