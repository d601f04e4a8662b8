import { EXIT, Problem } from '../runtime/problem.ts'
import { openPlace } from '../runtime/project.ts'
import { refuseSecrets } from '../runtime/refuse-secrets.ts'
import { historyOf } from '../sprint/history.ts'
import { readSprintLog } from '../sprint/log.ts'
import { orderOf, settleBlocked } from '../sprint/next-task.ts'
import { sprintPlace } from '../sprint/place.ts'
import type { QueueTask } from '../sprint/queue.ts'
import { changeQueue, readQueue } from '../sprint/queue-file.ts'
import { tableLines } from '../sprint/table.ts'
import { ensureLayout } from '../store/layout.ts'
import { slugOf } from '../store/run-id.ts'
import { type Call, text, texts } from './command.ts'
import { taskView } from './sprint-view.ts'

/** `wiggum sprint add`: one task more at the end of the queue; the file is made if there is none. */
export async function addTask(call: Call): Promise<number> {
  const task = (call.args[1] ?? '').trim()
  if (!task)
    throw new Problem(EXIT.usage, 'The task is empty', 'Say what is to be done: wiggum sprint add "<task>".')
  for (const words of [task, ...texts(call, 'check'), text(call, 'id') ?? ''])
    refuseSecrets(words, 'The task')
  const { layout } = await openPlace(call.cwd)
  ensureLayout(layout)
  const place = sprintPlace(layout, call.cwd, text(call, 'queue'))
  let id = ''
  await changeQueue(
    place,
    (tasks) => {
      id = freeId(tasks, text(call, 'id') ?? slugOf(task))
      return [...tasks, { id, task, ...wishes(call) }]
    },
    { tasks: [], plain: false },
  )
  call.out(call.json ? JSON.stringify({ queue: place.queue, id, task }) : `Added ${id} to ${place.shown}.`)
  return EXIT.ok
}

function freeId(tasks: QueueTask[], wanted: string): string {
  const used = new Set(tasks.map(({ id }) => id))
  for (let n = 1; ; n++) {
    const id = n === 1 ? wanted : `${wanted}-${n}`
    if (!used.has(id)) return id
  }
}

/** Only what was said: an absent key has its default. */
function wishes(call: Call): Partial<QueueTask> {
  const [strategy, workflow] = [text(call, 'strategy'), text(call, 'workflow')]
  const [needs, check, files] = [texts(call, 'dependsOn'), texts(call, 'check'), texts(call, 'files')]
  return {
    ...(text(call, 'priority') === null ? {} : { priority: priorityOf(text(call, 'priority')!) }),
    ...(needs.length > 0 ? { depends_on: needs } : {}),
    ...(check.length > 0 ? { check } : {}),
    ...(files.length > 0 ? { files } : {}),
    ...(strategy ? { strategy } : {}),
    ...(workflow ? { workflow } : {}),
  }
}

function priorityOf(given: string): number {
  const priority = Number(given)
  if (given.trim() !== '' && Number.isFinite(priority)) return priority
  throw new Problem(EXIT.usage, `--priority must be a number, not "${given}"`, '')
}

/** `wiggum sprint list`: the queue as it is, with what the sprint under way knows of it. */
export async function listTasks(call: Call): Promise<number> {
  const { layout } = await openPlace(call.cwd)
  const place = sprintPlace(layout, call.cwd, call.args[1] ?? text(call, 'queue'))
  const { tasks } = readQueue(place)
  const left = historyOf(readSprintLog(place.log))?.left
  const views = tasks.map((task) => taskView(layout, task, left?.get(task.run ?? '') ?? null))
  if (call.json) call.out(JSON.stringify({ queue: place.queue, tasks }))
  else for (const line of tableLines(views)) call.out(line)
  return EXIT.ok
}

/** `--dry-run`: the order, if each task is done when its turn comes. Nothing is written. */
export async function showOrder(call: Call): Promise<number> {
  const { layout } = await openPlace(call.cwd)
  const place = sprintPlace(layout, call.cwd, call.args[0] ?? text(call, 'queue'))
  const { tasks } = readQueue(place)
  const order = orderOf(tasks)
  const blocked = settleBlocked(tasks).filter(({ status }) => status === 'blocked')
  if (call.json) {
    const ids = (all: QueueTask[]) => all.map(({ id }) => id)
    call.out(JSON.stringify({ queue: place.queue, order: ids(order), blocked: ids(blocked) }))
    return EXIT.ok
  }
  const views = [...order, ...blocked].map((task) => taskView(layout, task, null))
  if (views.length === 0) call.out('Nothing is left to do.')
  else for (const line of tableLines(views)) call.out(line)
  return EXIT.ok
}
