import { type StepIdentity, stepName, TAKEN_OVER } from './identity.ts'
import type { RunState, StepState } from './state.ts'

/** How steps belong together, by what they are. */

type Steps = Pick<RunState, 'steps'>

/** `undefined`: no call of this run has that name. */
export function identityOf({ steps }: Steps, step: string): StepIdentity | undefined {
  return steps[step]?.identity
}

/** The targeted retry that only adds tests to what a Maker's step left. */
export function testsStep(state: Steps, step: string): string {
  return stepName({ ...(identityOf(state, step) ?? TAKEN_OVER), variant: 'tests' })
}

/** The second asking of a reviewer; `null` for a step that is one, or that nobody was called for. */
export function secondAsking(state: Steps, step: string): string | null {
  const identity = identityOf(state, step)
  return !identity || identity.again ? null : stepName({ ...identity, again: true })
}

/** Whether a call is the step itself, or goes on with it after a question was answered. */
export function isCallOf({ id, identity }: StepState, step: string): boolean {
  return id === step || stepName({ ...identity, answer: 0 }) === step
}
