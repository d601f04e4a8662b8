import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { artifactPath } from '../store/artifacts.ts'
import { EnvironmentError, errorCode } from '../store/environment-error.ts'
import type { Vault } from '../workspace/vault.ts'
import type { RunContext } from './context.ts'

/** The change under review is in the vault. One that no commit of the user's has was kept as a patch: made again from that, it is the same commit. */
export async function restoreChange({ outside, vault, state, layout }: RunContext): Promise<void> {
  const { base, review } = state.start!
  const { head, patch, what } = review!
  if (await outside.vaultHas(vault, head)) return
  const kept =
    patch === null
      ? null
      : (readKept(privatePatch(vault)) ?? readKept(artifactPath(layout, state.runId, patch)))
  const made = kept && (await outside.commitPatched(vault, base, kept))
  if (made?.ok && made.commit === head) return
  throw new EnvironmentError(`The change under review (${what}) is gone.`, 'Review it anew: wiggum review.')
}

/** As it is, where its copy among the artifacts has to do without its secrets. */
export function privatePatch({ work }: Vault): string {
  return join(work, 'reviewed.patch')
}

function readKept(path: string): Buffer | null {
  try {
    return readFileSync(path)
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null
    throw error
  }
}
