import { afterEach } from 'vitest'
import { type LiveWorld, liveWorld } from './live-session.ts'

export {
  APPROVED,
  block,
  eventsOf,
  type LiveWorld,
  rawHook,
  type Session,
  said,
  treeOf,
} from './live-session.ts'

/** Worlds that end with their test. */
export function liveWorlds(): (files?: Record<string, string>) => LiveWorld {
  const worlds: LiveWorld[] = []
  afterEach(() => {
    for (const world of worlds.splice(0)) world.end()
  })
  return (files) => {
    const made = liveWorld(files)
    worlds.push(made)
    return made
  }
}
