import { boundary, detector, fires, immune, quiet } from '../detector.ts'
import type { TraceScene } from '../trace-scene.ts'
import { trace } from './example-traces.ts'

const TRIED = { tried: 1, scratch: 1 }

/**
 * Where the model is calibrated it weighs this with all else, and the rule is silent: by itself it would end as many
 * successful runs as the model may in all.
 *
 * Reading is not counted against an agent that was asked to read, nor against one whose edits cannot be seen: only
 * whoever tried to edit something is late with it.
 */
export const noSourceEdit = detector<TraceScene, 'nudge' | 'halt'>({
  id: 'trace.no-source-edit',
  layer: 'stagnation',
  shadow: 'trace.no-source-edit',
  title: 'Nothing was changed',
  notices:
    'most of the budget is used, edits were tried, and nothing was changed but files made to try something out',
  blindTo:
    'changes that a program of the agent made; tasks whose result is no code, unless they were declared research',
  thresholds: { nudge: 0.66, halt: 0.73 },
  detect: ({ tier, facts, research, stagnation }, limits) => {
    const { edits, now } = facts
    const late = now.share !== null && now.share >= limits[tier]
    const changed = edits.source + edits.test + edits.doc + edits.other + edits.commits > 0
    const left = stagnation?.calibrated === true
    if (!late || research || changed || edits.tried === 0 || left) return null
    return [
      `${percent(now.share!)} of the budget is used, ${edits.tried} edits were tried, and nothing was changed but what was made to try something out`,
    ]
  },
  correction: 'Decide where the change belongs and make the smallest edit that could work; then try it out.',
  examples: [
    fires('73 % used, a script was written, no source', trace({ share: 0.73, edits: TRIED })),
    boundary('72 % used', trace({ share: 0.72, edits: TRIED })),
    fires('told at two thirds', trace({ tier: 'nudge', share: 0.66, edits: TRIED })),
    quiet('not told before', trace({ tier: 'nudge', share: 0.65, edits: TRIED })),
    quiet('source was changed', trace({ share: 0.9, edits: { tried: 2, source: 1 } })),
    quiet('no budget is known', trace({ share: null, edits: TRIED })),
    quiet(
      'the model is calibrated, and speaks if need be',
      trace({
        share: 0.9,
        edits: TRIED,
        stagnation: { probability: 0.5, reasons: [], calibrated: true, level: 0 },
      }),
    ),
    immune('declared research', trace({ share: 0.9, edits: TRIED, research: true })),
    immune('it only reads, and never tried to edit', trace({ share: 0.9 })),
    immune('it commits what its own programs change', trace({ share: 0.9, edits: { ...TRIED, commits: 1 } })),
    immune('the task is to write tests', trace({ share: 0.9, edits: { tried: 3, test: 3 } })),
    immune('the task is about settings', trace({ share: 0.9, edits: { tried: 1, other: 1 } })),
    immune('the task is a text', trace({ share: 0.9, edits: { tried: 3, doc: 2 } })),
  ],
})

function percent(share: number): string {
  return `${Math.round(share * 100)} %`
}
