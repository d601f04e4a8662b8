import { rmSync } from 'node:fs'
import type { AgentEvent } from '../../agents/agent.ts'
import type { AgentCall } from '../../core/commands.ts'
import type { StepTally } from '../../core/events.ts'
import type { Step } from '../../steps/step.ts'
import { createStepper } from '../../steps/stepper.ts'
import { createTally } from '../../steps/tally.ts'
import { artifactPath } from '../../store/artifacts.ts'
import { appendCopy } from '../../store/files.ts'
import type { RunContext } from '../context.ts'
import type { StepWatch } from './step-watch.ts'

/** A call's steps, as they happen: each a line of a side file, all of them in figures for the log. */
export interface StepKeeper {
  take(event: AgentEvent): void
  /** The program has ended. */
  end(): StepTally
}

const MAX_BYTES = 8 * 1024 * 1024
const MAX_TODOS = 100

export function keepSteps(
  { layout, state }: RunContext,
  { step, attempt }: AgentCall,
  talk: { root: string; goesOn: boolean; watch?: StepWatch },
): StepKeeper {
  const stepper = createStepper({ root: talk.root })
  const { add, tally } = createTally()
  const path = artifactPath(layout, state.runId, `steps/${step}-${attempt}.jsonl`)
  // What an interrupted attempt did is kept only where its conversation goes on.
  if (!talk.goesOn) rmSync(path, { force: true })
  let room = MAX_BYTES
  const keep = (done: Step) => {
    add(done)
    const share = talk.watch?.take(done) ?? null
    const line = `${JSON.stringify(share === null ? done : { ...done, share })}\n`
    room -= line.length
    if (room >= 0) appendCopy(path, line)
  }
  return {
    take: (event) => stepper.take(event, new Date().toISOString()).forEach(keep),
    end: () => {
      stepper.end().forEach(keep)
      const todos = stepper.todos().slice(0, MAX_TODOS)
      return { ...tally(), ...(todos.length > 0 ? { todos } : {}) }
    },
  }
}
