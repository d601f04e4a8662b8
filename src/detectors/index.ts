import { archetypeDetectors } from './archetype/index.ts'
import { boundaryDetectors } from './boundary/index.ts'
import { breakDetectors } from './breaks/index.ts'
import type { Detector, Evidence, Example, Thresholds } from './detector.ts'
import { stagnationDetectors } from './stagnation/index.ts'
import { systemDetectors } from './system/index.ts'
import { traceDetectors } from './trace/index.ts'

/** A rule whatever it looks at: for lists, documents and the test of all examples. */
export interface ListedDetector extends Omit<Detector<unknown>, 'detect' | 'examples'> {
  examples: Omit<Example<unknown>, 'scene'>[]
  /** What it says of each of its examples with these thresholds in place of its own. */
  tryExamples(thresholds: Thresholds): (Evidence | null)[]
}

/** Every rule there is, layer by layer. A new layer is a line here; a new rule is a line in its layer's index. */
export const detectors: ListedDetector[] = [
  ...archetypeDetectors.map(listed),
  ...systemDetectors.map(listed),
  ...boundaryDetectors.map(listed),
  ...stagnationDetectors.map(listed),
  ...traceDetectors.map(listed),
  ...breakDetectors.map(listed),
]

function listed<S>(rule: Detector<S>): ListedDetector {
  return {
    ...rule,
    tryExamples: (thresholds) =>
      rule.examples.map(({ scene }) => rule.detect(scene, { ...rule.thresholds, ...thresholds })),
  }
}
