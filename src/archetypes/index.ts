import type { EventData } from '../core/events.ts'
import { type Archetype, JUDGE } from './archetype.ts'
import { creator } from './creator/index.ts'
import { explorer } from './explorer/index.ts'
import { guardian } from './guardian/index.ts'
import { judge } from './judge/index.ts'
import { maker } from './maker/index.ts'
import { sage } from './sage/index.ts'
import { skeptic } from './skeptic/index.ts'
import { trickster } from './trickster/index.ts'

/** Every role there is. A new one is a folder beside these and a line here. */
export const archetypes: Record<string, Archetype> = Object.fromEntries(
  [explorer, creator, maker, guardian, skeptic, sage, trickster].map((archetype) => [
    archetype.name,
    archetype,
  ]),
)

/** A role of this run: a built-in one, or one of the user's as it was when the run started. */
export function archetypeOf(
  start: Pick<EventData['run.start'], 'archetypes'> | null,
  role: string,
): Archetype | undefined {
  if (Object.hasOwn(archetypes, role)) return archetypes[role]
  if (role === JUDGE) return judge
  const own = start?.archetypes.find(({ name }) => name === role)
  return own && { ...own, phase: 'check', reviews: true }
}
