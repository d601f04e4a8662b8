import { type BreakScene, CALM } from '../break-scene.ts'
import { boundary, detector, fires, quiet } from '../detector.ts'

export const redAfterMerge = detector({
  id: 'break.red-after-merge',
  layer: 'break',
  shadow: 'break.red-after-merge',
  title: 'tests broken after merge',
  notices: 'a check that is red once the change has landed, although it was green before',
  blindTo: 'a failure that no post-merge hook looks for',
  thresholds: {},
  detect: ({ afterMerge }: BreakScene) =>
    afterMerge && !afterMerge.ok && afterMerge.aborts ? [afterMerge.reason] : null,
  correction:
    'The merge is taken back before the run halts. Compare what the post-merge hook sees with what verification sees: one of them does not test what lands.',
  examples: [
    fires('the smoke test fails on the merged target', {
      ...CALM,
      afterMerge: { ok: false, aborts: true, reason: 'npm run smoke exited 1' },
    }),
    quiet('nothing has landed', CALM),
    boundary('a hook that only warns was red', {
      ...CALM,
      afterMerge: { ok: false, aborts: false, reason: 'npm run smoke exited 1' },
    }),
  ],
})
