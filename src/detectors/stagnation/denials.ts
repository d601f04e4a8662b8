import { plural } from '../../core/plural.ts'
import { boundary, detector, fires, quiet } from '../detector.ts'
import type { PassScene } from '../pass-scene.ts'
import { pass, passes, repeated } from './example-passes.ts'

const REFUSED = { facts: { denials: 1, changed: false }, issues_fixed: 0 }

/** An agent that is refused what it needs cannot get on, however often it is asked. */
export const denials = detector<PassScene, 'passes'>({
  id: 'stagnation.denials',
  layer: 'stagnation',
  shadow: 'stagnation.denials',
  title: 'Tools are refused',
  notices: 'the agent is refused tools pass after pass and changes nothing meanwhile',
  thresholds: { passes: 2 },
  detect: ({ passes: all }, { passes: limit }) => {
    const last = all.slice(-limit)
    const refused = last.filter(({ facts }) => facts.denials > 0 && !facts.changed)
    return last.length >= limit && refused.length === limit
      ? [`tools were refused in ${plural(limit, 'pass', 'passes')}, and nothing was changed`]
      : null
  },
  correction: 'Find a way without what was refused.',
  examples: [
    fires('refused in two passes', repeated(2, REFUSED)),
    boundary('refused in one pass', repeated(1, REFUSED)),
    quiet('refused, and it found another way', repeated(3, { facts: { denials: 1 } })),
    quiet('refused once, then not', passes(pass(REFUSED), pass())),
  ],
})
