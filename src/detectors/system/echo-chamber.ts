import { plural } from '../../core/plural.ts'
import { boundary, detector, fires, immune, quiet } from '../detector.ts'
import { changedLines, ORDERLY, type PhaseScene, pointOf, reviewOf, workOf } from '../phase-scene.ts'

export const echoChamber = detector({
  id: 'system.echo-chamber',
  layer: 'system',
  shadow: 'system.echo-chamber',
  title: 'everybody agrees, too fast',
  notices: 'a change that is not small, approved by all reviewers in less time than it takes to read it',
  blindTo: 'how carefully anybody read: only the time it took is known. A small change is read in no time',
  thresholds: { seconds: 30, reviewers: 2, lines: 40, files: 4, large: 400 },
  detect: (scene: PhaseScene, { seconds, reviewers, lines, files, large }) => {
    const { at, workflow, reviews, reviewMs, work } = scene
    if (at !== 'check' || workflow === 'fast' || reviews.length < reviewers) return null
    if (reviewMs >= seconds * 1000 || !reviews.every(isPlainApproval)) return null
    const size = { lines: changedLines(work), files: work?.files.length ?? 0 }
    if (size.lines < large && (size.lines < lines || size.files < files)) return null
    const roles = reviews.map(({ role }) => role).join(', ')
    const took = (reviewMs / 1000).toFixed(1)
    const read = `${plural(size.lines, 'changed line')} in ${plural(size.files, 'file')}`
    return [`${roles} approved ${read} within ${took} seconds`]
  },
  correction:
    'Everybody approved this change, and very fast. Take it that something is wrong with it, and look for that: read every changed line, try what its author did not think of, run it. Name what you find, with evidence. If there really is nothing, approve it.',
  examples: [
    fires('two reviewers approve 40 lines in four files within 29.9 seconds', echo()),
    fires('a large change in one file', { ...echo(), work: workOf(1, 400) }),
    quiet('one of them rejects it', {
      ...echo(),
      reviews: [reviewOf('guardian', 'APPROVED'), reviewOf('sage', 'REJECTED', [pointOf({})])],
    }),
    quiet('a fast run has one reviewer, and is meant to be fast', { ...echo(), workflow: 'fast' }),
    quiet('one reviewer alone is no chamber', { ...echo(), reviews: [reviewOf('guardian', 'APPROVED')] }),
    boundary('thirty seconds', { ...echo(), reviewMs: 30_000 }),
    boundary('39 lines are read in no time', { ...echo(), work: { ...workOf(4, 10), files: small() } }),
    boundary('forty lines in three files are, too', { ...echo(), work: workOf(3, 14) }),
    immune('they approve, and name a WARNING with its evidence: somebody has read it', {
      ...echo(),
      reviews: [reviewOf('guardian', 'APPROVED', [pointOf({})]), reviewOf('sage', 'APPROVED')],
    }),
  ],
})

/** Who names something that has evidence has read the change. */
function isPlainApproval({ verdict, findings }: PhaseScene['reviews'][number]): boolean {
  return verdict === 'APPROVED' && findings.every(({ severity }) => severity === 'INFO')
}

function echo(): PhaseScene {
  return {
    ...ORDERLY,
    at: 'check',
    work: workOf(4, 10),
    reviews: [reviewOf('guardian', 'APPROVED'), reviewOf('sage', 'APPROVED')],
    reviewMs: 29_900,
  }
}

function small() {
  const [first, ...rest] = workOf(4, 10).files
  return [{ ...first!, added: 9 }, ...rest]
}
