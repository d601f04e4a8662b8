import type { Boundary } from '../sprint/after-task.ts'
import { checkpointWords, sprintControlCenter } from '../sprint/control-center.ts'
import { writeAtomic } from '../store/files.ts'
import { type Pushed, pushWork } from '../workspace/push.ts'
import { currentBranch } from '../workspace/repository.ts'
import type { Sprint } from './sprint-open.ts'
import { viewOf } from './sprint-view.ts'

/** Work in progress is committed by the runs themselves. Here it is pushed, put on record, and told. */
export async function makeCheckpoint(
  sprint: Sprint,
  { why, judged }: Extract<Boundary, { do: 'checkpoint' }>,
): Promise<void> {
  const { fresh, spent } = sprint.history()
  sprint.failpoints.hit('sprint:checkpoint')
  const push = await pushed(sprint)
  sprint.record({
    type: 'policy.checkpoint',
    data: { why, tasks: fresh, spend: spent, ...judged, push },
  })
  sprint.failpoints.hit('sprint:checkpointed')
  const view = viewOf(sprint)
  writeAtomic(sprint.place.controlCenter, sprintControlCenter(view))
  if (!sprint.call.json) sprint.call.out(`\n${checkpointWords(view.history.checkpoints.at(-1)!)}`)
}

/** What cannot be pushed is told, and stops nothing: the work is in this repository. */
async function pushed({ project, call }: Sprint): Promise<Pushed | null> {
  const { repo, config } = project
  if (!config.checkpoint.push) return null
  const target = config.git.target ?? (await currentBranch(repo))
  if (target === null) return { ok: false, what: 'no branch is checked out, so nothing was pushed' }
  return pushWork(repo, { target, prefix: config.git.branch_prefix }, { env: call.env })
}
