import { boundary, detector, fires, immune, quiet } from '../../detector.ts'
import { reviewSceneOf, several, UNSHOWN } from '../../review-scenes.ts'
import type { StepScene } from '../../scenes.ts'
import { isCritical, isGenuine } from '../finding-shapes.ts'

const worries = several(2, UNSHOWN)

export const neverApproves = detector({
  id: 'guardian.paranoid.never-approves',
  layer: 'archetype',
  shadow: 'guardian.paranoid',
  title: 'nothing is ever approved',
  notices: 'three or more reviews in one run, all rejections, the last without a CRITICAL that holds',
  blindTo:
    'whether the work got better in between; an answer without a verdict is no review, and neither approves nor rejects',
  thresholds: { reviews: 3 },
  detect: ({ review, verdictsBefore }: StepScene, { reviews }) => {
    if (!review) return null
    const verdicts = [...verdictsBefore, review.verdict].filter((verdict) => verdict !== 'NONE')
    if (review.verdict !== 'REJECTED' || verdicts.includes('APPROVED') || verdicts.length < reviews)
      return null
    const criticals = review.findings.filter(isCritical)
    if (criticals.length > 0 && criticals.every(isGenuine)) return null
    const holding = criticals.filter(isGenuine).length
    return [
      `${verdicts.length} reviews and no approval; of ${criticals.length} CRITICAL now, ${holding} are shown to hold`,
    ]
  },
  correction:
    'Say what exactly would have to change for you to approve. Reject only for a CRITICAL that you can show in the changed code; with warnings alone, approve and leave them on record.',
  examples: [
    fires(
      'a third rejection, over warnings',
      reviewSceneOf({ findings: worries, verdictsBefore: ['REJECTED', 'REJECTED'] }),
    ),
    fires(
      'a third rejection, over a CRITICAL that is only claimed',
      reviewSceneOf({
        findings: several(1, { severity: 'CRITICAL', ...UNSHOWN }),
        verdictsBefore: ['REJECTED', 'REJECTED'],
      }),
    ),
    quiet('an approval after two rejections', reviewSceneOf({ verdictsBefore: ['REJECTED', 'REJECTED'] })),
    quiet(
      'it has approved before',
      reviewSceneOf({ findings: worries, verdictsBefore: ['APPROVED', 'REJECTED', 'REJECTED'] }),
    ),
    boundary('a second rejection', reviewSceneOf({ findings: worries, verdictsBefore: ['REJECTED'] })),
    boundary(
      'two rejections and an answer without a verdict',
      reviewSceneOf({ findings: worries, verdictsBefore: ['REJECTED', 'NONE'] }),
    ),
    immune(
      'a third rejection, over two genuine CRITICAL',
      reviewSceneOf({
        findings: several(2, { severity: 'CRITICAL' }),
        verdictsBefore: ['REJECTED', 'REJECTED'],
      }),
    ),
  ],
})
