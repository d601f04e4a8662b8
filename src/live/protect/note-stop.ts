import type { Layout } from '../../store/layout.ts'
import { liveFolder } from '../session.ts'
import { callEnds } from '../spool.ts'
import { noteCall } from './calls.ts'
import { type Ground, workOf } from './ground.ts'
import { readProtection } from './protection.ts'

/** What checks leave in the folder is not the user's either. Gives what is to be called when they are through. */
export function noteStop(ground: Ground, layout: Layout, session: string): () => void {
  const work = workOf(ground)
  if (readProtection(work) === null) return () => {}
  // The files that say so go once the turn is on record.
  for (const { id, at } of callEnds(liveFolder(layout), session)) noteCall(work, { what: 'ends', id, at })
  const id = `stop-${Date.now()}`
  noteCall(work, { what: 'begins', id })
  return () => {
    // With the run its folder may be gone.
    if (readProtection(work) !== null) noteCall(work, { what: 'ends', id })
  }
}
