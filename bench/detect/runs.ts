import type { AgentEvent } from '../../src/agents/agent.ts'
import { records } from '../../src/import/records.ts'
import type { Step } from '../../src/steps/step.ts'
import { createStepper } from '../../src/steps/stepper.ts'

/** One recorded run, as far as the benchmark needs it. */
export interface RecordedRun {
  agent: string
  model: string
  instance: string
  resolved: boolean
  steps: Step[]
  /** Characters of each step, its thought and its arguments among them: what it adds to the context. */
  chars: number[]
  /** The last step is the agent's word that it is finished. */
  finished: boolean
}

interface Raw {
  agent?: string
  model?: string
  instance?: string
  resolved?: boolean
  steps: { thought?: string; tool?: string; args?: string; obs?: string | null }[]
}

export function readRun(line: string): RecordedRun {
  // The shape is documented; what is missing is said below.
  const raw = JSON.parse(line) as Raw
  const events: AgentEvent[] = []
  const nothing = () => {}
  const reader = records.open(
    {
      begin: nothing,
      know: nothing,
      turn: nothing,
      step: nothing,
      spend: nothing,
      end: nothing,
      problem: nothing,
      event: (event) => events.push(event),
    },
    { name: '' },
  )
  reader.value(raw, '')
  const stepper = createStepper()
  const steps = [...events.flatMap((event) => stepper.take(event, '')), ...stepper.end()].filter(
    ({ tool }) => tool !== null,
  )
  return {
    agent: raw.agent ?? 'unknown',
    model: raw.model ?? 'unknown',
    instance: raw.instance ?? 'unknown',
    resolved: raw.resolved === true,
    steps,
    chars: raw.steps.map(
      ({ thought, args, obs }) => (thought ?? '').length + (args ?? '').length + (obs ?? '').length,
    ),
    finished: raw.steps.at(-1)?.tool === 'finish',
  }
}

/** The agent and how many steps it made: all that is needed to tell its limit. */
export function lengthOf(line: string): { agent: string; steps: number } {
  const raw = JSON.parse(line) as Raw
  return { agent: raw.agent ?? 'unknown', steps: raw.steps.length }
}
