import { isAncestor } from '../../workspace/git.ts'
import { publish } from '../../workspace/land.ts'
import { readRef } from '../../workspace/publish.ts'
import { rescueCommit } from '../../workspace/rescue.ts'
import { changedFiles } from '../../workspace/vault.ts'
import { effect, type RunContext, record } from '../context.ts'

/** The run's branch shows another head. What only the branch led to until then is put on a rescue ref first. */
export async function moveBranch(context: RunContext, head: string): Promise<boolean> {
  const { vault, state } = context
  const branch = `refs/heads/${state.start!.branch}`
  const before = await readRef(vault.repo, branch)
  if (before && before !== head && !(await isAncestor(vault.dir, before, head)))
    await keepOld(context, before)
  return effect(context, 'branch', () => publish(vault, branch, head, 'any'))
}

async function keepOld(context: RunContext, commit: string): Promise<void> {
  const { vault, state } = context
  const saved = await effect(context, 'rescue:branch', () => rescueCommit(vault, commit))
  if (state.rescues.some(({ ref }) => ref === saved.ref)) return
  const files = (await changedFiles(vault, state.start!.base, commit)).length
  const reason = 'an earlier attempt, which the branch no longer shows'
  record(context, { type: 'rescue.saved', data: { ...saved, reason, files } })
}
