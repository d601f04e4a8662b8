import type { EventData } from './events.ts'
import { UNTESTED, type Untested } from './untested.ts'

/** What a log of envelope version 1 says only in words, read once. Nothing else looks into the words of an event. */

/** Why a change without a test went on; `null`: for a reason that this version does not know. */
export function warningOf({ rationale }: EventData['decision']): Untested | null {
  const all = Object.keys(UNTESTED) as Untested[]
  return all.find((why) => rationale.endsWith(UNTESTED[why])) ?? null
}
