import { plural } from '../../../core/plural.ts'
import { names, vocabularyOf } from '../../../measures/vocabulary.ts'
import { boundary, detector, fires, immune, quiet } from '../../detector.ts'
import { planSceneOf } from '../../plan-scenes.ts'
import type { StepScene } from '../../scenes.ts'

const two = ['zod', 'lodash']

export const packages = detector({
  id: 'creator.over-architect.packages',
  layer: 'archetype',
  shadow: 'creator.over-architect',
  title: 'more than one new package',
  notices:
    'a plan that adds more than one package which no manifest of the base has and the task does not ask for',
  blindTo: 'packages that the plan adds without a command, a manifest entry or a version, and what they cost',
  thresholds: { packages: 1 },
  detect: ({ measures, task }: StepScene, thresholds) => {
    const asked = vocabularyOf(task)
    const found = (measures?.plan?.packages ?? []).filter((name) => !names(asked, name))
    if (found.length <= thresholds.packages) return null
    return [`${plural(found.length, 'new package')}: ${found.join(', ')}`]
  },
  correction:
    'Do it with what the project has. Keep one new package at most, and only if writing what it gives would be more than a few functions.',
  examples: [
    fires('two packages for one task', planSceneOf({ planned: { packages: two } })),
    quiet('none', planSceneOf({})),
    boundary('one', planSceneOf({ planned: { packages: two.slice(0, 1) } })),
    immune(
      'two, and the task asks for them',
      planSceneOf({
        task: 'Move the checks to zod and drop our own copies of lodash',
        planned: { packages: two },
      }),
    ),
  ],
})
