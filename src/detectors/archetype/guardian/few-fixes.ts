import { agreeing, plural } from '../../../core/plural.ts'
import { boundary, detector, fires, immune, quiet } from '../../detector.ts'
import { raised, reviewSceneOf, several } from '../../review-scenes.ts'
import type { SceneFinding, StepScene } from '../../scenes.ts'
import { hasFix, isCritical, isGenuine, isWeighty, placesOf } from '../finding-shapes.ts'

const unfixed = { fix: '' }

/** A genuine CRITICAL is worth knowing without a fix: that it has none is not held against it. */
const needsFix = (finding: SceneFinding) => !(isCritical(finding) && isGenuine(finding))

export const fewFixes = detector({
  id: 'guardian.paranoid.few-fixes',
  layer: 'archetype',
  shadow: 'guardian.paranoid',
  title: 'findings without a way out',
  notices: 'fewer than half of at least three findings say how to fix them',
  blindTo:
    'whether a fix that is given would help; remarks alone, with nothing above INFO, are not looked at',
  thresholds: { findings: 3, share: 0.5 },
  detect: ({ review }: StepScene, { findings, share }) => {
    if (!review?.findings.some(isWeighty)) return null
    const counted = review.findings.filter((finding) => needsFix(finding) || hasFix(finding))
    const without = counted.filter((finding) => !hasFix(finding))
    const fixes = counted.length - without.length
    if (counted.length < findings || fixes >= share * counted.length) return null
    return [
      `${fixes} of ${plural(counted.length, 'finding')} ${agreeing(fixes, 'includes', 'include')} a fix; none at ${placesOf(without)}`,
    ]
  },
  correction:
    'Give every finding that you keep a fix that somebody else could carry out: what to change, where. Drop those for which you know none.',
  examples: [
    fires('three warnings, none with a fix', reviewSceneOf({ findings: several(3, unfixed) })),
    fires(
      'five findings, two with a fix',
      reviewSceneOf({ findings: [...several(2), ...several(3, { fix: 'n/a' })] }),
    ),
    quiet('three warnings, each with a fix', reviewSceneOf({ findings: several(3) })),
    quiet(
      'four remarks without a fix, and an approval',
      reviewSceneOf({ findings: several(4, { severity: 'INFO', ...unfixed }) }),
    ),
    boundary('two warnings without a fix', reviewSceneOf({ findings: several(2, unfixed) })),
    boundary(
      'four findings, two with a fix',
      reviewSceneOf({ findings: [...several(2), ...several(2, unfixed)] }),
    ),
    immune(
      'two genuine CRITICAL and a remark, none with a fix',
      reviewSceneOf({
        findings: [
          ...several(2, { severity: 'CRITICAL', ...unfixed }),
          raised({ severity: 'INFO', ...unfixed }),
        ],
      }),
    ),
  ],
})
