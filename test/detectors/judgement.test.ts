import { describe, expect, test } from 'vitest'
import { archetypeDetectors } from '../../src/detectors/archetype/index.ts'
import type { Evidence } from '../../src/detectors/detector.ts'
import { planSceneOf, researchSceneOf } from '../../src/detectors/plan-scenes.ts'
import { ELSEWHERE, raised, reviewSceneOf, several, UNSHOWN } from '../../src/detectors/review-scenes.ts'
import type { StepScene } from '../../src/detectors/scenes.ts'

const judging = archetypeDetectors.filter((rule) => rule.judgement)

function suspected(id: string, scene: StepScene): Evidence | null {
  const rule = judging.find((each) => each.id === id)!
  return rule.judgement!.suspects(scene, rule.thresholds)
}

const inRole = (role: string, findings = [raised()]) => reviewSceneOf({ role, findings })
const docs = raised({ category: 'documentation', fix: 'Add a doc comment with @param', severity: 'INFO' })
const asides = (headings: number, tangents: string[]) => researchSceneOf({ research: { headings, tangents } })

describe('a rule that needs judgement', () => {
  test('is one of five, and asks what yes or no answers', () => {
    expect(judging.map(({ id }) => id).sort()).toEqual([
      'creator.over-architect.future-proof',
      'explorer.rabbit-hole.tangents',
      'guardian.paranoid.compromised-system',
      'sage.bureaucrat.trivial-docs',
      'trickster.false-alarm.impossible-scenario',
    ])
    for (const rule of judging) expect(rule.judgement?.question).toMatch(/^(?:Does|Are|Do|Is) .*\?$/)
  })

  test.each<[string, StepScene, StepScene]>([
    [
      'creator.over-architect.future-proof',
      planSceneOf({ planned: { abstractions: ['SlugRegistry'] } }),
      planSceneOf({}),
    ],
    ['explorer.rabbit-hole.tangents', asides(4, ['Aside']), asides(3, ['Aside'])],
    [
      'guardian.paranoid.compromised-system',
      inRole('guardian', [raised({ ...ELSEWHERE, severity: 'CRITICAL' })]),
      inRole('guardian', [raised({ ...ELSEWHERE, severity: 'CRITICAL' }), raised({ severity: 'CRITICAL' })]),
    ],
    [
      'trickster.false-alarm.impossible-scenario',
      inRole('trickster', [raised(UNSHOWN)]),
      inRole('trickster', [raised({ ...UNSHOWN, severity: 'INFO' })]),
    ],
    ['sage.bureaucrat.trivial-docs', inRole('sage', [docs]), inRole('sage')],
  ])('%s suspects where its own rule is silent, and one step before it does not', (id, maybe, no) => {
    const rule = judging.find((each) => each.id === id)!
    expect(rule.detect(maybe, rule.thresholds)).toBeNull()
    expect(suspected(id, maybe)).toEqual([expect.stringMatching(/\S/)])
    expect(suspected(id, no)).toBeNull()
  })

  test.each<[string, StepScene]>([
    ['a short plan', planSceneOf({})],
    ['a short report', researchSceneOf({})],
    ['an approval', reviewSceneOf({ findings: [] })],
    ['two genuine CRITICAL', reviewSceneOf({ findings: several(2, { severity: 'CRITICAL' }) })],
    ['five edge cases with reproductions', inRole('trickster', several(5))],
    ['three findings about the code', inRole('sage', several(3, { category: 'quality' }))],
  ])('suspects nothing in honest work: %s', (_, scene) => {
    const asked = judging.filter(({ id }) => id.startsWith(`${scene.role}.`))
    expect(asked.map(({ id }) => suspected(id, scene)).filter(Boolean)).toEqual([])
  })
})
