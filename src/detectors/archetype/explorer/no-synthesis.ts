import { saysWhatItComesTo } from '../../../measures/summary.ts'
import { boundary, detector, fires, immune, quiet } from '../../detector.ts'
import { researchSceneOf } from '../../plan-scenes.ts'
import type { StepScene } from '../../scenes.ts'

const loose = { synthesis: false }

export const noSynthesis = detector({
  id: 'explorer.rabbit-hole.no-synthesis',
  layer: 'archetype',
  shadow: 'explorer.rabbit-hole',
  title: 'a report that does not come together',
  notices:
    'a report of some length whose last quarter neither closes it nor comes back to what earlier sections are about',
  blindTo:
    'a conclusion drawn in words alone, without a heading, a label, or the names of what it concludes about',
  thresholds: { words: 400 },
  detect: ({ measures, contract }: StepScene, { words }) => {
    const research = measures?.research
    if (!measures || !research || measures.words < words) return null
    if (research.synthesis || saysWhatItComesTo(contract)) return null
    return [`${measures.words} words, and the last quarter comes back to nothing before it`]
  },
  correction:
    'End with what it all comes to: which of the places you found matter for the task, how they hang together, and where to begin.',
  examples: [
    fires('400 words that just stop', researchSceneOf({ words: 400, research: loose })),
    quiet('a long report that comes together', researchSceneOf({ words: 1500 })),
    boundary('399 words need no summing up', researchSceneOf({ words: 399, research: loose })),
    immune(
      'the closing block sums it up',
      researchSceneOf({
        words: 1200,
        research: loose,
        contract: { summary: 'Three callers share one helper, so the change belongs there.' },
      }),
    ),
  ],
})
