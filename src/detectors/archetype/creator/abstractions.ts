import { plural } from '../../../core/plural.ts'
import { names, vocabularyOf } from '../../../measures/vocabulary.ts'
import { boundary, detector, fires, immune, quiet } from '../../detector.ts'
import { planSceneOf } from '../../plan-scenes.ts'
import type { StepScene } from '../../scenes.ts'

const three = ['SlugStrategy', 'SlugStrategyFactory', 'AbstractNormaliser']

export const abstractions = detector({
  id: 'creator.over-architect.abstractions',
  layer: 'archetype',
  shadow: 'creator.over-architect',
  title: 'more abstractions than the feature needs',
  notices:
    'a plan that brings in more than two classes, interfaces or the like which neither the base has nor the task names',
  blindTo:
    'whether the third one is really needed, and abstractions that are plain functions or have ordinary names and no declaration in the plan',
  thresholds: { abstractions: 2 },
  detect: ({ measures, task }: StepScene, thresholds) => {
    const asked = vocabularyOf(task)
    const found = (measures?.plan?.abstractions ?? []).filter((name) => !names(asked, name))
    if (found.length <= thresholds.abstractions) return null
    return [`${plural(found.length, 'new abstraction')} for one task: ${found.join(', ')}`]
  },
  correction:
    'Plan for what is asked today. Do it with the functions and types that are there; keep a new class or interface only where the task cannot be done without it, and say why.',
  examples: [
    fires('a strategy, its factory and an abstract base', planSceneOf({ planned: { abstractions: three } })),
    quiet('none', planSceneOf({})),
    boundary('two', planSceneOf({ planned: { abstractions: three.slice(0, 2) } })),
    immune(
      'three, and the task asks for them by name',
      planSceneOf({
        task: 'Add a SlugStrategy with a factory for slug strategies and an abstract normaliser',
        planned: { abstractions: three },
      }),
    ),
  ],
})
