import { effect, type RunContext, record } from '../context.ts'

/** The run's branch shows another head. What only the branch led to until then is put on a rescue ref first. */
export async function moveBranch(context: RunContext, head: string): Promise<boolean> {
  const { outside, vault, state } = context
  const branch = `refs/heads/${state.start!.branch}`
  const before = await outside.readRef(vault.repo, branch)
  if (before && before !== head && !(await outside.isAncestor(vault.dir, before, head)))
    await keepOld(context, before)
  return effect(context, 'branch', () => outside.publish(vault, branch, head, 'any'))
}

async function keepOld(context: RunContext, commit: string): Promise<void> {
  const { outside, vault, state } = context
  const saved = await effect(context, 'rescue:branch', () => outside.rescueCommit(vault, commit))
  if (state.rescues.some(({ ref }) => ref === saved.ref)) return
  const files = (await outside.changedFiles(vault, state.start!.base, commit)).length
  const reason = 'an earlier attempt, which the branch no longer shows'
  record(context, { type: 'rescue.saved', data: { ...saved, reason, files } })
}
