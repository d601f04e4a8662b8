import { plural } from '../../core/plural.ts'
import { boundary, detector, fires, immune, quiet } from '../detector.ts'
import { fewerFail, onlyReads, type PassScene } from '../pass-scene.ts'
import { counted, pass, passes, repeated } from './example-passes.ts'

const CLAIM = { claims_done: true, issues_fixed: 0 }

/** Every pass may end with "done": what counts is that it was said against red checks, and nothing had got better. */
export const completionWithoutEvidence = detector<PassScene, 'passes'>({
  id: 'stagnation.completion-without-evidence',
  layer: 'stagnation',
  shadow: 'stagnation.completion-without-evidence',
  title: 'Done is claimed, and is not',
  notices: 'the work is called done pass after pass while the checks say otherwise and nothing got better',
  thresholds: { passes: 3 },
  detect: ({ passes: all }, { passes: limit }) => {
    const last = all.slice(-limit)
    const from = all.length - last.length
    const better = (at: number) => at > 0 && (last[at]!.issues_fixed > 0 || fewerFail(all, from + at))
    const hollow = last.filter(
      (each, at) => each.claims_done && each.check === 'red' && !onlyReads(each) && !better(at),
    )
    return last.length >= limit && hollow.length === limit
      ? [`done was said ${plural(limit, 'time')}, and not once were the checks green`]
      : null
  },
  correction: 'Run the checks yourself and read what they say; done is decided by them.',
  examples: [
    fires('done three times, red three times', repeated(3, CLAIM)),
    boundary('done twice', repeated(2, CLAIM)),
    quiet('done is said, and each time something was mended', repeated(4, { claims_done: true })),
    quiet('done is said and the checks are green', repeated(4, { ...CLAIM, check: 'green' })),
    fires('done is said, and as many tests fail as before', counted([5, 5, 5], CLAIM)),
    quiet('done is said, and fewer tests fail each time', counted([9, 5, 2], CLAIM)),
    immune('declared research', repeated(4, { ...CLAIM, facts: { changed: false, research: true } })),
    fires('research that changes files', repeated(3, { ...CLAIM, facts: { research: true } })),
    quiet('nobody says done', repeated(4, { issues_fixed: 0 })),
    quiet(
      'one pass without the claim',
      passes(pass(CLAIM), pass({ issues_fixed: 0 }), pass(CLAIM), pass(CLAIM)),
    ),
  ],
})
