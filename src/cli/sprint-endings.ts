import type { Judged } from '../sprint/after-task.ts'
import type { TaskEnd } from '../sprint/history.ts'
import type { QueueTask } from '../sprint/queue.ts'
import { finishedEnding, type SprintEnding, type TaskView } from '../sprint/view.ts'

/** Why a sprint stops before its queue is worked through, and what a person does then. */

const GO_ON = 'wiggum sprint'

export function breakEnding({ failed, evidence }: { failed: TaskEnd[]; evidence: string[] }): SprintEnding {
  const ids = failed.map(({ task }) => task).join(', ')
  return {
    status: 'hard-break',
    exit: 22,
    over: true,
    reason: `Wiggum Break: ${failed.length} tasks in a row failed (${ids}), so the cause is hardly in one of them`,
    advice: [
      'Find what they share (the agent, the tests, the machine), set their status to "pending", then go on.',
    ],
    next: [...failed.map(({ run }) => `wiggum explain ${run}`), GO_ON],
    broken: { runs: failed.map(({ run }) => run), evidence },
  }
}

export function stopEnding({ stop, percent, quality }: Judged): SprintEnding | null {
  if (stop === null) return null
  if (stop === 'budget')
    return {
      status: 'budget',
      exit: 24,
      over: true,
      reason: `${(percent ?? 0).toFixed(1)} % of the budget is spent, and a task that is begun should be finished`,
      advice: ['Go on with a new budget.'],
      next: [`${GO_ON} --budget-usd <amount>`],
      broken: null,
    }
  return {
    status: 'degrading',
    exit: 21,
    over: true,
    reason: `the last task went worse than the first (${quality.join('; ')})`,
    advice: ['Look at the last reports, then go on if that is right.'],
    next: ['wiggum report', GO_ON],
    broken: null,
  }
}

/** As many as asked; its exit code is that of the tasks worked on, as if they were the whole queue. */
export function maxTasksEnding(worked: TaskView[]): SprintEnding {
  const { exit, reason, advice, next } = finishedEnding(worked)
  const count = `${worked.length} ${worked.length === 1 ? 'task was' : 'tasks were'} worked on, as asked`
  return {
    status: 'max-tasks',
    exit,
    over: false,
    reason: exit === 0 ? count : `${count}; ${reason}`,
    advice,
    next: exit === 0 ? [GO_ON] : next,
    broken: null,
  }
}

/** A signal, `wiggum stop`, or an agent that is not there: it is not the task's doing. */
export function stoppedEnding(task: QueueTask, exit: number): SprintEnding {
  return {
    status: 'stopped',
    exit,
    over: false,
    reason: `stopped at the task ${task.id}; its work is kept`,
    advice: [],
    next: [GO_ON],
    broken: null,
  }
}
