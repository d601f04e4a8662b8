import type { AgentEvent } from '../../src/agents/agent.ts'
import type { StepTally } from '../../src/core/events.ts'
import { createStepper } from '../../src/steps/stepper.ts'
import { createTally } from '../../src/steps/tally.ts'

/** Calls of tools with what came of them, as an agent's stream tells them. */

export interface Call {
  name: string
  input: unknown
  text?: string
  isError?: boolean
}

export const bash = (command: string, text = '', isError = false): Call => ({
  name: 'Bash',
  input: { command },
  text,
  isError,
})
export const read = (file: string, text: string, offset?: number): Call => ({
  name: 'Read',
  input: { file_path: file, ...(offset === undefined ? {} : { offset }) },
  text,
})

export function times(count: number, make: (nth: number) => Call | Call[]): Call[] {
  return Array.from({ length: count }, (_, nth) => make(nth)).flat()
}

/** `words`: said before each call, another thing each time. */
export function tallyOf(calls: Call[], words = false): StepTally {
  const stepper = createStepper()
  const { add, tally } = createTally()
  const at = '2026-11-15T10:00:00.000Z'
  const events = calls.flatMap(({ name, input, text = '', isError = false }, nth): AgentEvent[] => [
    ...(words ? [{ kind: 'text' as const, text: `Let me see ${nth}.` }] : []),
    { kind: 'tool-call', id: `${nth}`, name, input },
    { kind: 'tool-result', id: `${nth}`, isError, text },
  ])
  for (const event of events) stepper.take(event, at).forEach(add)
  stepper.end().forEach(add)
  return tally()
}
