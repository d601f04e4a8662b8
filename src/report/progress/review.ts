import { counts, denialWords, duration, plural } from '../words.ts'
import { said, stageOf, stepEnded, type Writers } from './line.ts'

/** What reviewers said, and what follows from it. */
export const reviewLines: Writers = {
  'review.verdict': ({ data }, state) => {
    const review = state.reviews[data.step]
    const shown = counts(review?.effective ?? [])
    const ms = state.steps[data.step]?.durationMs ?? 0
    const verdict = data.verdict === 'NONE' ? problemWords(data.problem) : data.verdict
    const refused = denialWords(state.steps[data.step]?.denials ?? [])
    const words = [verdict, shown ? `(${shown})` : '', duration(ms), refused ? `(${refused})` : '']
    const result = words.filter(Boolean).join(' ')
    const tone = data.verdict === 'APPROVED' ? 'good' : 'bad'
    return stepEnded(data, state, { result, tone })
  },
  'evidence.downgrade': ({ data }, state) =>
    said(
      stageOf(state, data.archetype),
      `${data.from} without evidence`,
      `counted as INFO: ${data.reason}`,
      'plain',
    ),
  'fix.applied': ({ data }) => said('Act', 'fixed', `${data.file}: raised by ${data.source}`, 'good'),
  'cycle.boundary': ({ data }) => {
    const score = data.convergence ? `, ${data.convergence.band} (${data.convergence.score.toFixed(2)})` : ''
    const what = `cycle ${data.cycle} of ${data.max_cycles}`
    return said(
      'Act',
      what,
      `${plural(data.findings.length, 'finding')} open${score}: going round again`,
      'ask',
    )
  },
}

function problemWords(problem: string | null): string {
  return problem && problem !== 'no verdict' ? `no verdict (${problem})` : 'no verdict'
}
