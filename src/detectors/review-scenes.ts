import { type SceneOver, sceneFinding, stepSceneOf } from './example-scenes.ts'
import type { SceneFinding, SceneReview, StepScene } from './scenes.ts'

/** Scenes for the examples of rules about reviewers: an honest review of a small fix, and what an example changes. */

export interface ReviewOver extends Omit<SceneOver, 'review'> {
  findings?: SceneFinding[]
  verdict?: SceneReview['verdict']
}

type Facts = NonNullable<SceneFinding['facts']>

export function reviewSceneOf({ findings = [], verdict, ...over }: ReviewOver): StepScene {
  const said = verdict ?? (findings.some(({ severity }) => severity !== 'INFO') ? 'REJECTED' : 'APPROVED')
  return stepSceneOf({ role: 'guardian', work: null, ...over, review: { verdict: said, findings } })
}

export interface RaisedOver extends Omit<Partial<SceneFinding>, 'facts'> {
  facts?: Partial<Facts>
}

/** A finding that holds: in the change, with a fix, and with a call that shows it. */
export function raised({ facts, ...over }: RaisedOver = {}): SceneFinding {
  return sceneFinding({ ...over, facts: { ...SHOWN, ...facts } })
}

/** So many of them, each about something else. */
export function several(count: number, over: RaisedOver = {}): SceneFinding[] {
  return Array.from({ length: count }, (_, at) =>
    raised({ description: CONCERNS[at % CONCERNS.length]!, line: at + 1, ...over }),
  )
}

/** In a file that has nothing to do with the change. */
export const ELSEWHERE: RaisedOver = { file: 'src/billing.js', facts: { in_change: false } }

/** Said, and not shown. */
export const UNSHOWN: RaisedOver = { evidence: 'It is well known', facts: { evidence: 'none' } }

const SHOWN: Facts = {
  in_change: true,
  uses_change: false,
  used_by_change: false,
  place: 'line',
  evidence: 'reproduction',
  known_names: 1,
  unknown_names: [],
  foreign_words: [],
  function_lines: 12,
  words: 20,
}

const CONCERNS = [
  'an empty title gives a dash',
  'accents are dropped from letters',
  'the length is unbounded and overflows the column',
  'a number throws a TypeError',
  'the ampersand vanishes between two products',
  'emoji leave double hyphens',
  'tabs survive into the address',
  'upper case Turkish letters change meaning',
  'a slash opens another folder',
  'percent signs break decoding',
  'two authors share one page',
  'right-to-left marks stay invisible',
]
