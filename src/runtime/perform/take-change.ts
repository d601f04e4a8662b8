import { readFileSync } from 'node:fs'
import { artifactPath } from '../../store/artifacts.ts'
import { EnvironmentError } from '../../store/environment-error.ts'
import { commitPatched } from '../../workspace/reviewed-change.ts'
import { countCommits, vaultHas } from '../../workspace/vault.ts'
import { effect, type RunContext } from '../context.ts'
import { takeOver } from './collect.ts'

/** The change under review is brought into the vault, and git says what it is. */
export async function performTakeChange(context: RunContext): Promise<void> {
  const { vault, state } = context
  const { base, review } = state.start!
  const { head } = review!
  await effect(context, 'take-change', () => ensureHead(context))
  const commits = await countCommits(vault, base, head)
  const found = { head, commits, tookAlong: [], historyRewritten: false }
  await takeOver(context, { step: '1-do-maker', attempt: 1, start: base, found })
}

/** What no commit of the user's has was kept as a patch: made again from that, it is the same commit. */
async function ensureHead({ vault, state, layout }: RunContext): Promise<void> {
  const { base, review } = state.start!
  const { head, patch, what } = review!
  if (await vaultHas(vault, head)) return
  if (patch !== null) {
    const bytes = readFileSync(artifactPath(layout, state.runId, patch))
    const made = await commitPatched(vault, base, bytes)
    if (made.ok && made.commit === head) return
  }
  throw new EnvironmentError(`The change under review (${what}) is gone.`, 'Review it anew: wiggum review.')
}
