import { type RunContext, record } from '../../runtime/context.ts'
import { readCommit } from '../../workspace/commit-object.ts'
import { whyKept } from '../../workspace/kept-state.ts'

/** Hooks before tools do not write the log: what they kept is on record from the next turn on. */
export async function recordKept(context: RunContext): Promise<void> {
  const { outside, vault, state } = context
  if (state.ended || !state.start) return
  // The repository may be gone by now.
  const kept = await outside.listRescues(vault).catch(() => [])
  const known = new Set(state.rescues.map(({ ref }) => ref))
  for (const { ref, commit } of kept.filter((each) => !known.has(each.ref))) {
    const files = (await outside.changedNames(vault, state.start.base, commit)).length
    const { message } = await readCommit(vault.dir, commit)
    const reason = `before: ${whyKept(message.toString('utf8'))}`
    record(context, { type: 'rescue.saved', data: { ref, commit, reason, files } })
  }
}
