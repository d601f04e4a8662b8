import { isCode } from '../../measures/file-kinds.ts'
import { withoutMoves } from '../../measures/moves.ts'
import { drift } from '../../policy/drift.ts'
import type { ChangedFile } from '../events.ts'
import { plural } from '../plural.ts'
import { type Asked, bondsOf } from './on-task.ts'
import { onlyPages } from './only-pages.ts'
import { tooLarge } from './too-large.ts'
import { type Cause, type Drift, drifted, linesOf, type Weighed } from './weigh.ts'

/** Whether a change has left its task; `null`: it has not, or nobody could tell. */
export function driftOf(files: ChangedFile[], asked: Asked): Drift | null {
  const weighed = weigh(files, asked)
  if (!weighed) return null
  const counted = weighed.filter(counts)
  return (
    elsewhere(weighed, counted, asked) ??
    wandered(counted) ??
    tooLarge(counted, asked) ??
    onlyPages(weighed, counted, asked)
  )
}

/** Where the rules above say nothing, and a judge might. */
export function suspectedDrift(files: ChangedFile[], asked: Asked): Drift | null {
  const counted = weigh(files, asked)?.filter(counts) ?? []
  return doubted(counted, isSilent, drift.doubt.silent) ?? doubted(counted, isWhole, drift.doubt.whole)
}

function doubted(
  counted: Weighed[],
  isOff: (each: Weighed) => boolean,
  { lines, share, words }: { lines: number; share: number; words: string },
): Drift | null {
  const off = counted.filter(isOff)
  if (linesOf(off) < Math.max(lines, share * linesOf(counted))) return null
  const cause: Cause = off.some(({ file }) => file.change === 'added') ? 'not-asked-for' : 'another-problem'
  const evidence = [`${off.length} of ${plural(counted.length, 'file')} of code ${words}`]
  return drifted(counted, off, { causes: [cause], evidence })
}

/** Came or went as a whole: words in it may be there by chance. */
function isWhole({ file, bond }: Weighed): boolean {
  return file.change !== 'modified' && bond !== 'named'
}

/** A new file that is only used by one on the task may be what the task needs, or a feature beside it. */
function isSilent({ file, bond }: Weighed): boolean {
  return bond === 'none' || bond === 'faint' || (bond === 'linked' && file.change === 'added')
}

/** `null`: a change that was only seen in part may be on its task in the other. */
function weigh(files: ChangedFile[], asked: Asked): Weighed[] | null {
  const seen = new Set(asked.survey.files.map(({ path }) => path))
  if (files.some(({ path }) => !seen.has(path))) return null
  const bonds = bondsOf(files, asked)
  return withoutMoves(files).map((file) => ({ file, bond: bonds.get(file.path)! }))
}

/** Tests, pages, data, settings and what tools write follow from something else. */
function counts({ file }: Weighed): boolean {
  return isCode(file.path) && !file.test
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
