import { existsSync } from 'node:fs'
import { percentSpent } from '../core/budget.ts'
import { answerCommands } from '../report/answer-commands.ts'
import { nextTask } from '../sprint/next-task.ts'
import type { QueueTask } from '../sprint/queue.ts'
import { readQueue } from '../sprint/queue-file.ts'
import type { SprintEnding, SprintView, TaskView, Waits } from '../sprint/view.ts'
import type { Layout } from '../store/layout.ts'
import { loadRun } from './find-run.ts'
import { liveOwner } from './owner.ts'
import type { Sprint } from './sprint-open.ts'

/** The queue, the sprint's log and the logs of runs that are open, as one picture. */
export function viewOf(sprint: Pick<Sprint, 'project' | 'place' | 'policy' | 'history'>): SprintView {
  const history = sprint.history()
  const { tasks } = readQueue(sprint.place)
  return {
    queue: sprint.place.shown,
    at: new Date().toISOString(),
    tasks: tasks.map((task) =>
      taskView(sprint.project.layout, task, history.left.get(task.run ?? '') ?? null),
    ),
    history,
    budget: sprint.policy.budget,
    percent: percentSpent(history.spent, sprint.policy.budget)?.percent ?? null,
    next: nextTask(tasks),
    ending: null,
  }
}

export function taskView(layout: Layout, task: QueueTask, end: TaskView['end']): TaskView {
  const isOpen = task.status === 'in_progress' && task.run !== undefined
  return { task, end, waits: isOpen ? waitsFor(layout, task.run!) : null }
}

function waitsFor(layout: Layout, runId: string): Waits | null {
  if (!existsSync(layout.log(runId))) return null
  const owner = liveOwner(layout, runId)
  if (owner)
    return {
      question: `Process ${owner.pid} is working on it.`,
      command: `wiggum status ${runId}`,
    }
  const { state } = loadRun(layout, runId)
  const gate = Object.values(state?.gates ?? {}).find(({ answer }) => answer === null)
  if (!gate || state?.ended) return null
  return { question: gate.question, command: answerCommands(runId, gate.choices).line }
}

/** What `--json` prints last. */
export function resultOf(view: SprintView, ending: SprintEnding) {
  return {
    queue: view.queue,
    status: ending.status,
    exit_code: ending.exit,
    reason: ending.reason,
    advice: ending.advice,
    next: ending.next,
    spend: view.history.spent,
    budget: view.budget,
    checkpoints: view.history.checkpoints.length,
    tasks: view.tasks.map(({ task, end, waits }) => ({
      id: task.id,
      status: task.status ?? 'pending',
      run: task.run ?? null,
      exit_code: end?.exit ?? null,
      usd: end?.spend.usd ?? null,
      took_ms: end?.took_ms ?? null,
      waits: waits?.question ?? null,
    })),
  }
}
