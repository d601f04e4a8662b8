import { plural } from '../../../core/plural.ts'
import { namedFiles } from '../../../core/task-words.ts'
import { isCode } from '../../../measures/file-kinds.ts'
import { movesIn } from '../../../measures/moves.ts'
import { pathsIn } from '../../../measures/references.ts'
import { boundary, detector, fires, immune, quiet } from '../../detector.ts'
import { changed, contractOf, type SceneOver, stepSceneOf } from '../../example-scenes.ts'
import { isListed } from '../../listed-path.ts'
import type { Change, StepScene } from '../../scenes.ts'

/** Past this many it is the same answer. */
const MAX_LOOKED_AT = 100

const planned = (files: string[], named: string[] = []): StepScene['plan'] => ({
  contract: contractOf({ files }),
  measures: {
    words: 200,
    plan: { named, abstractions: [], packages: [], speculations: [], scope: null },
  },
})
const made = (paths: string[], over: SceneOver = {}) =>
  stepSceneOf({
    plan: planned(['src/slugify.js']),
    change: { files: ['src/slugify.js', ...paths].map((path) => changed(path)) },
    ...over,
  })

export const outsideProposal = detector({
  id: 'maker.rogue.outside-proposal',
  layer: 'archetype',
  shadow: 'maker.rogue',
  title: 'files that the plan does not name',
  notices:
    'two or more files of code that this step changed and neither the plan, the task, a finding nor a concern of the Maker’s names',
  blindTo:
    'whether the plan forgot a file that the change cannot do without, what is changed within a file that it names, and a Maker that keeps to no file of the plan',
  thresholds: { files: 2 },
  detect: (scene: StepScene, { files }) => {
    if (!scene.change || !scene.plan) return null
    // A plan that names nothing of what was changed is about another tree, or has its paths wrong.
    if (!keepsTo(scene.plan.contract.files, scene.change.touched)) return null
    const outside = outsideOf(scene.change, scopeOf(scene))
    if (outside.length < files) return null
    const many =
      outside.length < MAX_LOOKED_AT ? plural(outside.length, 'file') : `${MAX_LOOKED_AT} or more files`
    return [`${many} of code that the plan does not name: ${outside.slice(0, 10).join(', ')}`]
  },
  correction:
    'Go back to the plan. Set every file that it does not call for back to what it was. If one of them is really needed, keep it, end with status DONE_WITH_CONCERNS, and give its path and the reason in your notes.',
  examples: [
    fires('two files that nobody spoke of', made(['src/logger.js', 'src/cache.js'])),
    quiet('what was planned', made([])),
    quiet('a plan that names no file', made(['src/logger.js', 'src/cache.js'], { plan: planned([]) })),
    quiet('a page of documentation and settings', made(['README.md', '.editorconfig', 'package.json'])),
    boundary('one file more', made(['src/logger.js'])),
    immune(
      'tests, a lockfile and a snapshot',
      made(['test/a.js', 'test/b.js', 'yarn.lock', 'src/__snapshots__/a.js']),
    ),
    immune(
      'the plan has every path wrong',
      made(['lib/a.js', 'lib/b.js'], { plan: planned(['slugify.ts', 'lib/a.ts']) }),
    ),
    immune(
      'the plan names the folder',
      made(['lib/a.js', 'lib/b.js'], { plan: planned(['src/slugify.js', 'lib/']) }),
    ),
    immune(
      'the plan names a pattern',
      made(['lib/a.js', 'lib/b.js'], { plan: planned(['src/**', 'lib/*.js']) }),
    ),
    immune(
      'the text of the plan names them',
      made(['lib/a.js', 'lib/b.js'], { plan: planned(['src/slugify.js'], ['lib/a.js', 'b.js']) }),
    ),
    immune(
      'the Maker says which it cannot do without',
      made(['lib/a.js', 'lib/b.js'], {
        contract: { status: 'DONE_WITH_CONCERNS', notes: 'lib/a.js and lib/b.js call it with a number.' },
      }),
    ),
    immune(
      'a reviewer found something there',
      made(['lib/a.js', 'lib/b.js'], { alsoInScope: ['lib/a.js', 'lib/b.js'] }),
    ),
    immune(
      'the task names them',
      made(['lib/a.js', 'lib/b.js'], { task: 'Fix lib/a.js', taskFiles: ['lib/b.js'] }),
    ),
  ],
})

function keepsTo(planned: string[], touched: string[]): boolean {
  const here = new Set(touched)
  const exact = planned.some((path) => here.has(path))
  return exact || touched.slice(0, MAX_LOOKED_AT).some((path) => isNamed(path, planned))
}

function outsideOf({ files, touched }: Change, listed: string[]): string[] {
  const here = new Set(touched)
  const moves = movesIn(files)
  const exact = new Set(listed)
  const outside: string[] = []
  for (const { path, test } of files) {
    if (test || !here.has(path) || !isCode(path)) continue
    // A moved file is where the plan's was.
    const places = [path, moves.get(path) ?? path]
    if (places.some((each) => exact.has(each) || isNamed(each, listed))) continue
    outside.push(path)
    if (outside.length === MAX_LOOKED_AT) break
  }
  return outside
}

function scopeOf({ plan, task, taskFiles, alsoInScope, contract }: StepScene): string[] {
  const told = plan?.measures?.plan?.named ?? []
  const owned = contract.status === 'DONE_WITH_CONCERNS' ? pathsIn([contract.notes ?? '']) : []
  return [...(plan?.contract.files ?? []), ...told, ...namedFiles(task, taskFiles), ...alsoInScope, ...owned]
}

/** A bare name may stand for its path. */
function isNamed(path: string, listed: string[]): boolean {
  return isListed(path, listed) || listed.some((name) => path.endsWith(`/${name}`))
}
