import type { QueueTask } from '../sprint/queue.ts'
import type { Call } from './command.ts'
import { runOptions } from './run-options.ts'

export interface Left {
  usd: number | null
  tokens: number | null
}

/** A task of the queue as the command line that would run it. What the task says beats what the sprint was told. */
export function taskCall(call: Call, task: QueueTask, left: Left = { usd: null, tokens: null }): Call {
  const said = runOptions(call, 'sprint')
  return {
    ...call,
    args: [task.task],
    options: {
      ...said,
      strategy: task.strategy ?? said.strategy,
      workflow: task.workflow ?? said.workflow,
      check: [task.check ?? []].flat(),
      files: task.files ?? [],
      budgetUsd: left.usd === null ? undefined : String(left.usd),
      budgetTokens: left.tokens === null ? undefined : String(left.tokens),
    },
  }
}
