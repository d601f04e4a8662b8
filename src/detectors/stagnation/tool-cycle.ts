import { plural } from '../../core/plural.ts'
import { boundary, detector, fires, immune, quiet } from '../detector.ts'
import { lastWithoutProgress, type PassScene } from '../pass-scene.ts'
import { counted, pass, passes, repeated } from './example-passes.ts'

const round = (period: number, times: number) => ({
  issues_fixed: 0,
  facts: { repeats: { period, times } },
})
const FIVE = round(1, 5)

/** The same call with the same that came of it, over and over: one pass of that may still end well, several do not. */
export const toolCycle = detector<PassScene, 'passes' | 'times'>({
  id: 'stagnation.tool-cycle',
  layer: 'stagnation',
  shadow: 'stagnation.tool-cycle',
  title: 'The same calls round and round',
  notices:
    'pass after pass the agent makes the same calls, up to six to a round, gets the same from them, and nothing gets better',
  blindTo: 'calls whose arguments differ a little each time; an agent whose stream does not tell its calls',
  thresholds: { passes: 3, times: 5 },
  detect: ({ passes: all }, { passes: limit, times }) => {
    const last = lastWithoutProgress(all, limit)
    const rounds = last?.flatMap(({ facts }) => (facts.repeats ? [facts.repeats] : [])) ?? []
    if (rounds.length < limit || rounds.some((each) => each.times < times)) return null
    const told = rounds.map(({ period, times: made }) => `${period} × ${made}`)
    return [
      `in ${plural(limit, 'pass', 'passes')} the same calls were made round and round (calls × rounds): ${told.join(', ')}`,
    ]
  },
  correction: 'You repeat calls whose answer you know. Do something else with what they say.',
  examples: [
    fires('one call five times in three passes', repeated(3, FIVE)),
    fires('a round of six calls, five times', repeated(3, round(6, 5))),
    fires('other rounds each time', passes(pass(FIVE), pass(round(3, 9)), pass(round(2, 5)))),
    boundary('one call four times', repeated(3, round(1, 4))),
    boundary('two passes of it', repeated(2, FIVE)),
    quiet('one pass without it', passes(pass(FIVE), pass({ issues_fixed: 0 }), pass(FIVE))),
    quiet(
      'something is mended in the last pass',
      passes(pass(FIVE), pass(FIVE), pass({ ...FIVE, issues_fixed: 1 })),
    ),
    quiet('fewer tests fail each time', counted([9, 5, 2], FIVE)),
    immune(
      'paged reads, batch work, a job that is polled while it gets on: no call is the same',
      repeated(5, { issues_fixed: 0 }),
    ),
  ],
})
