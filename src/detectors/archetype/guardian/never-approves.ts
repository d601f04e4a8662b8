import { plural } from '../../../core/plural.ts'
import { boundary, detector, fires, immune, quiet } from '../../detector.ts'
import { reviewSceneOf, several, UNSHOWN } from '../../review-scenes.ts'
import type { SceneFinding, SceneReview, StepScene } from '../../scenes.ts'
import { isCritical, isGenuine, isWeighty } from '../finding-shapes.ts'

const worries = several(2, UNSHOWN)

export const neverApproves = detector({
  id: 'guardian.paranoid.never-approves',
  layer: 'archetype',
  shadow: 'guardian.paranoid',
  title: 'nothing is ever approved',
  notices:
    'three or more reviews in one run since the reviewer was last replaced, all rejections, the last over findings that are not shown to hold',
  blindTo:
    'whether the work got better in between; an answer without a verdict is no review, and neither approves nor rejects',
  thresholds: { reviews: 3 },
  detect: ({ review, verdictsBefore }: StepScene, { reviews }) => {
    if (!review) return null
    const verdicts = [...verdictsBefore, review.verdict].filter((verdict) => verdict !== 'NONE')
    if (review.verdict !== 'REJECTED' || verdicts.includes('APPROVED') || verdicts.length < reviews)
      return null
    const grounds = groundsOf(review)
    const holding = grounds.filter(isGenuine).length
    if (grounds.length > 0 && holding === grounds.length) return null
    return [
      `${plural(verdicts.length, 'review')} and no approval; of ${plural(grounds.length, 'weighty finding')} now, ${plural(holding, 'is', 'are')} shown to hold`,
    ]
  },
  correction:
    'Say what exactly would have to change for you to approve. Reject only for what you can show in the changed code; a worry that you cannot show goes on record with an approval.',
  examples: [
    fires(
      'a third rejection, over warnings that are only claimed',
      reviewSceneOf({ findings: worries, verdictsBefore: ['REJECTED', 'REJECTED'] }),
    ),
    fires(
      'a third rejection, over a CRITICAL that is only claimed',
      reviewSceneOf({
        findings: several(1, { severity: 'CRITICAL', ...UNSHOWN }),
        verdictsBefore: ['REJECTED', 'REJECTED'],
      }),
    ),
    fires(
      'a third rejection, over nothing',
      reviewSceneOf({ verdict: 'REJECTED', verdictsBefore: ['REJECTED', 'REJECTED'] }),
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
    immune(
      'a third rejection, over two genuine warnings',
      reviewSceneOf({ findings: several(2), verdictsBefore: ['REJECTED', 'REJECTED'] }),
    ),
    immune(
      'a third rejection, over a genuine CRITICAL beside a worry',
      reviewSceneOf({
        findings: [...several(1, { severity: 'CRITICAL' }), ...worries],
        verdictsBefore: ['REJECTED', 'REJECTED'],
      }),
    ),
  ],
})

/** What the rejection rests on: its CRITICAL findings, or else its warnings. */
function groundsOf({ findings }: SceneReview): SceneFinding[] {
  const criticals = findings.filter(isCritical)
  return criticals.length > 0 ? criticals : findings.filter(isWeighty)
}
