import { agreeing, plural } from '../../../core/plural.ts'
import { boundary, detector, fires, quiet } from '../../detector.ts'
import { reviewSceneOf, several } from '../../review-scenes.ts'
import type { SceneFinding, StepScene } from '../../scenes.ts'
import { hasAction, isWeighty, placesOf } from '../finding-shapes.ts'

const scene = (findings: SceneFinding[]) => reviewSceneOf({ role: 'skeptic', findings })

export const fewAlternatives = detector({
  id: 'skeptic.paralytic.few-alternatives',
  layer: 'archetype',
  shadow: 'skeptic.paralytic',
  title: 'doubts without another way',
  notices: 'fewer than half of at least three challenges say what to do instead',
  blindTo: 'whether the other way is better; remarks alone, with nothing above INFO, are not looked at',
  thresholds: { challenges: 3, share: 0.5 },
  detect: ({ review }: StepScene, { challenges, share }) => {
    const findings = review?.findings ?? []
    const without = findings.filter((finding) => !hasAction(finding))
    const given = findings.length - without.length
    if (!findings.some(isWeighty) || findings.length < challenges || given >= share * findings.length)
      return null
    return [
      `${given} of ${plural(findings.length, 'challenge')} ${agreeing(given, 'offers', 'offer')} an alternative; none at ${placesOf(without)}`,
    ]
  },
  correction:
    'Say for every challenge what you would do instead, as concretely as the plan does. A doubt to which you see no alternative is a risk to note, not a challenge: take it out.',
  examples: [
    fires('three doubts and no alternative', scene(several(3, { fix: '' }))),
    fires(
      'four challenges, three of which ask to think again',
      scene([...several(1), ...several(3, { fix: 'Reconsider this approach' })]),
    ),
    quiet('three challenges, each with an alternative', scene(several(3))),
    quiet('three remarks on a plan that is approved', scene(several(3, { fix: '', severity: 'INFO' }))),
    boundary('two doubts without an alternative', scene(several(2, { fix: '' }))),
    boundary(
      'four challenges, two with an alternative',
      scene([
        ...several(2, { fix: 'Consider `Intl.Collator` in place of a table' }),
        ...several(2, { fix: '' }),
      ]),
    ),
  ],
})
