import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { RunState } from '../core/state.ts'
import { writeAtomic } from '../store/files.ts'
import type { Layout } from '../store/layout.ts'
import { formatRalphFile, parseRalphFile, RALPH_FILE, type RalphFile } from './ralph-file.ts'
import type { LiveSession } from './session.ts'

/** `null`: there is none, it is off, or nobody can tell how far it got; then it stays as it is. */
export function readRalph(root: string): RalphFile | null {
  const path = join(root, RALPH_FILE)
  const file = existsSync(path) ? parseRalphFile(readFileSync(path, 'utf8')) : null
  return file?.active && file.prompt.trim() !== '' ? file : null
}

/** As the official plugin would have it after so many passes. */
export function keepRalph(layout: Layout, session: LiveSession, { start, startedAt, round }: RunState): void {
  if (!session.ralph || !start) return
  const owner = ralphOwner(layout)
  // Somebody else's loop has taken its place.
  if (owner !== null && owner !== session.session) return
  const path = join(layout.root, RALPH_FILE)
  mkdirSync(dirname(path), { recursive: true })
  writeAtomic(
    path,
    formatRalphFile({
      active: true,
      // A loop that was taken over in its middle goes on counting where it was.
      iteration: session.ralph.from + round - 1,
      maxIterations: session.ralph.max,
      promise: start.live?.promise ?? null,
      startedAt,
      sessionId: session.session,
      prompt: start.task,
    }),
  )
}

export function hasRalph({ root }: Layout): boolean {
  return existsSync(join(root, RALPH_FILE))
}

/** Whose loop the file is about; `null`: nobody's, or there is none. */
export function ralphOwner({ root }: Layout): string | null {
  const path = join(root, RALPH_FILE)
  return (existsSync(path) ? parseRalphFile(readFileSync(path, 'utf8'))?.sessionId : null) ?? null
}

/** Another session's stays. */
export function dropRalph(layout: Layout, session: string): void {
  if (ralphOwner(layout) === session) rmSync(join(layout.root, RALPH_FILE), { force: true })
}

/** How many passes a loop has left that was begun elsewhere; without a limit it is the loop's own. */
export function passesLeft({ iteration, maxIterations }: RalphFile, ownLimit: number): number {
  return maxIterations === 0 ? ownLimit : Math.max(1, maxIterations - iteration + 1)
}
