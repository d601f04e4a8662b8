import { boundary, detector, fires, immune, quiet } from '../../detector.ts'
import { planSceneOf } from '../../plan-scenes.ts'
import type { StepScene } from '../../scenes.ts'

const registry = 'Add a `SlugRegistry` so that future kinds of slug can be plugged in'

export const futureProof = detector({
  id: 'creator.over-architect.future-proof',
  layer: 'archetype',
  shadow: 'creator.over-architect',
  title: 'built for what may come',
  notices:
    'a decision that brings in something which neither the task nor a test nor an existing file uses, for a reason that lies ahead, with no present need beside it',
  blindTo:
    'speculation that gives no reason, and a need that is real but is told only as something of the future',
  thresholds: { decisions: 1 },
  detect: ({ measures }: StepScene, { decisions }) => {
    const found = measures?.plan?.speculations ?? []
    if (found.length < decisions) return null
    return found.map((decision) => `nothing uses it yet, and no present need is given: ${decision}`)
  },
  judgement: {
    question:
      'Does the plan bring in something of its own that neither the task nor anything in the repository needs today?',
    suspects: ({ measures }: StepScene) => {
      const brought = measures?.plan?.abstractions ?? []
      return brought.length === 0
        ? null
        : [`the plan brings in, and the repository does not have: ${brought.join(', ')}`]
    },
  },
  correction:
    'Take out what only a future need would justify, or name what in this task needs it: the file that uses it, or the test that shows it.',
  examples: [
    fires('a registry for kinds that do not exist', planSceneOf({ planned: { speculations: [registry] } })),
    quiet(
      'decisions that serve the task',
      planSceneOf({ contract: { decisions: ['Strip dashes in the same chain'] } }),
    ),
    boundary(
      'the word alone, about something that is used today',
      planSceneOf({ contract: { decisions: ['Strip dashes last, which is future-proof too'] } }),
    ),
    immune(
      'the task itself asks for room to grow',
      planSceneOf({
        task: 'Add a SlugRegistry so that future kinds of slug can be plugged in',
        contract: { decisions: [registry] },
      }),
    ),
  ],
})
