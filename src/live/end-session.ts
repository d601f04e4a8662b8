import type { Layout } from '../store/layout.ts'
import { dropRalph } from './ralph.ts'
import { dropSession, type LiveSession } from './session.ts'

/** With its loop, what the loop kept for others goes too. */
export function endSession(layout: Layout, session: LiveSession): void {
  if (session.ralph) dropRalph(layout, session.session)
  dropSession(layout, session.session)
}
