import { boundary, detector, fires, immune, quiet } from '../../detector.ts'
import { type RaisedOver, raised, reviewSceneOf, several } from '../../review-scenes.ts'
import type { SceneFinding, StepScene } from '../../scenes.ts'
import { isCritical, isGenuine, placesOf } from '../finding-shapes.ts'

const taken: RaisedOver = {
  severity: 'CRITICAL',
  file: 'deploy/vault.yaml',
  counts: false,
  evidence: 'Whoever has root there can read the `KEYRING` and sign anything',
  facts: { in_change: false, place: 'no-file', evidence: 'none', known_names: 0, foreign_words: ['KEYRING'] },
}

export const compromisedSystem = detector({
  id: 'guardian.paranoid.compromised-system',
  layer: 'archetype',
  shadow: 'guardian.paranoid',
  title: 'damage that needs a system already taken over',
  notices:
    'most CRITICAL findings have no proof, lie in no code that the change touches or reaches, and start from something that occurs in none of it',
  blindTo:
    'an attacker who must already be inside, where that is said in plain words only, or of a line of the change',
  thresholds: { share: 0.5 },
  detect: ({ review }: StepScene, { share }) => {
    const criticals = review?.findings.filter(isCritical) ?? []
    const adrift = criticals.filter(isAdrift)
    if (adrift.length <= share * criticals.length) return null
    const names = [...new Set(adrift.flatMap(strangeTo))].slice(0, 5)
    return [
      `${adrift.length} of ${criticals.length} CRITICAL rest on nothing that the change touches or reaches (${placesOf(adrift)})`,
      `found nowhere in the code looked at: ${names.join(', ')}`,
    ]
  },
  judgement: {
    question:
      'Do most of the CRITICAL findings need an attacker who already has the machine, the account or the key?',
    suspects: ({ review }: StepScene, { share }) => {
      const criticals = review?.findings.filter(isCritical) ?? []
      const doubtful = criticals.filter((finding) => !isGenuine(finding))
      if (doubtful.length <= share * criticals.length) return null
      return [
        `${doubtful.length} of ${criticals.length} CRITICAL are not about the change, or show nothing (${placesOf(doubtful)})`,
      ]
    },
  },
  correction:
    'For each CRITICAL name who does what, through which changed line, with rights they do not already have. What needs a machine, an account or a key that is already lost is no finding about this change: drop it.',
  examples: [
    fires(
      'two CRITICAL, both about a machine that is lost already',
      reviewSceneOf({ findings: several(2, taken) }),
    ),
    fires(
      'a CRITICAL in other code that starts from a function there is not',
      reviewSceneOf({
        findings: [
          raised({
            ...taken,
            file: 'src/billing.js',
            facts: { ...taken.facts, place: 'line', unknown_names: ['dumpKeyring'], foreign_words: [] },
          }),
        ],
      }),
    ),
    quiet(
      'an old weakness in other code, at a line that is there',
      reviewSceneOf({
        findings: [
          raised({
            ...taken,
            file: 'src/billing.js',
            facts: { ...taken.facts, place: 'line', foreign_words: [] },
          }),
        ],
      }),
    ),
    quiet('a CRITICAL in the change', reviewSceneOf({ findings: [raised({ severity: 'CRITICAL' })] })),
    boundary(
      'one of two CRITICAL',
      reviewSceneOf({ findings: [raised(taken), raised({ severity: 'CRITICAL' })] }),
    ),
    immune(
      'a CRITICAL in code that the change calls, with a reproduction',
      reviewSceneOf({
        findings: [
          raised({
            severity: 'CRITICAL',
            file: 'src/session.js',
            facts: { in_change: false, used_by_change: true, unknown_names: ['dumpKeyring'] },
          }),
        ],
      }),
    ),
  ],
})

/** Tied to the code by nothing: not by its place, not by what it shows, not by a name. */
function isAdrift(finding: SceneFinding): boolean {
  const { facts } = finding
  if (facts === null || facts.in_change || facts.uses_change || facts.used_by_change) return false
  return facts.evidence === 'none' && facts.known_names === 0 && strangeTo(finding).length > 0
}

/** What it takes for given and nobody has seen. */
function strangeTo({ facts }: SceneFinding): string[] {
  return facts === null ? [] : [...facts.unknown_names, ...facts.foreign_words]
}
