import type { EventData } from '../core/events.ts'

/** The passes since the breaker last closed, oldest first, as rules about stagnation see them. */
export interface PassScene {
  passes: PassFacts[]
}

export type PassFacts = Pick<
  EventData['pass.complete'],
  'check' | 'claims_done' | 'issues_found' | 'issues_fixed' | 'facts'
>
