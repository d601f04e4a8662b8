import { boundary, detector, fires, immune, quiet } from '../detector.ts'
import type { TraceScene } from '../trace-scene.ts'
import { trace } from './example-traces.ts'

const TRIED = { tried: 1, scratch: 1 }

/**
 * Reading is not counted against an agent that was asked to read, nor against one whose edits cannot be seen: only
 * whoever tried to edit something is late with it.
 */
export const noSourceEdit = detector<TraceScene, 'nudge' | 'halt'>({
  id: 'trace.no-source-edit',
  layer: 'stagnation',
  shadow: 'trace.no-source-edit',
  title: 'No source was changed',
  notices: 'most of the budget is used, edits were tried, and none of a source file has succeeded',
  blindTo:
    'changes that a program of the agent made; tasks whose result is no code, unless they were declared research',
  thresholds: { nudge: 0.5, halt: 0.73 },
  detect: ({ tier, facts, research }, limits) => {
    const { edits, now } = facts
    const late = now.share !== null && now.share >= limits[tier]
    const changed = edits.source + edits.doc + edits.commits > 0
    if (!late || research || changed || edits.tried === 0) return null
    return [
      `${percent(now.share!)} of the budget is used, ${edits.tried} edits were tried, and no source file was changed`,
    ]
  },
  correction: 'Decide where the change belongs and make the smallest edit that could work; then try it out.',
  examples: [
    fires('73 % used, a script was written, no source', trace({ share: 0.73, edits: TRIED })),
    boundary('72 % used', trace({ share: 0.72, edits: TRIED })),
    fires('told at half', trace({ tier: 'nudge', share: 0.5, edits: TRIED })),
    quiet('not told before half', trace({ tier: 'nudge', share: 0.49, edits: TRIED })),
    quiet('source was changed', trace({ share: 0.9, edits: { tried: 2, source: 1 } })),
    quiet('no budget is known', trace({ share: null, edits: TRIED })),
    immune('declared research', trace({ share: 0.9, edits: TRIED, research: true })),
    immune('it only reads, and never tried to edit', trace({ share: 0.9 })),
    immune('it commits what its own programs change', trace({ share: 0.9, edits: { ...TRIED, commits: 1 } })),
    immune('the task is a text', trace({ share: 0.9, edits: { tried: 3, doc: 2 } })),
  ],
})

function percent(share: number): string {
  return `${Math.round(share * 100)} %`
}
