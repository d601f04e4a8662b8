import { existsSync } from 'node:fs'
import { msBetween } from '../core/decide/instants.ts'
import type { RunState } from '../core/state.ts'
import { afterEnd } from '../runtime/perform/finish.ts'
import { EXIT, Problem } from '../runtime/problem.ts'
import { placeOf, reopenRun } from '../runtime/reopen-run.ts'
import { EXIT_DONE, EXIT_WAITING, isFailure, mayGoOn, statusAfter } from '../sprint/exits.ts'
import { settleBlocked } from '../sprint/next-task.ts'
import type { QueueTask } from '../sprint/queue.ts'
import { changeQueue, readQueue } from '../sprint/queue-file.ts'
import { sameEnd } from '../sprint/same-end.ts'
import { taskQuality, taskSpend } from '../sprint/task-quality.ts'
import { beginRun } from './begin-run.ts'
import { continueRun } from './continue-run.ts'
import { listRuns, loadRun } from './find-run.ts'
import { liveOwner } from './owner.ts'
import { type Left, taskCall } from './sprint-call.ts'
import type { Sprint } from './sprint-open.ts'

/** Carries one task as far as it goes, as an ordinary run, and says that run's exit code. */
export async function workTask(sprint: Sprint, task: QueueTask): Promise<number> {
  const begun = begunRun(sprint, task)
  const { runId, exit } = begun ? await goOn(sprint, task, begun) : await start(sprint, task)
  sprint.failpoints.hit('sprint:ended')
  if (mayGoOn(exit)) noteEnd(sprint, task, { runId, exit })
  sprint.failpoints.hit('sprint:noted')
  await mark(sprint, task.id, { status: statusAfter(exit), run: runId })
  sprint.failpoints.hit('sprint:marked')
  return exit
}

interface Went {
  runId: string
  exit: number
}

/** The intent is on the disk before the run exists, and the run's id before anything is done in it. */
async function start(sprint: Sprint, task: QueueTask): Promise<Went> {
  sprint.record({ type: 'task.start', data: { task: task.id } })
  await mark(sprint, task.id, { status: 'in_progress', run: null })
  sprint.failpoints.hit('sprint:begun')
  const run = await beginRun(taskCall(sprint.call, task, leftOf(sprint)), false).catch(async (error) => {
    await mark(sprint, task.id, { status: 'pending', run: null })
    throw error
  })
  sprint.failpoints.hit('sprint:started')
  await mark(sprint, task.id, { status: 'in_progress', run: run.runId })
  sprint.failpoints.hit('sprint:linked')
  return { runId: run.runId, exit: await run.carry() }
}

/** All tasks share the budget: each run gets what is left of it. */
function leftOf({ history, policy: { budget } }: Sprint): Left {
  const { spent } = history()
  return {
    usd: budget.usd === null ? null : Math.max(0.0001, budget.usd - spent.usd),
    tokens: budget.tokens === null ? null : Math.max(1, Math.floor(budget.tokens - spent.tokens)),
  }
}

/** A run that this task has begun already: the queue names it, or a crash came between its start and that. */
function begunRun(sprint: Sprint, task: QueueTask): RunState | null {
  const { layout } = sprint.project
  const runId = task.status === 'in_progress' ? (task.run ?? orphanOf(sprint, task)) : null
  if (runId === null || !existsSync(layout.log(runId))) return null
  const { state, read } = loadRun(layout, runId)
  if (state) return state.start ? state : null
  const where = read.ok ? '' : `: line ${read.line}, ${read.problem}`
  throw new Problem(EXIT.environment, `The log of ${runId} cannot be read${where}`, '')
}

function orphanOf({ project, place, history }: Sprint, task: QueueTask): string | null {
  const since = history().begun.get(task.id)
  const claimed = new Set(readQueue(place).tasks.map(({ run }) => run))
  const own = listRuns(project.layout).filter(
    ({ runId, state }) =>
      since !== undefined &&
      !claimed.has(runId) &&
      state?.start?.task === task.task &&
      (state.startedAt ?? '') >= since,
  )
  return own.at(-1)?.runId ?? null
}

/** What has ended stays ended; anything else goes on where its log stops. */
async function goOn(sprint: Sprint, task: QueueTask, state: RunState): Promise<Went> {
  const { call, project } = sprint
  const { runId, ended } = state
  await mark(sprint, task.id, { status: 'in_progress', run: runId })
  if (liveOwner(project.layout, runId)) return { runId, exit: EXIT_WAITING }
  if (!ended || (ended.exit_code !== EXIT_DONE && !isFailure(ended.exit_code)))
    return { runId, exit: await continueRun({ ...call, options: {} }, runId, false) }
  const run = await reopenRun(placeOf(project), runId, { env: call.env, listeners: [] })
  await afterEnd(run.context).finally(() => {
    run.context.journal.close()
    run.release()
  })
  return { runId, exit: ended.exit_code }
}

/** Once for an ending: a crash may have come between this and the queue. */
function noteEnd({ project, history, record }: Sprint, task: QueueTask, { runId, exit }: Went): void {
  const { state } = loadRun(project.layout, runId)
  if (!state) return
  const spend = taskSpend(state)
  const took = msBetween(state.startedAt, state.endedAt ?? state.lastAt)
  if (sameEnd(history().left.get(runId), { exit, ...spend })) return
  const gate = Object.values(state.gates).find(({ answer }) => answer === null)
  record({
    type: 'task.end',
    data: {
      task: task.id,
      run: runId,
      exit,
      reason: state.ended?.reason ?? gate?.question ?? '',
      quality: taskQuality(state),
      ...spend,
      took_ms: took,
    },
  })
}

type Mark = { status: NonNullable<QueueTask['status']>; run: string | null }

/** A task that was taken out of the queue meanwhile stays out. */
async function mark({ place }: Sprint, id: string, { status, run }: Mark): Promise<void> {
  await changeQueue(place, (tasks) =>
    settleBlocked(
      tasks.map((task) => {
        if (task.id !== id) return task
        const { run: _, ...rest } = task
        return { ...rest, status, ...(run === null ? {} : { run }) }
      }),
    ),
  )
}
