import { oneLine } from '../report/words.ts'
import { afterTask } from '../sprint/after-task.ts'
import { mayGoOn } from '../sprint/exits.ts'
import { nextTask, settleBlocked } from '../sprint/next-task.ts'
import type { QueueTask } from '../sprint/queue.ts'
import { changeQueue } from '../sprint/queue-file.ts'
import { finishedEnding, type SprintEnding } from '../sprint/view.ts'
import type { Call } from './command.ts'
import { paint } from './paint.ts'
import { makeCheckpoint } from './sprint-checkpoint.ts'
import { closeSprint } from './sprint-close.ts'
import { breakEnding, maxTasksEnding, stopEnding, stoppedEnding } from './sprint-endings.ts'
import { openSprint, type Sprint } from './sprint-open.ts'
import { workTask } from './sprint-task.ts'
import { viewOf } from './sprint-view.ts'

/** Works a queue, one task after another, until nothing is left that can be worked on, or a boundary says stop. */
export async function workSprint(call: Call): Promise<number> {
  const sprint = await openSprint(call)
  try {
    const ending = await work(sprint)
    closeSprint(sprint, ending)
    return ending.exit
  } finally {
    sprint.release()
  }
}

async function work(sprint: Sprint): Promise<SprintEnding> {
  const tried = new Set<string>()
  for (;;) {
    const halt = await atBoundary(sprint)
    const tasks = await changeQueue(sprint.place, settleBlocked)
    const task = nextTask(tasks, tried)
    // Where nothing is left to do there is nothing to stop; a break is told all the same.
    if (halt && (task || halt.status === 'hard-break')) return halt
    if (!task) return finishedEnding(viewOf(sprint).tasks)
    if (tried.size >= sprint.maxTasks)
      return maxTasksEnding(viewOf(sprint).tasks.filter(({ task: { id } }) => tried.has(id)))
    tried.add(task.id)
    announce(sprint, task, tried.size)
    const exit = await workTask(sprint, task)
    if (!mayGoOn(exit)) return stoppedEnding(task, exit)
  }
}

/** Asked before every task, so that a crash after the last one loses nothing. */
async function atBoundary(sprint: Sprint): Promise<SprintEnding | null> {
  const boundary = afterTask(sprint.history(), sprint.policy, new Date().toISOString())
  if (boundary.do === 'go-on') return null
  if (boundary.do === 'break') return breakEnding(boundary)
  if (boundary.do === 'checkpoint') await makeCheckpoint(sprint, boundary)
  return stopEnding(boundary.judged)
}

function announce({ call }: Sprint, task: QueueTask, number: number): void {
  const words = `═══ sprint, task ${number}: ${task.id}: ${oneLine(task.task, 300)}`
  if (!call.json) call.out(`\n${paint('bold', words)}`)
}
