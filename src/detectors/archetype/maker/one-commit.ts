import { plural } from '../../../core/plural.ts'
import { isCode } from '../../../measures/file-kinds.ts'
import { withoutMoves } from '../../../measures/moves.ts'
import { boundary, detector, fires, immune, quiet } from '../../detector.ts'
import { changed, stepSceneOf } from '../../example-scenes.ts'
import type { Change, StepScene } from '../../scenes.ts'

const large = (count: number, lines: number, over: Partial<Change> = {}) => {
  const files = Array.from({ length: count }, (_, at) =>
    changed(at === 0 ? 'test/part.test.js' : `src/part-${at}.js`, { added: lines }),
  )
  return stepSceneOf({ change: { files, ...over } })
}

export const oneCommit = detector({
  id: 'maker.rogue.one-commit',
  layer: 'archetype',
  shadow: 'maker.rogue',
  title: 'one commit for everything',
  notices: 'one commit on top of the base with at least ten files of code and 400 added lines',
  blindTo:
    'whether the parts could have been told apart, what a later step adds to earlier work, and a large change that hides behind a second, tiny commit',
  thresholds: { files: 10, lines: 400 },
  detect: ({ change, domain }: StepScene, { files, lines }) => {
    // Lines are counted since the base, so a step that continues earlier work cannot be measured.
    // What a Maker leaves uncommitted the supervisor puts into one commit: how it is cut is not the Maker's choice.
    if (change?.commits !== 1 || !change.fromBase || change.tookAlong || domain === 'writing') return null
    const touched = new Set(change.touched)
    const written = withoutMoves(change.files.filter(({ path }) => touched.has(path))).filter(({ path }) =>
      isCode(path),
    )
    const added = written.reduce((sum, file) => sum + file.added, 0)
    if (written.length < files || added < lines) return null
    return [`${plural(written.length, 'file')} of code and ${plural(added, 'added line')} in one commit`]
  },
  correction:
    'Cut the work into commits that each do one thing and say why: the groundwork, each piece with its test, the rest.',
  examples: [
    fires('ten files and 400 lines at once', large(10, 40)),
    quiet('a small fix in one commit', stepSceneOf({})),
    quiet('the same work in four commits', large(10, 40, { commits: 4 })),
    boundary('nine files', large(9, 80)),
    boundary('399 lines', large(10, 40, { files: lined(10, 399) })),
    immune('one commit that touches up all of the cycle before', large(10, 40, { fromBase: false })),
    immune('nothing was committed, so the supervisor did it', large(30, 90, { tookAlong: true })),
    immune(
      '20 files moved to another folder',
      stepSceneOf({
        change: {
          files: Array.from({ length: 20 }, (_, at) => [
            changed(`src/p${at}.js`, { change: 'deleted', added: 0, deleted: 90 }),
            changed(`lib/p${at}.js`, { change: 'added', added: 90, deleted: 0 }),
          ]).flat(),
        },
      }),
    ),
    immune(
      'a lockfile and snapshots',
      stepSceneOf({
        change: {
          files: [
            changed('package-lock.json', { added: 9000 }),
            ...Array.from({ length: 20 }, (_, at) =>
              changed(`test/__snapshots__/p${at}.js.snap`, { added: 90 }),
            ),
          ],
        },
      }),
    ),
  ],
})

/** So many files with so many lines in all. */
function lined(count: number, lines: number) {
  const each = Math.floor(lines / count)
  return Array.from({ length: count }, (_, at) =>
    changed(`src/part-${at}.js`, { added: at === 0 ? lines - each * (count - 1) : each }),
  )
}
