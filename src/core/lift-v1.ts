import { JUDGE } from '../archetypes/archetype.ts'
import type { EventData, EventOf, Phase } from './events.ts'
import { baseName, type StepIdentity, usualStep, type Variant } from './identity.ts'
import { UNTESTED, type Untested, warningKey } from './untested.ts'

/** What a log of envelope version 1 says only in words, read once. Nothing else looks into the words of an event or takes a step's name apart. */

/** The key that the warning about a change without a test has today; `null`: for a reason that this version does not know. */
export function warningKeyOf({ rationale }: EventData['decision'], cycle: number): string | null {
  const all = Object.keys(UNTESTED) as Untested[]
  const why = all.find((each) => rationale.endsWith(UNTESTED[each]))
  return why ? warningKey(cycle, why) : null
}

type Further = Partial<StepIdentity>

const VARIANTS: readonly Variant[] = ['tests', 'mini', 'adversarial', 'upgraded']
const COUNTED = /^(answer|clarified)(\d+)$/

const WHERE = /^(\d+)-(plan|do|check|act)-/

/** The role is known when a step begins, so no role has to be told from what comes after it. */
export function identityFromName({ data, phase }: EventOf<'agent.start'>, cycle: number): StepIdentity {
  const [, turn, where] = WHERE.exec(data.step) ?? []
  if (turn === undefined) return usualStep({ cycle, phase, role: data.archetype })
  const usual = usualStep({ cycle: Number(turn), phase: where as Phase, role: data.archetype })
  const base = `${baseName(usual)}-`
  if (!data.step.startsWith(base)) return usual
  const rest = data.step.slice(base.length)
  if (data.archetype === JUDGE) return { ...usual, suspicion: rest }
  return Object.assign(usual, ...rest.split('-').map(wordOf))
}

function wordOf(word: string): Further {
  const variant = VARIANTS.find((each) => each === word)
  if (variant) return { variant }
  if (word === 'again') return { again: true }
  if (/^\d+$/.test(word)) return { round: Number(word) }
  const [, what, count] = COUNTED.exec(word) ?? []
  if (what === 'answer') return { answer: Number(count) }
  return what === 'clarified' ? { clarified: Number(count) } : {}
}
