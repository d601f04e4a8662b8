import { plural } from '../../../core/plural.ts'
import { boundary, detector, fires, quiet } from '../../detector.ts'
import { reviewSceneOf, several } from '../../review-scenes.ts'
import type { StepScene } from '../../scenes.ts'

const scene = (challenges: number) => reviewSceneOf({ role: 'skeptic', findings: several(challenges) })

export const manyChallenges = detector({
  id: 'skeptic.paralytic.many-challenges',
  layer: 'archetype',
  shadow: 'skeptic.paralytic',
  title: 'more doubts than a plan can answer',
  notices: 'more than seven challenges in one review',
  blindTo: 'whether the plan is so bad that all of them are right',
  thresholds: { challenges: 7 },
  detect: ({ review }: StepScene, { challenges }) => {
    const count = review?.findings.length ?? 0
    return count > challenges ? [`${plural(count, 'challenge')} to one plan`] : null
  },
  correction:
    'Order your challenges by what it costs if you are right. Keep the three at the top, each with what you would do instead, and leave out the others.',
  examples: [
    fires('eight challenges', scene(8)),
    quiet('three challenges', scene(3)),
    boundary('seven challenges', scene(7)),
  ],
})
