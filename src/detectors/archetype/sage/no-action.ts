import { plural } from '../../../core/plural.ts'
import { boundary, detector, fires, immune, quiet } from '../../detector.ts'
import { reviewSceneOf, several } from '../../review-scenes.ts'
import type { SceneFinding, StepScene } from '../../scenes.ts'
import { hasAction, hasFix, isWeighty, placesOf } from '../finding-shapes.ts'

const scene = (findings: SceneFinding[]) => reviewSceneOf({ role: 'sage', findings })
const vague = { severity: 'INFO', fix: 'Consider improving the structure' } as const

export const noAction = detector({
  id: 'sage.bureaucrat.no-action',
  layer: 'archetype',
  shadow: 'sage.bureaucrat',
  title: 'advice that asks for nothing',
  notices:
    'more than two findings that give nothing to do, or ask to think about something and do not say what; remarks alone, which ask for nothing at all, are none',
  blindTo: 'an action that is given in the description alone, and one that is plain and still means nothing',
  thresholds: { findings: 2 },
  detect: ({ review }: StepScene, { findings }) => {
    const idle = review?.findings.filter((finding) => !hasAction(finding)) ?? []
    // A remark is INFO without a fix: it does not claim that there is something to do.
    if (idle.length <= findings || !idle.some((each) => isWeighty(each) || hasFix(each))) return null
    return [`${plural(idle.length, 'finding')} without an action: ${placesOf(idle)}`]
  },
  correction:
    'Turn each finding into one specific change: what to rename, move, split, delete or test, and where. If there is nothing you would have changed, leave the finding out.',
  examples: [
    fires('three findings that ask to think about it', scene(several(3, vague))),
    fires('three findings without a fix', scene(several(3, { fix: '' }))),
    quiet('three findings with something to do', scene(several(3))),
    quiet(
      'three that ask to consider one exact change',
      scene(several(3, { fix: 'Consider renaming `x` to `title`' })),
    ),
    quiet(
      'three that ask to consider a test and say which',
      scene(several(3, { fix: 'Consider adding a test with an empty title' })),
    ),
    fires(
      'a warning without a fix among remarks',
      scene([...several(1, { fix: '' }), ...several(2, { severity: 'INFO', fix: '' })]),
    ),
    immune('an approval with three remarks', scene(several(3, { severity: 'INFO', fix: '' }))),
    boundary('two of four without an action', scene([...several(2), ...several(2, vague)])),
  ],
})
