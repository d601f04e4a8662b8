import { plural } from '../../core/plural.ts'
import { boundary, detector, fires, immune, quiet } from '../detector.ts'
import type { PassScene } from '../pass-scene.ts'
import { pass, passes, repeated } from './example-passes.ts'

const IDLE = { facts: { changed: false }, issues_fixed: 0 }

/** Commits, staged, unstaged and untracked changes all count: what changed is what git says after the pass. */
export const noFileChanges = detector<PassScene, 'passes'>({
  id: 'stagnation.no-file-changes',
  layer: 'stagnation',
  shadow: 'stagnation.no-file-changes',
  title: 'No file changes',
  notices: 'pass after pass leaves every file as it was, and research was not what was asked for',
  thresholds: { passes: 3 },
  detect: ({ passes: all }, { passes: limit }) => {
    const last = all.slice(-limit)
    const idle = last.length >= limit && last.every(({ facts }) => !facts.changed && !facts.research)
    return idle ? [`no file was changed in ${plural(limit, 'pass', 'passes')}`] : null
  },
  correction: 'Change something that brings the task forward, or say what is in the way.',
  examples: [
    fires('three passes without a change', repeated(3, IDLE)),
    fires('three idle passes after one that worked', passes(pass(), ...repeated(3, IDLE).passes)),
    boundary('two passes without a change', repeated(2, IDLE)),
    quiet('a change in between', passes(pass(IDLE), pass(), pass(IDLE), pass(IDLE))),
    immune('declared research', repeated(4, { facts: { changed: false, research: true } })),
  ],
})
