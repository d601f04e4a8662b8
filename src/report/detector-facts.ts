import { hardBreaks, softBreaks } from '../detectors/breaks/index.ts'
import type { ListedDetector } from '../detectors/index.ts'
import { type DetectorSettings, isEnabled, thresholdsOf } from '../detectors/settings.ts'

/** A rule as `wiggum detectors --json` gives it. */
export interface DetectorFacts {
  id: string
  layer: ListedDetector['layer']
  shadow: string
  title: string
  notices: string
  blind_to: string | null
  enabled: boolean
  /** As they are in force here. */
  thresholds: Record<string, number>
  correction: string
  /** Of a break: halts at once, or after the present cycle. */
  kind: 'hard' | 'soft' | null
  /** Written by the user, in `.wiggum/detectors`. */
  own: boolean
  examples: { name: string; says: 'fires' | 'quiet'; kind: string }[]
}

/** What a rule and a rule of the user's own both say of themselves. */
type Told = Pick<
  DetectorFacts,
  'id' | 'layer' | 'shadow' | 'title' | 'notices' | 'thresholds' | 'correction'
> & {
  blindTo?: string
  examples: { name: string; says: 'fires' | 'quiet'; kind?: string }[]
}

export function detectorFacts(rule: Told, settings: DetectorSettings, own = false): DetectorFacts {
  const { id, layer, shadow, title, notices, blindTo = null, correction } = rule
  return {
    id,
    layer,
    shadow,
    title,
    notices,
    blind_to: blindTo,
    enabled: isEnabled(rule, settings),
    thresholds: thresholdsOf(rule, settings),
    correction,
    kind: kindOf(id),
    own,
    examples: rule.examples.map(({ name, says, kind = 'plain' }) => ({ name, says, kind })),
  }
}

function kindOf(id: string): DetectorFacts['kind'] {
  if (hardBreaks.some((rule) => rule.id === id)) return 'hard'
  return softBreaks.some((rule) => rule.id === id) ? 'soft' : null
}
