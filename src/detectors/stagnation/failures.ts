import { plural } from '../../core/plural.ts'
import { boundary, detector, fires, quiet } from '../detector.ts'
import { lastWithoutProgress, type PassScene } from '../pass-scene.ts'
import { counted, pass, passes, repeated } from './example-passes.ts'

const STOPPED = { issues_fixed: 0, facts: { failed: 'idle: no output within 300 s' } }

/** What a pass did before its agent was cut off counts: only passes that also got nowhere stand still. */
export const failures = detector<PassScene, 'passes'>({
  id: 'stagnation.failures',
  layer: 'stagnation',
  shadow: 'stagnation.failures',
  title: 'The agent does not finish',
  notices:
    'the agent fails or is stopped in pass after pass, and what it did until then brings nothing forward',
  thresholds: { passes: 3 },
  detect: ({ passes: all }, { passes: limit }) => {
    const last = lastWithoutProgress(all, limit)
    const causes = last?.flatMap(({ facts }) => facts.failed ?? []) ?? []
    if (causes.length < limit) return null
    return [
      `the agent did not finish in ${plural(limit, 'pass', 'passes')}: ${[...new Set(causes)].join('; ')}`,
    ]
  },
  correction: 'Take a smaller part of the task, and leave out what hangs.',
  examples: [
    fires('stopped in three passes', repeated(3, STOPPED)),
    boundary('stopped in two passes', repeated(2, STOPPED)),
    quiet(
      'one pass ends well',
      passes(pass(STOPPED), pass({ issues_fixed: 0, facts: { failed: null } }), pass(STOPPED)),
    ),
    quiet('stopped, and something is mended each time', repeated(3, { facts: STOPPED.facts })),
    quiet('stopped, and fewer tests fail each time', counted([9, 5, 2], STOPPED)),
    quiet('logs that do not say it', repeated(4, { issues_fixed: 0 })),
  ],
})
