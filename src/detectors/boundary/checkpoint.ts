import { plural } from '../../core/plural.ts'
import { AT_REST, type BoundaryScene } from '../boundary-scene.ts'
import { boundary, detector, fires, quiet } from '../detector.ts'

export const checkpoint = detector({
  id: 'boundary.checkpoint',
  layer: 'boundary',
  shadow: 'boundary.checkpoint',
  title: 'a checkpoint is due',
  notices: 'that enough time has passed, or enough tasks have ended, since the last checkpoint',
  thresholds: { minutes: 45, tasks: 3 },
  detect: ({ sinceCheckpoint: since }: BoundaryScene, { minutes, tasks }) => {
    if (since.tasks > 0 && since.tasks >= tasks)
      return [`${plural(since.tasks, 'task')} ended since the last checkpoint`]
    if (since.minutes >= minutes)
      return [`${plural(Math.floor(since.minutes), 'minute')} since the last checkpoint`]
    return null
  },
  correction:
    'Work in progress is saved, and pushed where `checkpoint.push` says so; `control-center.md` is written; spend and quality go on the record.',
  examples: [
    fires('45 minutes', since({ minutes: 45, tasks: 0 })),
    fires('three tasks', since({ minutes: 2, tasks: 3 })),
    quiet('a run that has just begun', AT_REST),
    boundary('a little less than 45 minutes, and two tasks', since({ minutes: 44.99, tasks: 2 })),
  ],
})

function since(sinceCheckpoint: BoundaryScene['sinceCheckpoint']): BoundaryScene {
  return { ...AT_REST, sinceCheckpoint }
}
