import { type BreakScene, CALM } from '../break-scene.ts'
import { boundary, detector, fires, quiet } from '../detector.ts'

const failed = (id: string) => ({ what: id, why: 'findings open (exit code 10)' })

export const taskFailures = detector({
  id: 'break.task-failures',
  layer: 'break',
  shadow: 'break.task-failures',
  title: 'task failures in a row',
  notices: 'tasks of a sprint that fail one after another, with none that ends well in between',
  blindTo: 'whether the tasks have anything in common',
  thresholds: { failures: 3 },
  detect: ({ taskFailures: tasks }: BreakScene, { failures }) =>
    tasks.length >= failures ? tasks.map(({ what, why }) => `${what}: ${why}`) : null,
  correction:
    'Something all of them share is wrong: read why each failed with `wiggum explain <run>`, mend that, then start the sprint again.',
  examples: [
    fires('three tasks fail', { ...CALM, taskFailures: ['login', 'logout', 'reset'].map(failed) }),
    quiet('a task that waits for an answer has not failed', CALM),
    boundary('two tasks fail', { ...CALM, taskFailures: ['login', 'logout'].map(failed) }),
  ],
})
