import { isSpared } from '../../trace/trace.ts'
import { boundary, detector, fires, immune, quiet } from '../detector.ts'
import type { TraceScene } from '../trace-scene.ts'
import { trace } from './example-traces.ts'

const at = (level: number, calibrated = true) => ({
  edits: { tried: 1 },
  stagnation: {
    probability: 0.9,
    reasons: ['edits change nothing in what the check says'],
    calibrated,
    level,
  },
})

/** The model: what it adds up over the run is held against what an agent's successful runs come to. */
export const stagnation = detector<TraceScene, 'nudge' | 'halt'>({
  id: 'trace.stagnation',
  layer: 'stagnation',
  shadow: 'trace.stagnation',
  title: 'The work gets nowhere',
  notices:
    'the shipped model holds it for likely that the budget will be used up without success, and has done so for a while',
  blindTo: 'agents that it is not calibrated for; there it says nothing',
  thresholds: { nudge: 1, halt: 2 },
  detect: ({ tier, facts, research, stagnation: seen }, limits) => {
    if (tier === 'halt' && (research || isSpared(facts))) return null
    if (!seen?.calibrated || seen.level < limits[tier]) return null
    return [
      `the work is stuck with a probability of ${Math.round(seen.probability * 100)} %`,
      ...seen.reasons,
    ]
  },
  correction:
    'Stop and say in three lines what you know for certain, what you tried, and what you have not tried; then take the last.',
  examples: [
    fires('at the level of ending it', trace(at(2))),
    boundary('just below it', trace(at(1.99))),
    fires('told at the first level', trace({ tier: 'nudge', ...at(1) })),
    quiet('not told below it', trace({ tier: 'nudge', ...at(0.99) })),
    quiet('no budget is known', trace()),
    immune('it never tried to change anything', trace({ ...at(5), edits: {} })),
    immune('declared research', trace({ ...at(5), research: true })),
    immune(
      'it has just committed',
      trace({ ...at(5), edits: { tried: 1, lastCommit: { index: 10, share: 0.4, width: 0.1 } } }),
    ),
    immune(
      'it goes from file to file',
      trace({ ...at(5), edits: { tried: 9, files: 5, lastNewFile: { index: 10, share: 0.4, width: 0.1 } } }),
    ),
    immune('not calibrated for this agent', trace(at(5, false))),
  ],
})
