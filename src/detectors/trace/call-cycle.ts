import { boundary, detector, fires, quiet } from '../detector.ts'
import type { TraceScene } from '../trace-scene.ts'
import { trace } from './example-traces.ts'

const round = (period: number, times: number) => ({ repeats: { cycle: { period, times } } })

/** To and fro, or longer rounds: each call differs from the one before, and the round as a whole does not. */
export const callCycle = detector<TraceScene, 'nudge' | 'halt'>({
  id: 'trace.call-cycle',
  layer: 'stagnation',
  shadow: 'trace.repeats',
  title: 'Calls go round',
  notices: 'a round of two to six calls is made again and again with the same results',
  blindTo: 'rounds of more than six calls',
  thresholds: { nudge: 5, halt: 6 },
  detect: ({ tier, facts }, limits) => {
    const { period, times } = facts.repeats.cycle
    return period > 1 && times >= limits[tier]
      ? [`a round of ${period} calls was made ${times} times with the same results`]
      : null
  },
  correction: 'These calls go round and change nothing. Find what all of them leave out.',
  examples: [
    fires('two calls, six rounds', trace(round(2, 6))),
    fires('six calls, six rounds', trace(round(6, 6))),
    boundary('two calls, five rounds', trace(round(2, 5))),
    fires('told at five rounds', trace({ tier: 'nudge', ...round(3, 5) })),
    quiet('not told at four rounds', trace({ tier: 'nudge', ...round(3, 4) })),
    quiet('no round', trace()),
  ],
})
