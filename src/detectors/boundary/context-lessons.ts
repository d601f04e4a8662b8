import { plural } from '../../core/plural.ts'
import { AT_REST, type BoundaryScene } from '../boundary-scene.ts'
import { boundary, detector, fires, quiet } from '../detector.ts'

export const contextLessons = detector({
  id: 'boundary.context.lessons',
  layer: 'boundary',
  shadow: 'boundary.context',
  title: 'too many lessons in one prompt',
  notices: 'more lessons of earlier runs than an agent would heed',
  thresholds: { lessons: 15 },
  detect: (scene: BoundaryScene, { lessons }) =>
    scene.lessons > lessons ? [`${plural(scene.lessons, 'lesson')} for one prompt`] : null,
  correction: 'Only the five that were met most often go in.',
  examples: [
    fires('16 lessons', { ...AT_REST, lessons: 16 }),
    quiet('no lesson at all', AT_REST),
    boundary('15 lessons', { ...AT_REST, lessons: 15 }),
  ],
})
