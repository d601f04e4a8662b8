import { isCode } from '../../measures/file-kinds.ts'
import { withoutMoves } from '../../measures/moves.ts'
import { drift } from '../../policy/drift.ts'
import type { ChangedFile } from '../events.ts'
import { type Asked, bondsOf } from './on-task.ts'
import { onlyPages } from './only-pages.ts'
import { tooLarge } from './too-large.ts'
import { type Cause, type Drift, drifted, linesOf, type Weighed } from './weigh.ts'

/** Whether a change has left its task; `null`: it has not, or nobody could tell. */
export function driftOf(files: ChangedFile[], asked: Asked): Drift | null {
  const seen = new Set(asked.survey.files.map(({ path }) => path))
  // A change that was only seen in part may be on its task in the other.
  if (files.some(({ path }) => !seen.has(path))) return null
  const bonds = bondsOf(files, asked)
  const weighed = withoutMoves(files).map((file) => ({ file, bond: bonds.get(file.path)! }))
  // Tests, pages, data, settings and what tools write follow from something else.
  const counted = weighed.filter(({ file }) => isCode(file.path) && !file.test)
  return (
    elsewhere(weighed, counted, asked) ??
    wandered(counted) ??
    tooLarge(counted, asked) ??
    onlyPages(weighed, counted, asked)
  )
}

/** Nothing of it has to do with the task, though the project has what the task names. */
function elsewhere(all: Weighed[], counted: Weighed[], { survey }: Asked): Drift | null {
  if (counted.length === 0 || survey.anchors.length === 0) return null
  // A test or a page that speaks of the task shows what the rest is for.
  if (all.some(({ bond }) => bond !== 'none')) return null
  const anchors = survey.anchors.slice(0, 3).join(', ')
  const evidence = [`nothing of the change touches what the task names (such as ${anchors})`]
  return drifted(counted, counted, { causes: ['another-problem', 'core-missing'], evidence })
}

/** Some of it is on the task, and most of it is not. */
function wandered(counted: Weighed[]): Drift | null {
  const off = counted.filter(({ bond }) => bond === 'none' || bond === 'faint')
  if (off.length < drift.files || linesOf(off) < drift.lines) return null
  const added = off.filter(({ file }) => file.change === 'added')
  const isNew = added.length * 2 >= off.length
  const share = isNew ? drift.share : drift.shareOfOld
  if (off.length === counted.length || linesOf(off) < share * linesOf(counted)) return null
  const cause: Cause = isNew ? 'not-asked-for' : 'another-problem'
  const evidence = [`${off.length} of ${counted.length} files of code have nothing to do with the task`]
  return drifted(counted, off, { causes: [cause], evidence })
}
