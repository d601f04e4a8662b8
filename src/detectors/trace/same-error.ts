import { boundary, detector, fires, quiet } from '../detector.ts'
import type { TraceScene } from '../trace-scene.ts'
import { trace } from './example-traces.ts'

const errors = (sameErrorInRow: number) => ({
  repeats: { sameErrorInRow, error: 'python: ImportError: no module named x' },
})

/** Three of the same error are common in runs that succeed, so that the limits are high. */
export const sameError = detector<TraceScene, 'nudge' | 'halt'>({
  id: 'trace.same-error',
  layer: 'stagnation',
  shadow: 'trace.same-error',
  title: 'The same error again',
  notices: 'one error comes back with no other error, no source edit and no green check in between',
  blindTo: 'an error whose words change each time',
  thresholds: { nudge: 8, halt: 10 },
  detect: ({ tier, facts }, limits) => {
    const { sameErrorInRow, error } = facts.repeats
    return sameErrorInRow >= limits[tier]
      ? [`${sameErrorInRow} times with no source edit between: ${error ?? 'an error'}`]
      : null
  },
  correction:
    'The same error came back each time. Read it as a whole and change what causes it, not how you call it.',
  examples: [
    fires('ten times', trace(errors(10))),
    boundary('nine times', trace(errors(9))),
    fires('told at eight', trace({ tier: 'nudge', ...errors(8) })),
    quiet('not told at seven', trace({ tier: 'nudge', ...errors(7) })),
    quiet('no error', trace()),
  ],
})
