import { dedupe } from '../../core/findings.ts'
import { plural } from '../../core/plural.ts'
import { boundary, detector, fires, quiet } from '../detector.ts'
import { changedLines, ORDERLY, type PhaseScene, pointOf, reviewOf, workOf } from '../phase-scene.ts'

export const tunnelVision = detector({
  id: 'system.tunnel-vision',
  layer: 'system',
  shadow: 'system.tunnel-vision',
  title: 'everybody looks at one thing',
  notices: 'several reviewers with many findings, all of one category',
  blindTo: 'whether the change has only this one kind of fault; then the second look finds nothing more',
  thresholds: { findings: 4, reviewers: 2, lines: 40 },
  detect: ({ at, work, reviews }: PhaseScene, { findings, reviewers, lines }) => {
    if (at !== 'check' || changedLines(work) < lines) return null
    const all = reviews.flatMap((review) => review.findings)
    const issues = dedupe(all.filter(({ severity }) => severity !== 'INFO'))
    const who = reviews.filter((review) => review.findings.some(({ severity }) => severity !== 'INFO'))
    const [category, other] = [...new Set(all.map((finding) => finding.category))]
    if (other !== undefined || issues.length < findings || who.length < reviewers) return null
    const roles = who.map(({ role }) => role).join(', ')
    return [
      `${plural(issues.length, 'finding')} from ${roles}, all of them about ${category}, none about anything else`,
    ]
  },
  correction:
    'Look at the change once more, for what nobody has looked at: quality, tests, design, whatever was not named so far. Keep those of your findings that stand, and add what you find. If there is nothing else, say so: that is an answer too.',
  examples: [
    fires('four findings of two reviewers, all about security', tunnel(4)),
    quiet('one of them is about a test that is missing', {
      ...tunnel(4),
      reviews: [...tunnel(4).reviews, reviewOf('sage', 'APPROVED', [about(9, { category: 'testing' })])],
    }),
    quiet('two reviewers raise the same two issues', {
      ...tunnel(2),
      reviews: [...tunnel(2).reviews, reviewOf('sage', 'REJECTED', [about(1), about(2)])],
    }),
    quiet('all four are one reviewer’s', {
      ...tunnel(4),
      reviews: [reviewOf('guardian', 'REJECTED', [about(1), about(2), about(3), about(4)])],
    }),
    boundary('three findings', tunnel(3)),
    boundary('a change of 39 lines has little else to see', { ...tunnel(4), work: workOf(1, 39) }),
  ],
})

function tunnel(findings: number): PhaseScene {
  const rest = Array.from({ length: findings - 1 }, (_, at) => about(at + 2))
  return {
    ...ORDERLY,
    at: 'check',
    work: workOf(1, 40),
    reviews: [reviewOf('guardian', 'REJECTED', [about(1)]), reviewOf('skeptic', 'REJECTED', rest)],
  }
}

function about(part: number, over: { category?: string } = {}) {
  return pointOf({ file: `src/part-${part}.ts`, ...over })
}
