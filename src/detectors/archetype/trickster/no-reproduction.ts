import { plural } from '../../../core/plural.ts'
import { boundary, detector, fires, immune, quiet } from '../../detector.ts'
import { reviewSceneOf, several, UNSHOWN } from '../../review-scenes.ts'
import type { SceneFinding, StepScene } from '../../scenes.ts'
import { isReproduced, isWeighty, placesOf } from '../finding-shapes.ts'

const scene = (findings: SceneFinding[]) => reviewSceneOf({ role: 'trickster', findings })

export const noReproduction = detector({
  id: 'trickster.false-alarm.no-reproduction',
  layer: 'archetype',
  shadow: 'trickster.false-alarm',
  title: 'bugs that nobody can see happen',
  notices: 'more than three findings above INFO without steps, a command or a call that shows them',
  blindTo: 'whether the steps, if there are any, lead to what is claimed: nothing is run',
  thresholds: { findings: 3 },
  detect: ({ review }: StepScene, { findings }) => {
    const without = review?.findings.filter((each) => isWeighty(each) && !isReproduced(each)) ?? []
    if (without.length <= findings) return null
    return [`${plural(without.length, 'finding')} without steps to reproduce them: ${placesOf(without)}`]
  },
  correction:
    'Give for every finding the exact input or command, what happens, and what should happen. Take out what you could not make happen.',
  examples: [
    fires('four findings that are only said', scene(several(4, UNSHOWN))),
    fires('four findings that only quote code', scene(several(4, { facts: { evidence: 'code' } }))),
    quiet('three findings, each with a reproduction', scene(several(3))),
    quiet('four remarks that are only said', scene(several(4, { ...UNSHOWN, severity: 'INFO' }))),
    boundary('three of five without', scene([...several(2), ...several(3, UNSHOWN)])),
    immune('five edge cases in the change, each with a reproduction', scene(several(5))),
  ],
})
