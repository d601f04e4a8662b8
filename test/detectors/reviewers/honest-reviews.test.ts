import { describe, expect, test } from 'vitest'
import { archetypeDetectors } from '../../../src/detectors/archetype/index.ts'
import { changed, contractOf } from '../../../src/detectors/example-scenes.ts'
import {
  ELSEWHERE,
  type ReviewOver,
  raised,
  reviewSceneOf,
  several,
} from '../../../src/detectors/review-scenes.ts'
import { look } from '../../../src/detectors/settings.ts'

/** An honest review is no shadow, whoever gives it. */

const ROLES = ['guardian', 'skeptic', 'trickster', 'sage']
const plan = { contract: contractOf({ files: ['src/slugify.js'] }), measures: null }

const HONEST: [string, ReviewOver][] = [
  ['an approval and nothing else', {}],
  ['an approval with a remark', { findings: several(1, { severity: 'INFO' }) }],
  ['an approval with two remarks without a fix', { findings: several(2, { severity: 'INFO', fix: '' }) }],
  ['an approval with a remark on other code', { findings: [raised({ ...ELSEWHERE, severity: 'INFO' })] }],
  ['an approval of 250 words', { measures: { words: 250 } }],
  ['a warning', { findings: several(1) }],
  ['a CRITICAL', { findings: several(1, { severity: 'CRITICAL' }) }],
  ['two genuine CRITICAL', { findings: several(2, { severity: 'CRITICAL', category: 'security' }) }],
  ['three genuine CRITICAL', { findings: several(3, { severity: 'CRITICAL' }) }],
  [
    'three CRITICAL that quote the code',
    { findings: several(3, { severity: 'CRITICAL', facts: { evidence: 'code' } }) },
  ],
  [
    'two CRITICAL and a warning',
    { findings: [...several(2, { severity: 'CRITICAL' }), raised({ line: 9 })] },
  ],
  [
    'a warning in a caller',
    { findings: [raised({ ...ELSEWHERE, facts: { in_change: false, uses_change: true } })] },
  ],
  [
    'a test file that is missing',
    {
      findings: [
        raised({ file: 'test/empty.test.js', line: null, facts: { in_change: false, place: 'no-file' } }),
      ],
    },
  ],
  [
    'a warning without a file',
    { findings: [raised({ file: null, line: null, facts: { in_change: false, place: 'none' } })] },
  ],
  ['five edge cases with reproductions', { findings: several(5) }],
  [
    'a third rejection over a genuine CRITICAL',
    { findings: several(1, { severity: 'CRITICAL' }), verdictsBefore: ['REJECTED', 'REJECTED'] },
  ],
  ['an approval after two rejections', { verdictsBefore: ['REJECTED', 'REJECTED'] }],
  [
    'a warning about a change of one line',
    { findings: several(1), change: { files: [changed('src/slugify.js', { added: 1, deleted: 1 })] } },
  ],
  [
    'a warning in a short function',
    { findings: [raised({ category: 'quality', facts: { function_lines: 2 } })] },
  ],
]

const rulesOf = (role: string) => archetypeDetectors.filter(({ id }) => id.startsWith(`${role}.`))

describe.each(ROLES)('The %s', (role) => {
  test.each(HONEST)('is not accused of %s', (_, over) => {
    const scene = reviewSceneOf({ plan, ...over, role })
    const seen = rulesOf(role).filter((rule) => look(rule, scene, {}) !== null)
    expect(seen.map(({ id }) => id)).toEqual([])
  })

  test('is not accused where the log does not say what was seen of its findings', () => {
    const findings = several(3, { ...ELSEWHERE, severity: 'CRITICAL' }).map((each) => ({
      ...each,
      facts: null,
    }))
    const scene = reviewSceneOf({ role, findings, verdictsBefore: ['REJECTED', 'REJECTED'] })
    expect(rulesOf(role).filter((rule) => look(rule, scene, {}) !== null)).toEqual([])
  })

  test('has four rules, and none of them says anything of a step without a review', () => {
    const scene = { ...reviewSceneOf({ role }), review: null }
    expect(rulesOf(role).map((rule) => look(rule, scene, {}))).toEqual([null, null, null, null])
  })
})
