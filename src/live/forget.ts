import { rmSync } from 'node:fs'
import type { RunContext } from '../runtime/context.ts'
import { dropRef } from '../workspace/kept-refs.ts'
import { listRescues } from '../workspace/rescue.ts'
import { removeWork } from '../workspace/workspace.ts'
import { dropSession, type LiveSession } from './session.ts'

/** A run that never was one leaves nothing behind. */
export async function forgetRun(
  { layout, state, vault, listeners }: RunContext,
  session: LiveSession,
): Promise<void> {
  // Whatever still writes for it is done before its files go.
  for (const listener of listeners.splice(0)) listener.settle?.()
  dropSession(layout, session.session)
  for (const { ref, commit } of await listRescues(vault)) await dropRef(vault.repo, ref, commit)
  await removeWork(vault.work)
  for (const path of [layout.log(state.runId), layout.document(state.runId)]) rmSync(path, { force: true })
  for (const folder of [layout.artifacts(state.runId), layout.inbox(state.runId)])
    rmSync(folder, { recursive: true, force: true })
}
