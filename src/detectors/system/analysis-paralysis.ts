import { plural } from '../../core/plural.ts'
import { boundary, detector, fires, immune, quiet } from '../detector.ts'
import { ORDERLY, type PhaseScene } from '../phase-scene.ts'

const MINUTE = 60_000

export const analysisParalysis = detector({
  id: 'system.analysis-paralysis',
  layer: 'system',
  shadow: 'system.analysis-paralysis',
  title: 'research without end',
  notices:
    'planning that takes more than twice as long as making, or an Explorer that is called again and again',
  blindTo: 'whether the plan was worth its time: a hard question may have a short answer',
  thresholds: { ratio: 2, minutes: 10, explorers: 3 },
  detect: ({ at, planMs, doMs, explored }: PhaseScene, { ratio, minutes, explorers }) => {
    if (at !== 'plan' && at !== 'do') return null
    const seen: string[] = []
    if (explored >= explorers)
      seen.push(`the Explorer has answered ${plural(explored, 'time')} in this cycle`)
    if (at === 'do' && planMs >= minutes * MINUTE && planMs > ratio * doMs)
      seen.push(`planning took ${minutesOf(planMs)} minutes, making ${minutesOf(doMs)}`)
    return seen.length > 0 ? seen : null
  },
  correction:
    'There has been enough research. Go on with what is known: say which gaps are left, and do not wait for them to be closed.',
  examples: [
    fires('20 minutes and a second of planning, 10 of making', took(20 * MINUTE + 1000, 10 * MINUTE)),
    fires('a third call of the Explorer, before the plan is made', explored(3)),
    quiet('planning is still going on: nothing was made yet', planning(30 * MINUTE)),
    boundary('planning took exactly twice as long', took(20 * MINUTE, 10 * MINUTE)),
    boundary('two calls of the Explorer', explored(2)),
    immune('a short plan for a shorter change', took(9 * MINUTE, MINUTE)),
  ],
})

function minutesOf(ms: number): string {
  return (ms / MINUTE).toFixed(1)
}

function took(planMs: number, doMs: number): PhaseScene {
  return { ...ORDERLY, planMs, doMs }
}

function explored(times: number): PhaseScene {
  return { ...ORDERLY, at: 'plan', explored: times }
}

function planning(planMs: number): PhaseScene {
  return { ...ORDERLY, at: 'plan', planMs }
}
