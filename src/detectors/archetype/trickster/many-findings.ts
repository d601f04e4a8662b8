import { plural } from '../../../core/plural.ts'
import { boundary, detector, fires, immune, quiet } from '../../detector.ts'
import { changed } from '../../example-scenes.ts'
import { reviewSceneOf, several, UNSHOWN } from '../../review-scenes.ts'
import type { SceneFinding, StepScene } from '../../scenes.ts'
import { isInChange, isReproduced } from '../finding-shapes.ts'

const scene = (findings: SceneFinding[], files = 2) =>
  reviewSceneOf({
    role: 'trickster',
    findings,
    change: { files: Array.from({ length: files }, (_, at) => changed(`src/part-${at}.js`)) },
  })

export const manyFindings = detector({
  id: 'trickster.false-alarm.many-findings',
  layer: 'archetype',
  shadow: 'trickster.false-alarm',
  title: 'a flood of findings for a small change',
  notices:
    'more than ten findings for fewer than five changed files, not all of them reproduced in the change',
  blindTo:
    'how much there is in the changed files: five small ones may have less to find than one that is large',
  thresholds: { findings: 10, files: 5 },
  detect: ({ review, change }: StepScene, { findings, files }) => {
    if (!review || !change) return null
    const count = review.findings.length
    if (count <= findings || change.files.length >= files) return null
    const shown = review.findings.filter((finding) => isInChange(finding) && isReproduced(finding)).length
    if (shown === count) return null
    return [
      `${plural(count, 'finding')} for ${plural(change.files.length, 'changed file')}; ${plural(shown, 'is', 'are')} reproduced in the change`,
    ]
  },
  correction:
    'Order your findings by how likely the input is and how much it destroys. Keep the three to five at the top, each with its reproduction, and leave out the others.',
  examples: [
    fires('eleven findings for two files, none reproduced', scene(several(11, UNSHOWN))),
    fires(
      'twelve findings for four files, one of them not reproduced',
      scene([...several(11), ...several(1, UNSHOWN)], 4),
    ),
    quiet('three findings for two files', scene(several(3))),
    boundary('ten findings for two files', scene(several(10, UNSHOWN))),
    boundary('eleven findings for five files', scene(several(11, UNSHOWN), 5)),
    immune('eleven edge cases in the change, each with a reproduction', scene(several(11))),
  ],
})
