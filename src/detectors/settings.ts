import type { Detector, Evidence, Thresholds } from './detector.ts'

/** What the configuration says about rules, by their ids. */
export type DetectorSettings = Record<string, { enabled?: boolean; thresholds?: Thresholds }>

/** What one rule says of one scene, as the user has set it; `null` also if it is switched off. */
export function look<S>(rule: Detector<S>, scene: S, settings: DetectorSettings): Evidence | null {
  const own = Object.hasOwn(settings, rule.id) ? settings[rule.id] : undefined
  if (own?.enabled === false) return null
  return rule.detect(scene, { ...rule.thresholds, ...own?.thresholds })
}
