import { plural } from '../../core/plural.ts'
import { boundary, detector, fires, quiet } from '../detector.ts'
import type { TraceScene } from '../trace-scene.ts'
import { trace } from './example-traces.ts'

const times = (sameInRow: number) => ({ repeats: { sameInRow } })

/** The same call alone is no sign: paging, polling and trying again after an edit look like it. The same result is. */
export const sameCall = detector<TraceScene, 'nudge' | 'halt'>({
  id: 'trace.same-call',
  layer: 'stagnation',
  shadow: 'trace.repeats',
  title: 'The same call, the same result',
  notices: 'one call is made again and again, with nothing between, and gives the same each time',
  blindTo: 'a call whose result has a time or a number in it that differs',
  thresholds: { nudge: 3, halt: 6 },
  detect: ({ tier, facts }, limits) => {
    const { sameInRow } = facts.repeats
    return sameInRow >= limits[tier]
      ? [`the same call gave the same result ${plural(sameInRow, 'time')} in a row`]
      : null
  },
  correction: 'You have made this call before and know what it gives. Do something else with what you know.',
  examples: [
    fires('six times', trace(times(6))),
    boundary('five times', trace(times(5))),
    fires('told at three', trace({ tier: 'nudge', ...times(3) })),
    quiet('not told at two', trace({ tier: 'nudge', ...times(2) })),
    quiet('calls that differ', trace()),
  ],
})
