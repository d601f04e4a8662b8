import { plural } from '../../core/plural.ts'
import { boundary, detector, fires, immune, quiet } from '../detector.ts'
import { fewerFail, onlyReads, type PassScene } from '../pass-scene.ts'
import { counted, pass, passes, repeated } from './example-passes.ts'

const SAME = { issues_fixed: 0, issues_found: 2 }

/** Motion is not progress: something has to be mended, less has to be open, or fewer tests fail. */
export const notProgressing = detector<PassScene, 'passes'>({
  id: 'stagnation.not-progressing',
  layer: 'stagnation',
  shadow: 'stagnation.not-progressing',
  title: 'The task does not move',
  notices: 'files change, and as much is open after many passes as before them, and no fewer tests fail',
  thresholds: { passes: 5 },
  detect: ({ passes: all }, { passes: limit }) => {
    const last = all.slice(-limit)
    const [first] = last
    if (last.length < limit || !first || last.every(onlyReads)) return null
    const from = all.length - last.length
    const moved = last.some(
      (each, at) =>
        at > 0 &&
        (each.issues_fixed > 0 || each.issues_found < first.issues_found || fewerFail(all, from + at)),
    )
    return moved
      ? null
      : [
          `${first.issues_found} open before, ${last.at(-1)!.issues_found} after ${plural(limit, 'pass', 'passes')}`,
        ]
  },
  correction: 'Take the one thing that blocks the rest, and finish that first.',
  examples: [
    fires('five passes, nothing mended', repeated(5, SAME)),
    boundary('four passes, nothing mended', repeated(4, SAME)),
    fires('as many tests fail all the time', counted([9, 9, 9, 9, 9], SAME)),
    immune('declared research', repeated(5, { ...SAME, facts: { changed: false, research: true } })),
    fires('research that changes files', repeated(5, { ...SAME, facts: { research: true } })),
    quiet('fewer tests fail in the end', counted([9, 9, 9, 9, 8], SAME)),
    quiet('one thing mended in between', passes(...repeated(3, SAME).passes, pass(), pass(SAME))),
    quiet(
      'less is open than before',
      passes(...repeated(4, SAME).passes, pass({ issues_fixed: 0, issues_found: 1 })),
    ),
  ],
})
