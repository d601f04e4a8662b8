import type { QueueTask } from './queue.ts'

/** What a sprint does next, out of the queue alone. */

/** Higher priority first, then the order of the file; only what depends on nothing unfinished. `tried`: not again now. */
export function nextTask(tasks: QueueTask[], tried: ReadonlySet<string> = new Set()): QueueTask | null {
  const done = new Set(tasks.filter(({ status }) => status === 'done').map(({ id }) => id))
  const ready = tasks.filter(
    (task) => isOpen(task) && !tried.has(task.id) && (task.depends_on ?? []).every((id) => done.has(id)),
  )
  return ready.toSorted(inOrder)[0] ?? null
}

/** What was begun is finished before anything new is begun. `toSorted` is stable: the file's order stays. */
function inOrder(a: QueueTask, b: QueueTask): number {
  const begun = Number(b.status === 'in_progress') - Number(a.status === 'in_progress')
  return begun || (b.priority ?? 0) - (a.priority ?? 0)
}

export function isOpen({ status = 'pending' }: QueueTask): boolean {
  return status === 'pending' || status === 'in_progress'
}

/** Below a failure everything is blocked; once the failure is gone, what it blocked is pending again, and nothing else. */
export function settleBlocked(tasks: QueueTask[]): QueueTask[] {
  const stuck = stuckBelow(tasks)
  return tasks.map((task) => {
    const { blocked_by: before, ...rest } = task
    const { status = 'pending' } = task
    const ours = status === 'pending' || (status === 'blocked' && before !== undefined)
    const cause = stuck.get(task.id)
    if (ours && cause !== undefined) return { ...rest, status: 'blocked', blocked_by: cause }
    if (before === undefined) return task
    return status === 'blocked' ? { ...rest, status: 'pending' } : rest
  })
}

/** Every task that waits, directly or not, for one that failed or that a person has blocked, with that one. */
function stuckBelow(tasks: QueueTask[]): Map<string, string> {
  const waiting = new Map<string, string[]>()
  for (const { id, depends_on = [] } of tasks)
    for (const name of depends_on) waiting.set(name, [...(waiting.get(name) ?? []), id])
  const roots = tasks.filter(
    ({ status, blocked_by }) => status === 'failed' || (status === 'blocked' && blocked_by === undefined),
  )
  const stuck = new Map<string, string>()
  const look = roots.map(({ id }) => ({ id, cause: id }))
  for (let at = look.pop(); at !== undefined; at = look.pop())
    for (const id of waiting.get(at.id) ?? [])
      if (!stuck.has(id)) {
        stuck.set(id, at.cause)
        look.push({ id, cause: at.cause })
      }
  return stuck
}

/** The whole order, if every task is done when its turn comes. */
export function orderOf(tasks: QueueTask[]): QueueTask[] {
  let left = settleBlocked(tasks)
  const order: QueueTask[] = []
  for (let next = nextTask(left); next !== null; next = nextTask(left)) {
    const { id } = next
    order.push(next)
    left = left.map((task) => (task.id === id ? { ...task, status: 'done' } : task))
  }
  return order
}
