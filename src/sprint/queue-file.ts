import { readFileSync } from 'node:fs'
import { EXIT, Problem } from '../runtime/problem.ts'
import { errorCode, whyOf } from '../store/environment-error.ts'
import { writeAtomic } from '../store/files.ts'
import { waitLock } from '../store/lock.ts'
import type { SprintPlace } from './place.ts'
import { parseQueue, type Queue, type QueueTask, queueText } from './queue.ts'

/** Reads it anew each time: a person may add tasks while a sprint goes on. */
export function readQueue({ queue, shown }: SprintPlace): Queue {
  const parsed = parseQueue(textOf(queue, shown), shown)
  if (parsed.ok) return parsed.queue
  throw new Problem(EXIT.usage, parsed.message, 'Correct it and try again; nothing was changed.')
}

/** Changes what is in the file now, not what was read some time ago. */
export async function changeQueue(
  place: SprintPlace,
  change: (tasks: QueueTask[]) => QueueTask[],
  whenMissing: Queue | null = null,
): Promise<QueueTask[]> {
  const lock = await waitLock(place.queueLock, {})
  try {
    const queue = whenMissing && !exists(place.queue) ? whenMissing : readQueue(place)
    const tasks = change(queue.tasks)
    const text = queueText({ ...queue, tasks })
    const parsed = parseQueue(text, place.shown)
    if (!parsed.ok) throw new Problem(EXIT.usage, parsed.message, 'Nothing was changed.')
    if (text !== queueText(queue) || queue === whenMissing) writeAtomic(place.queue, Buffer.from(text))
    return tasks
  } finally {
    lock.release()
  }
}

function exists(path: string): boolean {
  try {
    readFileSync(path)
    return true
  } catch (error) {
    return errorCode(error) !== 'ENOENT'
  }
}

function textOf(path: string, shown: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    if (errorCode(cause) === 'ENOENT')
      throw new Problem(
        EXIT.usage,
        `There is no queue at ${shown}`,
        'Add a task: wiggum sprint add "<task>".',
      )
    throw new Problem(EXIT.usage, `The queue ${shown} cannot be read, ${whyOf(cause)}`, '', { cause })
  }
}
