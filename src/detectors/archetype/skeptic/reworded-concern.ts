import { cachedSimilarity } from '../../../core/finding-matching.ts'
import { sameFinding } from '../../../core/findings.ts'
import { thresholds as policy } from '../../../policy/thresholds.ts'
import { boundary, detector, fires, quiet } from '../../detector.ts'
import { raised, reviewSceneOf, several } from '../../review-scenes.ts'
import type { SceneFinding, StepScene } from '../../scenes.ts'
import { isWeighty, placesOf } from '../finding-shapes.ts'

/** Every pair is compared, and a longer list is a shadow already. */
const MAX_COMPARED = 30

/** At different lines, or without any: "the read path" and "the write path" are two. As where files only share a name. */
const ELSEWHERE = (1 + policy.findingSimilarity) / 2

const scene = (findings: SceneFinding[]) => reviewSceneOf({ role: 'skeptic', findings })
const first = raised({ description: 'The cache is never emptied when a user is deleted' })
const again = raised({ description: 'When a user is deleted, the cache does not get emptied', line: 9 })

export const rewordedConcern = detector({
  id: 'skeptic.paralytic.reworded-concern',
  layer: 'archetype',
  shadow: 'skeptic.paralytic',
  title: 'the same doubt in other words',
  notices:
    'one concern raised twice or more in a review, in other words; at two lines the words must agree more',
  blindTo:
    'a concern repeated freely at another line, under another category or about another file, or in words that have nothing in common',
  thresholds: { times: 2 },
  detect: ({ review }: StepScene, { times }) => {
    const repeated = groupsOf(review?.findings.slice(0, MAX_COMPARED) ?? []).filter(
      (group) => group.length >= times && group.some(isWeighty) && group.length > 1,
    )
    if (repeated.length === 0) return null
    return repeated.map((group) => `one concern ${group.length} times: ${placesOf(group)}`)
  },
  correction:
    'You raised the same concern more than once. Say it once, at the place where it matters most, with your strongest evidence and one alternative.',
  examples: [
    fires('one concern, put in two ways', scene([first, again])),
    quiet('three concerns', scene(several(3))),
    quiet(
      'one concern, put in two ways as remarks',
      scene([
        { ...first, severity: 'INFO' },
        { ...again, severity: 'INFO' },
      ]),
    ),
    boundary(
      'the same sentence about two things at two lines',
      scene([
        raised({ description: 'The read path holds the lock during IO', line: 12 }),
        raised({ description: 'The write path holds the lock during IO', line: 48 }),
      ]),
    ),
    boundary('a concern that is raised once', scene([first])),
    boundary('the same words at two lines are two places', scene([first, { ...first, line: 40 }])),
  ],
})

function groupsOf(findings: SceneFinding[]): SceneFinding[][] {
  const similarity = cachedSimilarity()
  const groups: SceneFinding[][] = []
  for (const finding of findings) {
    const group = groups.find(([leader]) => leader && isReworded(leader, finding, similarity))
    if (group) group.push(finding)
    else groups.push([finding])
  }
  return groups
}

/** Word for word at another line it is another place, not another wording. `sameFinding` is right, but slow: it comes last. */
function isReworded(
  a: SceneFinding,
  b: SceneFinding,
  similarity: ReturnType<typeof cachedSimilarity>,
): boolean {
  if (a.category !== b.category || (a.line !== b.line && a.description === b.description)) return false
  const needed = a.line !== null && a.line === b.line ? policy.findingSimilarity : ELSEWHERE
  return similarity(a.description, b.description) >= needed && sameFinding(a, b, needed)
}
