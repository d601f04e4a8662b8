import { type BreakScene, CALM } from '../break-scene.ts'
import { boundary, detector, fires, quiet } from '../detector.ts'

const cycle = (counts: Partial<BreakScene['convergence'][number]['counts']>, score: number) => ({
  score,
  counts: { new: 0, resolved: 0, persistent: 0, regressed: 0, ...counts },
})

export const identicalFindings = detector({
  id: 'break.identical-findings',
  layer: 'break',
  shadow: 'break.identical-findings',
  title: 'findings identical to the last cycle',
  notices: 'a cycle that leaves exactly the findings which the cycle before it left',
  blindTo: 'work towards a finding that is not finished: half a fix looks like none',
  thresholds: {},
  detect: ({ convergence }: BreakScene) => {
    const now = convergence.at(-1)
    if (!now) return null
    const { persistent, resolved, new: fresh, regressed } = now.counts
    const same = persistent > 0 && resolved + fresh + regressed === 0
    return same
      ? [`all ${persistent} of the last cycle's findings stand, and no other; convergence 0.00`]
      : null
  },
  correction:
    'Another cycle would give the same. Look at the branch: mend what is left by hand, or say in the task how it is to be done.',
  examples: [
    fires('three findings stand, and nothing else', { ...CALM, convergence: [cycle({ persistent: 3 }, 0)] }),
    quiet('the first cycle has nothing to compare with', CALM),
    boundary('two stand and one is gone', {
      ...CALM,
      convergence: [cycle({ persistent: 2, resolved: 1 }, 1)],
    }),
  ],
})
