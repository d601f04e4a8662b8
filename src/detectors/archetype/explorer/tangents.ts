import { boundary, detector, fires, immune, quiet } from '../../detector.ts'
import { researchSceneOf, several } from '../../plan-scenes.ts'
import type { StepScene } from '../../scenes.ts'

const astray = (count: number) => ({ tangents: several(count, (at) => `Aside ${at}`) })

export const tangents = detector({
  id: 'explorer.rabbit-hole.tangents',
  layer: 'archetype',
  shadow: 'explorer.rabbit-hole',
  title: 'sections that lead nowhere',
  notices:
    'more than three sections whose files and names have nothing to do with the task, the other sections or the recommendation',
  blindTo:
    'asides that name no file and no identifier, asides that point at one another, and a link between two things that only their code shows',
  thresholds: { tangents: 3 },
  detect: ({ measures }: StepScene, thresholds) => {
    const found = measures?.research?.tangents ?? []
    if (found.length <= thresholds.tangents) return null
    return [`${found.length} sections share nothing with the task or the rest: ${found.join(', ')}`]
  },
  judgement: {
    question:
      'Are there more than three sections that the task does not need, counting those that name no file and those that point only at one another?',
    suspects: ({ measures }: StepScene, thresholds) => {
      const { headings = 0, tangents: found = [] } = measures?.research ?? {}
      if (found.length === 0 || headings <= thresholds.tangents) return null
      return [`of ${headings} sections these share nothing with the task or the rest: ${found.join(', ')}`]
    },
  },
  correction:
    'Drop every section that the task does not need. For each one you keep, say in a sentence what it means for the change; then close with one recommendation.',
  examples: [
    fires('four asides', researchSceneOf({ research: astray(4) })),
    quiet('none', researchSceneOf({})),
    boundary('three asides', researchSceneOf({ research: astray(3) })),
    immune(
      'twelve sections about scattered packages, all of which the recommendation names',
      researchSceneOf({ words: 1900, research: { headings: 12, tangents: [] } }),
    ),
  ],
})
