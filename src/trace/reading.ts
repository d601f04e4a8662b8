import type { Step } from '../steps/step.ts'
import type { EditTarget } from './edit-target.ts'

/** How the agent found its way: how much it had to read, and how soon it saw what it then changed. */
export interface ReadingFacts {
  /** Different files that were read; and those before the first source edit. */
  files: number
  beforeEdit: number
  /** The file that was changed first was the so-manieth that was read; `null`: nothing was changed. */
  rank: number | null
  /** Of files that were changed, so often read again after it. */
  backToEdited: number
  /** Different folders in which source was changed. */
  folders: number
  /** Characters of results and of words, in all. */
  seen: number
  said: number
  /** Words of the last step. */
  lastSaid: number
  searches: number
}

const MAX = 4096

export interface ReadingTracker {
  add(step: Step, target: EditTarget | null): void
  facts(): ReadingFacts
}

export function createReadingTracker(): ReadingTracker {
  const read = new Map<string, number>()
  const edited = new Set<string>()
  const folders = new Set<string>()
  const facts: ReadingFacts = {
    files: 0,
    beforeEdit: 0,
    rank: null,
    backToEdited: 0,
    folders: 0,
    seen: 0,
    said: 0,
    lastSaid: 0,
    searches: 0,
  }
  const change = (paths: string[]) => {
    const ranks = paths.map((path) => read.get(path) ?? read.size + 1)
    facts.rank ??= Math.min(...ranks, read.size + 1)
    for (const path of paths) {
      if (edited.size < MAX) edited.add(path)
      if (folders.size < MAX) folders.add(path.slice(0, Math.max(0, path.lastIndexOf('/'))))
    }
  }
  return {
    add: (step, target) => {
      for (const path of step.files.read) {
        if (!read.has(path) && read.size < MAX) read.set(path, read.size + 1)
        if (edited.has(path)) facts.backToEdited++
      }
      if (target === 'source') change(step.files.changed)
      if (facts.rank === null) facts.beforeEdit = read.size
      if (step.tool?.kind === 'search') facts.searches++
      facts.seen += step.observation?.bytes ?? 0
      facts.said += step.thought.length
      facts.lastSaid = step.thought.length
    },
    facts: () => ({ ...facts, files: read.size, folders: folders.size }),
  }
}
