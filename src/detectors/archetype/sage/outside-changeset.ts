import { plural } from '../../../core/plural.ts'
import { boundary, detector, fires, quiet } from '../../detector.ts'
import { ELSEWHERE, raised, reviewSceneOf, several } from '../../review-scenes.ts'
import type { SceneFinding, StepScene } from '../../scenes.ts'
import { isElsewhere, isWeighty, placesOf } from '../finding-shapes.ts'

const scene = (findings: SceneFinding[]) => reviewSceneOf({ role: 'sage', findings })

export const outsideChangeset = detector({
  id: 'sage.bureaucrat.outside-changeset',
  layer: 'archetype',
  shadow: 'sage.bureaucrat',
  title: 'a review of something else',
  notices: 'a CRITICAL or WARNING in a file that the change neither touches nor is used by',
  blindTo:
    'old lines in a file that the change touches; a place that the change ought to have touched and that no import leads to',
  thresholds: { findings: 1 },
  detect: ({ review }: StepScene, { findings }) => {
    const outside = review?.findings.filter((finding) => isWeighty(finding) && isElsewhere(finding)) ?? []
    if (outside.length === 0 || outside.length < findings) return null
    const all = plural(review?.findings.length ?? 0, 'finding')
    return [`${outside.length} of ${all} outside the changeset: ${placesOf(outside)}`]
  },
  correction:
    'Review this change and nothing else. Take out the findings in files that it does not touch; what you saw there may go into your notes.',
  examples: [
    fires('a warning about another file', scene([raised(ELSEWHERE)])),
    quiet('three findings in the change', scene(several(3))),
    quiet(
      'a caller that was not adapted',
      scene([raised({ ...ELSEWHERE, facts: { in_change: false, uses_change: true } })]),
    ),
    quiet(
      'a test file that is missing',
      scene([raised({ file: 'test/empty.test.js', facts: { in_change: false, place: 'no-file' } })]),
    ),
    boundary('a remark about another file', scene([raised({ ...ELSEWHERE, severity: 'INFO' })])),
  ],
})
