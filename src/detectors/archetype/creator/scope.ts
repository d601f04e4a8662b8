import { agreeing, plural } from '../../../core/plural.ts'
import { boundary, detector, fires, immune, quiet } from '../../detector.ts'
import { planSceneOf, several } from '../../plan-scenes.ts'
import type { StepScene } from '../../scenes.ts'

const plan = (within: number, beyond: number) =>
  planSceneOf({
    planned: {
      scope: {
        within: several(within, (at) => `src/slug-${at}.js`),
        beyond: several(beyond, (at) => `src/plugins/p${at}.js`),
      },
    },
  })

export const scope = detector({
  id: 'creator.over-architect.scope',
  layer: 'archetype',
  shadow: 'creator.over-architect',
  title: 'a plan far larger than the task',
  notices:
    'a plan that wants to change at least three files of code which nothing in the task leads to, and more than half as many as those it does lead to',
  blindTo:
    'tasks that name no file and no identifier, and how much is changed within a file; a file belongs to the task by its name or by what it mentions, not by what it means',
  thresholds: { share: 0.5, files: 3 },
  detect: ({ measures }: StepScene, { share, files }) => {
    const found = measures?.plan?.scope
    if (!found || found.beyond.length < files || found.beyond.length <= share * found.within.length)
      return null
    const beyond = found.beyond.length
    const all = plural(beyond + found.within.length, 'file')
    return [
      `${beyond} of ${all} ${agreeing(beyond, 'lies', 'lie')} beyond the task: ${found.beyond.slice(0, 10).join(', ')}`,
    ]
  },
  correction:
    'Plan only what the task asks for. Leave out each file that it does not lead to, or say in one sentence why the task cannot be done without it.',
  examples: [
    fires('three files of plugins for a fix in one', plan(1, 3)),
    fires('four beyond, seven within', plan(7, 4)),
    quiet('the file, and one more', plan(1, 1)),
    quiet(
      'a task that names no place',
      planSceneOf({ contract: { files: several(9, (at) => `src/a${at}.js`) } }),
    ),
    boundary('two files beyond are no scope of their own', plan(1, 2)),
    boundary('exactly half as many', plan(8, 4)),
    immune('eight callers of what the task renames', plan(8, 0)),
  ],
})
