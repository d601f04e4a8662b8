import { plural } from '../../core/plural.ts'
import { AT_REST, type BoundaryScene } from '../boundary-scene.ts'
import { boundary, detector, fires, quiet } from '../detector.ts'

export const contextFindings = detector({
  id: 'boundary.context.findings',
  layer: 'boundary',
  shadow: 'boundary.context',
  title: 'too many findings for the next cycle',
  notices: 'more open findings handed from one cycle to the next than an agent would work through',
  thresholds: { findings: 20 },
  detect: (scene: BoundaryScene, { findings }) =>
    scene.findings > findings ? [`${plural(scene.findings, 'finding')} for the next cycle`] : null,
  correction:
    'The next cycle is told the five largest themes with the worst example of each; every CRITICAL stays, in full.',
  examples: [
    fires('21 findings', { ...AT_REST, findings: 21 }),
    quiet('a cycle with nothing open', AT_REST),
    boundary('20 findings', { ...AT_REST, findings: 20 }),
  ],
})
