import { type BreakScene, CALM } from '../break-scene.ts'
import { boundary, detector, fires, quiet } from '../detector.ts'

const scores = (...all: number[]) =>
  all.map((score) => ({ score, counts: { new: 3, resolved: 1, persistent: 0, regressed: 0 } }))

export const lowConvergence = detector({
  id: 'break.low-convergence',
  layer: 'break',
  shadow: 'break.low-convergence',
  title: 'convergence below 0.5 twice',
  notices: 'cycles one after another in which more findings appear than are resolved',
  blindTo: 'whether the new findings matter less than those that are gone',
  thresholds: { score: 0.5, cycles: 2 },
  detect: ({ convergence }: BreakScene, { score, cycles }) => {
    const last = convergence.slice(-cycles)
    const low = last.length >= cycles && last.every((each) => each.score < score)
    return low ? [`convergence ${last.map((each) => each.score.toFixed(2)).join(', then ')}`] : null
  },
  correction:
    'This needs another approach: look at what the best cycle left on the branch, and describe the way to go in the task.',
  examples: [
    fires('0.25, then 0.40', { ...CALM, convergence: scores(0.25, 0.4) }),
    quiet('low once, better after it', { ...CALM, convergence: scores(0.25, 0.75) }),
    boundary('0.25, then 0.50', { ...CALM, convergence: scores(0.25, 0.5) }),
    boundary('low in one cycle only, so far', { ...CALM, convergence: scores(0.25) }),
  ],
})
