import type { Detector } from '../detector.ts'
import type { StepScene } from '../scenes.ts'

/** Every rule about a role. A new one is a file beside these and a line here. */
export const archetypeDetectors: Detector<StepScene>[] = []
