import { plural } from '../../../core/plural.ts'
import { boundary, detector, fires, quiet } from '../../detector.ts'
import { changed } from '../../example-scenes.ts'
import { raised, reviewSceneOf } from '../../review-scenes.ts'
import type { StepScene } from '../../scenes.ts'

const scene = (words: number, lines: number) => {
  const files = lines === 0 ? [] : [changed('src/slugify.js', { added: lines, deleted: 0 })]
  return reviewSceneOf({ role: 'sage', findings: [raised({ facts: { words } })], change: { files } })
}

export const longReview = detector({
  id: 'sage.bureaucrat.long-review',
  layer: 'archetype',
  shadow: 'sage.bureaucrat',
  title: 'a review longer than what it reviews',
  notices: 'a review of 300 words or more, and more than two for each changed line',
  blindTo: 'how much a short change may need to be said about; changes without lines, such as pictures',
  thresholds: { perLine: 2, words: 300 },
  detect: ({ review, measures, change }: StepScene, { perLine, words }) => {
    if (!review || !change) return null
    const lines = change.added + change.deleted
    const inFindings = review.findings.reduce((sum, { facts }) => sum + (facts?.words ?? 0), 0)
    // Most say the same in their message and in their findings: the longer of the two is the review.
    const said = Math.max(measures?.words ?? 0, inFindings)
    if (lines === 0 || said < words || said <= perLine * lines) return null
    return [`${plural(said, 'word')} about ${plural(lines, 'changed line')}`]
  },
  correction:
    'Cut the review down to what will hurt whoever maintains this code in half a year: one sentence a finding for what is wrong, one for what to do.',
  examples: [
    fires('301 words about 150 lines', scene(301, 150)),
    fires('300 words about 7 lines', scene(300, 7)),
    quiet('60 words about 7 lines', scene(60, 7)),
    quiet('400 words about a picture', scene(400, 0)),
    boundary('299 words about 7 lines', scene(299, 7)),
    boundary('300 words about 150 lines', scene(300, 150)),
  ],
})
