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
  thresholds: { nudge: 6, halt: 8 },
  detect: ({ tier, facts }, limits) => {
    const { sameInRow } = facts.repeats
    return sameInRow >= limits[tier]
      ? [`the same call gave the same result ${plural(sameInRow, 'time')} in a row`]
      : null
  },
  correction: 'You have made this call before and know what it gives. Do something else with what you know.',
  examples: [
    fires('eight times', trace(times(8))),
    boundary('seven times', trace(times(7))),
    fires('told at six', trace({ tier: 'nudge', ...times(6) })),
    quiet('not told at five', trace({ tier: 'nudge', ...times(5) })),
    quiet('calls that differ', trace()),
  ],
})
