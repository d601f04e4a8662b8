import type { GateKind } from '../../core/events.ts'
import type { RunContext } from '../../runtime/context.ts'
import { resolveCommit } from '../../workspace/repository.ts'
import { listRescues } from '../../workspace/rescue.ts'
import { keptFiles, restoreFiles } from '../../workspace/restore.ts'

const ABOUT_DELETIONS: readonly GateKind[] = ['delete', 'mass-deletion']
const MAX_NAMED = 20

/**
 * Files that were gone without a command that anybody saw: a person was asked about them at the end, and said no. They are put
 * back as they were kept when the loop began, or as the commit it began with has them. Gives what to say of it.
 */
export async function undoDeletions({ state, vault }: RunContext): Promise<string[]> {
  const gates = Object.values(state.gates)
  const isRefused = gates.some(({ kind, answer }) => answer === 'no' && ABOUT_DELETIONS.includes(kind))
  const gone = new Set(Object.values(state.inspected).at(-1)?.unplanned_deletions ?? [])
  if (!isRefused || !state.start || gone.size === 0) return []
  const { repo } = vault
  const kept = (await listRescues(vault))[0]?.commit
  const [back, left]: [string[], string[]] = [[], []]
  for (const commit of [kept, await resolveCommit(repo, state.start.base)]) {
    if (!commit) continue
    const missing = (await keptFiles(repo, commit, null)).filter(
      ({ path, now }) => now === 'missing' && gone.has(Buffer.from(path, 'latin1').toString('utf8')),
    )
    const { files, left: stay } = await restoreFiles(repo, missing)
    back.push(...files)
    left.push(...stay.map(({ path, why }) => `${path}: ${why}`))
  }
  return [
    ...(back.length > 0 ? [`wiggum: put back: ${listed(back)}`] : []),
    ...(left.length > 0 ? [`wiggum: could not be put back: ${listed(left)}`] : []),
  ]
}

function listed(all: string[]): string {
  return (
    all.slice(0, MAX_NAMED).join(', ') +
    (all.length > MAX_NAMED ? `, and ${all.length - MAX_NAMED} more` : '')
  )
}
