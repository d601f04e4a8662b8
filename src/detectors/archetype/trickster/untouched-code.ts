import { plural } from '../../../core/plural.ts'
import { boundary, detector, fires, immune, quiet } from '../../detector.ts'
import { ELSEWHERE, raised, reviewSceneOf, several } from '../../review-scenes.ts'
import type { SceneFinding, StepScene } from '../../scenes.ts'
import { isElsewhere, isWeighty, placesOf } from '../finding-shapes.ts'

const scene = (findings: SceneFinding[]) => reviewSceneOf({ role: 'trickster', findings })

export const untouchedCode = detector({
  id: 'trickster.false-alarm.untouched-code',
  layer: 'archetype',
  shadow: 'trickster.false-alarm',
  title: 'bugs in code that nobody touched',
  notices: 'a CRITICAL or WARNING in a file that the change neither touches nor is used by',
  blindTo:
    'old lines in a file that the change touches; files that depend on the change by more than an import or a call',
  thresholds: { findings: 1 },
  detect: ({ review }: StepScene, { findings }) => {
    const outside = review?.findings.filter((finding) => isWeighty(finding) && isElsewhere(finding)) ?? []
    if (outside.length === 0 || outside.length < findings) return null
    const all = plural(review?.findings.length ?? 0, 'finding')
    return [`${outside.length} of ${all} in untouched code: ${placesOf(outside)}`]
  },
  correction:
    'Take out every finding in code that this change did not touch. If the change makes old code fail, report it at the changed line that does it, with the input that shows it.',
  examples: [
    fires('a warning in a file that has nothing to do with the change', scene([raised(ELSEWHERE)])),
    fires('one of four findings is elsewhere', scene([...several(3), raised(ELSEWHERE)])),
    quiet('three findings in the change', scene(several(3))),
    quiet(
      'a caller that the change breaks',
      scene([raised({ ...ELSEWHERE, facts: { in_change: false, uses_change: true } })]),
    ),
    boundary('a remark about other code', scene([raised({ ...ELSEWHERE, severity: 'INFO' })])),
    boundary(
      'a file that is not there is no untouched code',
      scene([raised({ ...ELSEWHERE, facts: { in_change: false, place: 'no-file' } })]),
    ),
    immune('five edge cases in the change, each with a reproduction', scene(several(5))),
  ],
})
