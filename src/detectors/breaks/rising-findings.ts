import { type BreakScene, CALM } from '../break-scene.ts'
import { boundary, detector, fires, quiet } from '../detector.ts'

const counted = (before: number, now: number) => ({
  ...CALM,
  counted: { before, now, reviewers: ['guardian'] },
})

export const risingFindings = detector({
  id: 'break.rising-findings',
  layer: 'break',
  shadow: 'break.rising-findings',
  title: 'more findings than in the last cycle',
  notices: 'a cycle that leaves clearly more CRITICAL and WARNING than the one before, of the same reviewers',
  blindTo: 'whether the reviewers looked closer this time, at work that is better',
  thresholds: { more: 2 },
  detect: ({ counted }: BreakScene, { more }) => {
    if (!counted || counted.now - counted.before < more) return null
    const { before, now, reviewers } = counted
    return [`${before} CRITICAL and WARNING, then ${now} (${reviewers.join(', ')})`]
  },
  correction:
    'Mending makes it worse: the branch shows the best cycle, not the last. Give the task a smaller scope, or describe the way to go.',
  examples: [
    fires('two findings, then four', counted(2, 4)),
    quiet('three findings, then one', counted(3, 1)),
    quiet('no reviewer looked at both cycles', { ...CALM, counted: { before: 0, now: 0, reviewers: [] } }),
    boundary('one more than in the last cycle may be chance', counted(2, 3)),
  ],
})
