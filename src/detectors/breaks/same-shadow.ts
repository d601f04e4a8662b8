import { type BreakScene, CALM } from '../break-scene.ts'
import { boundary, detector, fires, quiet } from '../detector.ts'

const rogue = { shadow: 'maker.rogue', evidence: '4 files changed, no test file among them' }

export const sameShadow = detector({
  id: 'break.same-shadow',
  layer: 'break',
  shadow: 'break.same-shadow',
  title: 'the same shadow three times in one cycle',
  notices: 'one shadow that shows again in a cycle although it was corrected and its agent replaced',
  blindTo: 'whether the rule behind the shadow is wrong for this project: then switch that rule off',
  thresholds: { times: 3 },
  detect: ({ shadows }: BreakScene, { times }) => {
    const counts = new Map<string, number>()
    for (const { shadow } of shadows) counts.set(shadow, (counts.get(shadow) ?? 0) + 1)
    const often = shadows.filter(({ shadow }) => counts.get(shadow)! >= times)
    return often.length > 0 ? often.map(({ shadow, evidence }) => `${shadow}: ${evidence}`) : null
  },
  correction: 'The task needs to be broken down, or given another scope: start smaller runs for its parts.',
  examples: [
    fires('the Maker goes rogue three times', { ...CALM, shadows: [rogue, rogue, rogue] }),
    quiet('three different shadows are a question, not a break', {
      ...CALM,
      shadows: [rogue, { ...rogue, shadow: 'guardian.paranoid' }, { ...rogue, shadow: 'sage.bureaucrat' }],
    }),
    boundary('the Maker goes rogue twice', { ...CALM, shadows: [rogue, rogue] }),
  ],
})
