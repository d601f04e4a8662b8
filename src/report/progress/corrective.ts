import type { EventOf } from '../../core/events.ts'
import type { RunState } from '../../core/state.ts'
import { correctionWords, signalWords } from '../signal-words.ts'
import { money } from '../words.ts'
import { said, stageOf, type Writers } from './line.ts'

/** What rules saw and what was done about it. */
export const correctiveLines: Writers = {
  'shadow.detected': ({ data }, state) =>
    said(
      shadowStage(state, data.archetype),
      `⚠ ${signalWords(data, state)}`,
      data.triggers[0]?.evidence[0] ?? '',
      'ask',
    ),
  'detectors.own': ({ data }) =>
    data.problem === null ? null : said('Rules', 'your own rules could not be asked', data.problem, 'bad'),
  'detector.disabled': ({ data }) =>
    said('Rules', `your own rule ${data.detector} is switched off`, data.reason, 'bad'),
  'judge.ruled': ({ data }) =>
    said('Judge', data.detector, `${data.ruling}: ${data.reason}`, data.ruling === 'yes' ? 'ask' : 'plain'),
  'correction.applied': ({ data }, state) => {
    const role = state.signals.find(({ id }) => id === data.signal)?.archetype ?? null
    return said(shadowStage(state, role), correctionWords(data, state), '', 'ask')
  },
  'wiggum.break': ({ data }) => said('Break', `Wiggum Break (${data.kind})`, data.trigger, 'bad'),
  'budget.threshold': ({ data }) => said('Budget', `${data.percent} % spent`, thresholdWords(data), 'ask'),
  'policy.checkpoint': ({ data }) => {
    const parts = [data.refs.length > 0 ? `work in progress on ${data.refs.join(', ')}` : 'nothing to save']
    if (data.pushed) parts.push(data.pushed.what)
    const problems = data.problems.length > 0 || data.pushed?.ok === false
    return said('Saved', 'checkpoint', [...parts, ...data.problems].join('; '), problems ? 'ask' : 'plain')
  },
}

function thresholdWords({ spent, budget, unit }: EventOf<'budget.threshold'>['data']): string {
  return unit === 'usd' ? `${money(spent)} of ${money(budget)}` : `${spent} of ${budget} ${unit}`
}

function shadowStage(state: RunState, role: string | null): string {
  return role === null ? 'Run' : stageOf(state, role)
}
