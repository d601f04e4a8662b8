import { plural } from '../../core/plural.ts'
import { boundary, detector, fires, quiet } from '../detector.ts'
import { ORDERLY, type PhaseScene, type RepeatedLesson } from '../phase-scene.ts'

export const cargoCult = detector({
  id: 'system.cargo-cult',
  layer: 'system',
  shadow: 'system.cargo-cult',
  title: 'a lesson that nobody heeds',
  notices: 'a lesson of earlier runs that was given, and whose finding comes up again all the same',
  blindTo:
    'whether the lesson was understood and could not be heeded; and a lesson of a person’s own whose words no reviewer uses',
  thresholds: { lessons: 1, met: 2 },
  detect: ({ at, repeated }: PhaseScene, { lessons, met }) => {
    const known = repeated.filter((lesson) => lesson.met >= met)
    if (at !== 'check' || known.length === 0 || known.length < lessons) return null
    return known.map(said)
  },
  correction:
    'The lesson does not work. It is strengthened; repeated in a second run it is reworded, in a third removed.',
  examples: [
    fires('a lesson that was met in two runs, and is again', again({})),
    quiet('nothing that was given came up', afterCheck([])),
    quiet('it is not the reviewers who have just spoken', { ...again({}), at: 'do' } satisfies PhaseScene),
    boundary('a lesson that has nearly faded: it was met once', again({ met: 1 })),
  ],
})

function said({ id, met, repeated, found }: RepeatedLesson): string {
  const before = repeated > 0 ? `, ${plural(repeated, 'time')} after it was given` : ''
  return `${id} was given (met in ${plural(met, 'run')}${before}), and is found again: ${found}`
}

function again(over: Partial<RepeatedLesson>): PhaseScene {
  const found = 'src/query.ts:12: the value is pasted into the query'
  return afterCheck([{ id: 'l-0a1b2c3d', met: 2, repeated: 0, found, ...over }])
}

function afterCheck(repeated: RepeatedLesson[]): PhaseScene {
  return { ...ORDERLY, at: 'check', repeated }
}
