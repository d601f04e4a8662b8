import { boundary, detector, fires, immune, quiet } from '../../detector.ts'
import { raised, reviewSceneOf, several, UNSHOWN } from '../../review-scenes.ts'
import type { StepScene } from '../../scenes.ts'
import { isCritical, isGenuine, placesOf } from '../finding-shapes.ts'

const critical = (count: number) => several(count, { severity: 'CRITICAL', ...UNSHOWN })

export const criticalRatio = detector({
  id: 'guardian.paranoid.critical-ratio',
  layer: 'archetype',
  shadow: 'guardian.paranoid',
  title: 'nearly everything is CRITICAL',
  notices:
    'at least three CRITICAL, more than two for each WARNING, and not all of them shown to hold in the change',
  blindTo: 'how bad a finding really is: it sees that a CRITICAL is shown, not that it deserves the word',
  thresholds: { criticals: 3, ratio: 2 },
  detect: ({ review }: StepScene, { criticals, ratio }) => {
    const found = review?.findings.filter(isCritical) ?? []
    const warnings = review?.findings.filter(({ severity }) => severity === 'WARNING').length ?? 0
    if (found.length < criticals || found.length <= ratio * warnings) return null
    const doubtful = found.filter((finding) => !isGenuine(finding))
    if (doubtful.length === 0) return null
    const total = `${found.length} CRITICAL to ${warnings} WARNING`
    return [`${total}; not shown to hold in the change: ${placesOf(doubtful)}`]
  },
  correction:
    'Go through your CRITICAL findings one at a time: is this a reason not to ship, and can you show it in the changed code? Show it with code, a command or a reproduction, or make it a WARNING or an INFO.',
  examples: [
    fires('three CRITICAL without a proof and no WARNING', reviewSceneOf({ findings: critical(3) })),
    fires(
      'five CRITICAL, one of them unproven, to two WARNING',
      reviewSceneOf({
        findings: [...several(4, { severity: 'CRITICAL' }), ...critical(1), ...several(2)],
      }),
    ),
    quiet('an approval with one remark', reviewSceneOf({ findings: [raised({ severity: 'INFO' })] })),
    boundary('two CRITICAL and no WARNING', reviewSceneOf({ findings: critical(2) })),
    boundary('four CRITICAL to two WARNING', reviewSceneOf({ findings: [...critical(4), ...several(2)] })),
    immune(
      'two CRITICAL, both genuine',
      reviewSceneOf({ findings: several(2, { severity: 'CRITICAL', category: 'security' }) }),
    ),
    immune(
      'five CRITICAL, each shown in the change',
      reviewSceneOf({ findings: several(5, { severity: 'CRITICAL' }) }),
    ),
  ],
})
