import { boundary, detector, fires, immune, quiet } from '../detector.ts'
import type { TraceScene } from '../trace-scene.ts'
import { trace } from './example-traces.ts'

const said = (probability: number, calibrated = true) => ({
  tier: 'nudge' as const,
  finished: true,
  falseCompletion: { probability, reasons: ['nothing was tried out'], calibrated },
})

/** Whoever has finished cannot be ended: all it asks for is a second look. */
export const falseCompletion = detector<TraceScene, 'nudge'>({
  id: 'trace.false-completion',
  layer: 'stagnation',
  shadow: 'trace.false-completion',
  title: 'Finished, and probably not',
  notices: 'the agent says that it is finished, and the trace looks like those of runs that said so wrongly',
  blindTo:
    'how hard the task is, which decides more than the trace; what the supervisor verified counts more',
  thresholds: { nudge: 0.67 },
  detect: ({ tier, falseCompletion: estimate }, { nudge }) => {
    if (tier !== 'nudge' || !estimate?.calibrated || estimate.probability < nudge) return null
    return [
      `"finished" is wrong with a probability of ${Math.round(estimate.probability * 100)} %`,
      ...estimate.reasons,
    ]
  },
  correction:
    'Before you finish: run what showed the fault, and the tests beside what you changed, and read what they say.',
  examples: [
    fires('67 %', trace(said(0.67))),
    boundary('66 %', trace(said(0.66))),
    quiet('it has not finished', trace({ tier: 'nudge' })),
    quiet('it never ends a run', trace({ ...said(0.99), tier: 'halt' })),
    immune('not calibrated for this agent', trace(said(0.99, false))),
  ],
})
