import { boundary, detector, fires, immune, quiet } from '../../detector.ts'
import { type RaisedOver, raised, reviewSceneOf, several } from '../../review-scenes.ts'
import type { SceneFinding, StepScene } from '../../scenes.ts'
import { isWeighty, placesOf } from '../finding-shapes.ts'

const scene = (findings: SceneFinding[]) => reviewSceneOf({ role: 'trickster', findings })
const madeUp: RaisedOver = { facts: { known_names: 0, unknown_names: ['parseFrame'] } }
const nowhere: RaisedOver = { line: 900, facts: { place: 'no-line', evidence: 'none' } }

export const impossibleScenario = detector({
  id: 'trickster.false-alarm.impossible-scenario',
  layer: 'archetype',
  shadow: 'trickster.false-alarm',
  title: 'a scenario that cannot happen',
  notices:
    'a CRITICAL or WARNING that speaks only of functions and files that are not there, or of a place that is not there and without any evidence',
  blindTo:
    'a scenario with the right names and an input that can never arrive, and names that occur only in files the review does not mention',
  thresholds: { findings: 1 },
  detect: ({ review }: StepScene, { findings }) => {
    const weighty = review?.findings.filter(isWeighty) ?? []
    const [invented, misplaced] = [weighty.filter(isInvented), weighty.filter(isMisplaced)]
    const impossible = new Set([...invented, ...misplaced])
    if (impossible.size === 0 || impossible.size < findings) return null
    const names = [...new Set(invented.flatMap(({ facts }) => facts?.unknown_names ?? []))].slice(0, 5)
    return [
      ...(names.length > 0 ? [`not in the code that it is said of: ${names.join(', ')}`] : []),
      ...(misplaced.length > 0 ? [`no such place, and no evidence: ${placesOf(misplaced)}`] : []),
    ]
  },
  judgement: {
    question: 'Is there a CRITICAL or WARNING here whose input can never arrive where it is said to?',
    suspects: ({ review }: StepScene) => {
      const weighty = review?.findings.filter(isWeighty) ?? []
      const unshown = weighty.filter(({ facts }) => facts !== null && facts.evidence !== 'reproduction')
      return unshown.length === 0 ? null : [`nothing shows how these come about: ${placesOf(unshown)}`]
    },
  },
  correction:
    'Run each scenario before you report it. Take out those that need a function, a parameter or a file that the code does not have, and give the exact input and output for what is left.',
  examples: [
    fires('it calls a function that is nowhere', scene([raised(madeUp)])),
    fires('a line past the end of the file, and nothing to show', scene([raised(nowhere)])),
    quiet('three findings that name what is there', scene(several(3))),
    quiet('a finding that names no code', scene([raised({ facts: { known_names: 0 } })])),
    boundary('one name of two is there', scene([raised({ facts: { ...madeUp.facts, known_names: 1 } })])),
    boundary(
      'a wrong line, with a reproduction',
      scene([raised({ ...nowhere, facts: { place: 'no-line' } })]),
    ),
    boundary('a remark about what is nowhere', scene([raised({ ...madeUp, severity: 'INFO' })])),
    immune('five edge cases in the change, each with a reproduction', scene(several(5))),
  ],
})

/** Nothing that it names is there, and something that it calls ought to be. */
function isInvented({ facts }: SceneFinding): boolean {
  return facts !== null && facts.known_names === 0 && facts.unknown_names.length > 0
}

/** What the change deleted was a place. */
function isMisplaced({ facts }: SceneFinding): boolean {
  if (facts === null || facts.evidence !== 'none') return false
  return facts.place === 'no-line' || (facts.place === 'no-file' && !facts.in_change)
}
