import { driftWords } from '../../core/drift/realign.ts'
import type { EventData } from '../../core/events.ts'
import { checkpointWords } from '../context-words.ts'
import { said, type Writers } from './line.ts'

function stuckWords({
  agent_step,
  share,
  probability,
  evidence,
  acted,
}: EventData['stagnation.detected']): string {
  const used = share === null ? '' : `, ${Math.round(share * 100)} % of its budget used`
  const sure = probability === null ? '' : `, ${Math.round(probability * 100)} % sure`
  const done = acted ? 'the call is ended' : 'only said'
  return `agent step ${agent_step + 1}${used}${sure}: ${evidence.join('; ')}; ${done}`
}

/** Passes, and what watches over them. */
export const loopLines: Writers = {
  'pass.complete': ({ data }) => {
    const left = data.left.length
    const what = `pass ${data.pass} of ${data.max_passes}`
    return left === 0
      ? said('Pass', what, 'complete: checks green, review clean, nothing left to do', 'good')
      : said('Pass', what, `${left} open: ${data.left[0]}`, 'ask')
  },
  'context.checkpoint': ({ data }) => said('Saved', 'checkpoint of the pass', checkpointWords(data), 'plain'),
  'change.surveyed': ({ data }) =>
    data.problem === null ? null : said('Drift', 'not looked at', data.problem, 'ask'),
  'drift.detected': ({ data }) =>
    said('Drift', `${Math.round(data.share * 100)} % off the task`, driftWords(data), 'ask'),
  'stagnation.detected': ({ data }) =>
    said('Stuck', `${data.detector}, ${data.tier}`, stuckWords(data), data.acted ? 'bad' : 'ask'),
  'breaker.transition': ({ data }) =>
    said(
      'Breaker',
      `${data.from} → ${data.to}`,
      [data.reason, ...data.evidence].join(': '),
      data.to === 'CLOSED' ? 'good' : data.to === 'OPEN' ? 'bad' : 'ask',
    ),
  'notification.sent': ({ data }) =>
    said('Notify', data.channel, data.ok ? 'sent' : (data.problem ?? 'not sent'), data.ok ? 'plain' : 'ask'),
}
