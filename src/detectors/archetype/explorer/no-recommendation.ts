import { saysWhatItComesTo } from '../../../measures/summary.ts'
import { boundary, detector, fires, immune, quiet } from '../../detector.ts'
import { researchSceneOf } from '../../plan-scenes.ts'
import type { StepScene } from '../../scenes.ts'

const none = { recommendation: false, synthesis: false }

export const noRecommendation = detector({
  id: 'explorer.rabbit-hole.no-recommendation',
  layer: 'archetype',
  shadow: 'explorer.rabbit-hole',
  title: 'a long report that recommends nothing',
  notices:
    'a report of more than 2,000 words of prose without a section, a label or a summary that says what to do',
  blindTo:
    'a recommendation without a heading or a label, one under a title in a language it does not know, and the length of texts that put no space between words',
  thresholds: { words: 2000 },
  detect: ({ measures, contract }: StepScene, { words }) => {
    const research = measures?.research
    if (!measures || !research || measures.words <= words) return null
    if (research.recommendation || saysWhatItComesTo(contract)) return null
    return [`${measures.words} words, and no section that recommends anything`]
  },
  correction:
    'Cut the report to what the next person needs: the three things that matter most, then one recommendation under a heading of its own. About 300 words in all.',
  examples: [
    fires('2,001 words without a recommendation', researchSceneOf({ words: 2001, research: none })),
    fires(
      'a summary of one word is none',
      researchSceneOf({ words: 4000, research: none, contract: { summary: 'Explored.' } }),
    ),
    quiet('a short report without one', researchSceneOf({ words: 180, research: none })),
    boundary('exactly 2,000 words', researchSceneOf({ words: 2000, research: none })),
    immune('9,000 words that end in a recommendation', researchSceneOf({ words: 9000 })),
    immune(
      'the closing block says what to do',
      researchSceneOf({
        words: 3000,
        research: none,
        contract: { summary: 'Change slugify in place; nothing else relies on the dash.' },
      }),
    ),
  ],
})
