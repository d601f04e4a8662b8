import type { EventOf, Phase } from '../../src/core/events.ts'
import type { StepIdentity } from '../../src/core/identity.ts'
import { identityFromName } from '../../src/core/lift-v1.ts'

/** What a fold makes of a log that has a step's name only. */
export function named(step: string, role = 'maker', phase: Phase | null = 'do'): StepIdentity {
  return identityFromName({ phase, data: { step, archetype: role } } as EventOf<'agent.start'>, 1)
}
