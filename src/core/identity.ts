import type { Phase } from './events.ts'

/** What sets a call apart from the usual one of its role in a round. */
export type Variant = 'tests' | 'mini' | 'adversarial' | 'upgraded'

/** Which step of a run a call belongs to. Everybody reads this; the step's name is made from it, and is never taken apart. */
export interface StepIdentity {
  cycle: number
  /** `null` only in a log that does not say. */
  phase: Phase | null
  role: string
  round: number
  variant: Variant | null
  /** How often the task had been made clearer before this call. */
  clarified: number
  /** How many questions had been answered before this call. */
  answer: number
  /** A reviewer's second asking. */
  again: boolean
  /** What a judge is asked about; `null` for every other role. */
  suspicion: string | null
}

type Named = Pick<StepIdentity, 'cycle' | 'phase' | 'role'>

/** The usual call of a role, in the first round. */
export function usualStep({ cycle, phase, role }: Named): StepIdentity {
  const first = { round: 1, variant: null, clarified: 0, answer: 0, again: false, suspicion: null }
  return { cycle, phase, role, ...first }
}

/** Work that was made elsewhere and taken over stands as the first Maker's. */
export const TAKEN_OVER = usualStep({ cycle: 1, phase: 'do', role: 'maker' })

/** For logs, files and screens. A dash of the role's own is written twice, so that two steps never have one name. */
export function stepName(identity: StepIdentity): string {
  const { round, variant, clarified, answer, again, suspicion } = identity
  const parts = [
    baseName(identity),
    round > 1 && `${round}`,
    variant,
    clarified > 0 && `clarified${clarified}`,
    answer > 0 && `answer${answer}`,
    again && 'again',
    suspicion,
  ]
  return parts.filter(Boolean).join('-')
}

export function baseName({ cycle, phase, role }: Named): string {
  return `${cycle}-${phase}-${role.replaceAll('-', '--')}`
}

/** As the phase hands it over; the small Explorer's work is its own, beside the Explorer's. */
export function artifactOf({
  phase,
  role,
  variant,
}: Pick<StepIdentity, 'phase' | 'role' | 'variant'>): string {
  return variant === 'mini' ? 'plan-mini-explorer.md' : `${phase}-${role}.md`
}
