import type { QueueTask } from '../sprint/queue.ts'
import type { Call } from './command.ts'

export interface Left {
  usd: number | null
  tokens: number | null
}

/** A task of the queue as the command line that would run it. What the task says beats what the sprint was told. */
export function taskCall(call: Call, task: QueueTask, left: Left = { usd: null, tokens: null }): Call {
  const { agent, yes, model, allow, strategy, workflow } = call.options
  return {
    ...call,
    args: [task.task],
    options: {
      agent,
      yes,
      model,
      allow,
      strategy: task.strategy ?? strategy,
      workflow: task.workflow ?? workflow,
      check: [task.check ?? []].flat(),
      files: task.files ?? [],
      budgetUsd: left.usd === null ? undefined : String(left.usd),
      budgetTokens: left.tokens === null ? undefined : String(left.tokens),
    },
  }
}
