import type { Detector, Evidence, Thresholds } from './detector.ts'

/** What the configuration says about rules, by their ids. */
export type DetectorSettings = Record<string, { enabled?: boolean; thresholds?: Thresholds }>

/** What one rule says of one scene, as the user has set it; `null` also if it is switched off. */
export function look<S>(rule: Detector<S>, scene: S, settings: DetectorSettings): Evidence | null {
  return isEnabled(rule, settings) ? rule.detect(scene, thresholdsOf(rule, settings)) : null
}

export function isEnabled({ id }: { id: string }, settings: DetectorSettings): boolean {
  return settingOf(id, settings)?.enabled !== false
}

export function thresholdsOf(
  { id, thresholds }: { id: string; thresholds: Thresholds },
  settings: DetectorSettings,
): Thresholds {
  return { ...thresholds, ...settingOf(id, settings)?.thresholds }
}

// A rule named 'constructor' must not find Object's.
function settingOf(id: string, settings: DetectorSettings): DetectorSettings[string] | undefined {
  return Object.hasOwn(settings, id) ? settings[id] : undefined
}
