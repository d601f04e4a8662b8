import { defaultConfig } from '../../src/config/load.ts'
import { archetypeDetectors } from '../../src/detectors/archetype/index.ts'

/** The usual configuration, with the rules about the whole run alone, but for those named. */
export function systemPolicy(...without: string[]) {
  const off = [...archetypeDetectors.map(({ id }) => id), ...without]
  return { ...defaultConfig(), detectors: Object.fromEntries(off.map((id) => [id, { enabled: false }])) }
}
