import { plural } from '../../../core/plural.ts'
import { namedFiles } from '../../../core/task-words.ts'
import { boundary, detector, fires, quiet } from '../../detector.ts'
import { contractOf } from '../../example-scenes.ts'
import { isListed } from '../../listed-path.ts'
import { ELSEWHERE, reviewSceneOf, several } from '../../review-scenes.ts'
import type { SceneFinding, StepScene } from '../../scenes.ts'
import { isElsewhere, placesOf } from '../finding-shapes.ts'

const plan = (...files: string[]) => ({ contract: contractOf({ files }), measures: null })
const scene = (findings: SceneFinding[], over = {}) => reviewSceneOf({ role: 'skeptic', findings, ...over })

export const outsideScope = detector({
  id: 'skeptic.paralytic.outside-scope',
  layer: 'archetype',
  shadow: 'skeptic.paralytic',
  title: 'doubts about something else',
  notices: 'more than three findings in files that neither the task nor the plan nor the change is about',
  blindTo:
    'a finding that names no file, and files that are tied to the change by more than an import or a call',
  thresholds: { findings: 3 },
  detect: (scene: StepScene, { findings }) => {
    const outside = scene.review?.findings.filter((finding) => isOutside(finding, scene)) ?? []
    if (outside.length <= findings) return null
    const many = plural(outside.length, 'finding')
    return [`${many} outside the task, the plan and the change: ${placesOf(outside)}`]
  },
  correction:
    'Keep to what the task and the plan are about. Drop the findings in other files, unless you can say which planned change breaks them.',
  examples: [
    fires('four findings in a file nobody plans to touch', scene(several(4, ELSEWHERE))),
    quiet('eight findings in the change', scene(several(8))),
    quiet('four in a folder that the plan names', scene(several(4, ELSEWHERE), { plan: plan('src/') })),
    quiet(
      'four in a file that the task names',
      scene(several(4, ELSEWHERE), { task: 'Make billing.js use slugs' }),
    ),
    quiet(
      'four in a file that uses the change',
      scene(several(4, { ...ELSEWHERE, facts: { in_change: false, uses_change: true } })),
    ),
    boundary('three findings outside', scene([...several(3, ELSEWHERE), ...several(2)])),
  ],
})

function isOutside(finding: SceneFinding, { plan, task, taskFiles }: StepScene): boolean {
  const { file } = finding
  if (file === null || !isElsewhere(finding)) return false
  const told = plan?.measures?.plan?.named ?? []
  const listed = [...(plan?.contract.files ?? []), ...told, ...namedFiles(task, taskFiles)]
  return !isListed(file, listed) && !listed.some((name) => file.endsWith(`/${name}`))
}
