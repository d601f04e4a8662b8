import type { CheckFacts } from '../../trace/checks.ts'
import type { EditFacts } from '../../trace/edits.ts'
import type { RepeatFacts } from '../../trace/repeats.ts'
import type { TraceScene } from '../trace-scene.ts'

interface Over {
  tier?: TraceScene['tier']
  share?: number | null
  steps?: number
  finished?: boolean
  research?: boolean
  edits?: Partial<EditFacts>
  checks?: Partial<CheckFacts>
  repeats?: Partial<RepeatFacts>
  stagnation?: TraceScene['stagnation']
  falseCompletion?: TraceScene['falseCompletion']
}

const NO_EDITS: EditFacts = {
  tried: 0,
  failed: 0,
  failedInRow: 0,
  source: 0,
  test: 0,
  scratch: 0,
  doc: 0,
  existing: 0,
  first: null,
  last: null,
  files: 0,
  again: 0,
  same: 0,
  undone: 0,
  commits: 0,
  lastCommit: null,
  lastNewFile: null,
  recentSource: 0,
  recentFailed: 0,
  recentOther: 0,
  patch: {
    added: 0,
    removed: 0,
    comments: 0,
    guards: 0,
    prints: 0,
    definitions: 0,
    lastAdded: 0,
    lastRemoved: 0,
    most: 0,
  },
}

const NO_CHECKS: CheckFacts = {
  tests: 0,
  scripts: 0,
  testSince: null,
  scriptSince: null,
  lastTest: null,
  lastScript: null,
  turnedGreen: false,
  everTurnedGreen: false,
  turnedRed: false,
  unchanged: 0,
  unchangedInRow: 0,
  changed: 0,
  redInRow: 0,
  greens: 0,
  reds: 0,
  editsUnchecked: 0,
  recent: 0,
  lastGreen: null,
}

const NO_REPEATS: RepeatFacts = {
  sameInRow: 1,
  cycle: { period: 1, times: 1 },
  waiting: false,
  sameErrorInRow: 0,
  error: null,
  failures: 0,
  oldErrors: 0,
  oldCalls: 0,
  calls: 0,
  words: 0,
  finishes: 0,
  recent: { failed: 0, novel: 1, oldCall: 0, words: 0, read: 0, shell: 0, newFile: 0, bytes: 0 },
}

/** A run that has done nothing worth a word, but for what is said. */
export function trace(over: Over = {}): TraceScene {
  const share = over.share === undefined ? 0.5 : over.share
  return {
    tier: over.tier ?? 'halt',
    research: over.research ?? false,
    stagnation: over.stagnation ?? null,
    falseCompletion: over.falseCompletion ?? null,
    facts: {
      steps: over.steps ?? 20,
      now: { index: (over.steps ?? 20) - 1, share, width: 0.02 },
      finished: over.finished ?? false,
      edits: { ...NO_EDITS, ...over.edits },
      checks: { ...NO_CHECKS, ...over.checks },
      repeats: { ...NO_REPEATS, ...over.repeats },
      reading: {
        files: 0,
        beforeEdit: 0,
        rank: null,
        backToEdited: 0,
        folders: 0,
        seen: 0,
        said: 0,
        lastSaid: 0,
        searches: 0,
      },
      words: { spoken: 0, length: 0, alike: 0, hedges: 0, retries: 0, sure: 0 },
    },
  }
}
