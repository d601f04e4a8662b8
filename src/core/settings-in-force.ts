import type { Config } from '../config/schema.ts'
import type { DetectorSettings } from '../detectors/settings.ts'
import { boundarySettings } from './scenes/boundary-scene.ts'
import { stagnationSettings } from './stagnation-settings.ts'

/** What the whole configuration says about rules, also where it says it under another name than theirs. */
export function settingsInForce({ checkpoint, stagnation, detectors }: Config): DetectorSettings {
  return stagnationSettings({ stagnation, detectors: boundarySettings({ checkpoint, detectors }) })
}
