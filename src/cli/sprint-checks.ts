import { isAbsolute, relative } from 'node:path'
import { EXIT, Problem } from '../runtime/problem.ts'
import type { Project } from '../runtime/project.ts'
import { isOpen } from '../sprint/next-task.ts'
import type { SprintPlace } from '../sprint/place.ts'
import { readQueue } from '../sprint/queue-file.ts'
import { showFile } from '../workspace/repository.ts'
import type { Call } from './command.ts'
import { wishOf } from './run-wish.ts'
import { taskCall } from './sprint-call.ts'

/** What would stop a sprint later is told before it begins. */
export async function checkQueue(call: Call, project: Project, place: SprintPlace): Promise<void> {
  checkWishes(call, project, place)
  await refuseTracked(project, place)
}

/** A strategy or a workflow that does not exist is told now, not after hours of work. */
function checkWishes(call: Call, project: Project, place: SprintPlace): void {
  for (const task of readQueue(place).tasks.filter(isOpen)) {
    try {
      wishOf(taskCall(call, task), { ...project, from: null })
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      throw new Problem(error.exitCode, `${place.shown}: task "${task.id}": ${error.message}`, error.fix)
    }
  }
}

/** Landing leaves a checkout alone in which a tracked file is changed, and a sprint changes its queue all the time. */
async function refuseTracked({ repo }: Project, { queue, shown }: SprintPlace): Promise<void> {
  const path = relative(repo.root, queue)
  if (path.startsWith('..') || isAbsolute(path) || (await showFile(repo, 'HEAD', path)) === null) return
  throw new Problem(
    EXIT.usage,
    `The queue ${shown} is committed, so working it would keep every task from landing`,
    'Move it to .wiggum/queue.json, or take it out with: git rm --cached.',
  )
}
