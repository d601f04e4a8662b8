import { agreeing } from '../../core/plural.ts'
import type { Sums } from '../../diagnose/sums.ts'
import { plural } from '../words.ts'
import { dollars, percentWords, tokens } from './words.ts'

/** Three sentences: how much there was, how much of it was lost, and what would have been done. */
export function headline(sums: Sums): string[] {
  return [
    `${what(sums)} ${outcomes(sums)}`.trim(),
    lostSentence(sums),
    `${claims(sums)} ${halts(sums)}`.trim(),
  ]
}

function what({ runs, steps, tokens: all, usd, usd_runs, estimated }: Sums): string {
  const guess = estimated === 0 ? '' : estimated === runs ? ' (estimated from sizes)' : ' (partly estimated)'
  const cost =
    usd_runs === 0
      ? 'for no model is a price known'
      : `${dollars(usd, true)}${usd_runs < runs ? ` for the ${plural(usd_runs, 'run')} with a known price` : ''}`
  return `${count(runs, 'run')}, ${count(steps, 'agent step')}, ${tokens(all, estimated > 0)} tokens${guess}; ${cost}.`
}

function outcomes({ resolved, failed, unknown, runs }: Sums): string {
  if (unknown === runs) return 'How they came out, the transcripts do not say.'
  const more = unknown > 0 ? `, of ${unknown.toLocaleString('en')} nobody knows` : ''
  return `${resolved.toLocaleString('en')} succeeded, ${failed.toLocaleString('en')} did not${more}.`
}

function lostSentence(sums: Sums): string {
  const { lost_share, lost_tokens, lost_usd, usd_runs, estimated } = sums
  const amount = `${tokens(lost_tokens, estimated > 0)} tokens${usd_runs > 0 ? `, ${dollars(lost_usd, true)}` : ''}`
  return `${percentWords(lost_share ?? 0)} of the tokens (${amount}) came after the point of no return: the last agent step that moved the work forward, in runs that ${losers(sums)}.`
}

/** Which runs can have lost something: as much as is known of how they came out. */
export function losers({ unknown }: Sums): string {
  return unknown > 0 ? 'did not succeed, or never said that they were done' : 'did not succeed'
}

function claims({ claims: { all, wrong, doubtful, unjudged } }: Sums): string {
  if (all === 0) return 'No run said that it is done.'
  const number = (value: number, words: string) =>
    value > 0 ? [`${value.toLocaleString('en')} ${words}`] : []
  const parts = [
    ...number(wrong, agreeing(wrong, 'was wrong', 'were wrong')),
    ...number(doubtful, agreeing(doubtful, 'probably was wrong', 'probably were wrong')),
    ...number(
      unjudged,
      'nobody can judge by the trace (no budget, or an agent that nothing is calibrated for)',
    ),
  ]
  const said = `${count(all, 'run')} said that ${agreeing(all, 'it is', 'they are')} done`
  return `${said}; ${parts.length > 0 ? parts.join(', ') : 'nothing speaks strongly against it'}.`
}

function halts({ halted, nudged, wrong_halts, resolved, saved_tokens, estimated }: Sums): string {
  if (halted === 0 && nudged === 0) return 'wiggum would have let them all be.'
  const wrong = resolved === 0 ? '' : `, ${wrong_halts.toLocaleString('en')} of them wrongly`
  return `wiggum would have told the agent in ${nudged.toLocaleString('en')} and halted ${halted.toLocaleString('en')}${wrong}, saving ${tokens(saved_tokens, estimated > 0)} tokens.`
}

export function count(number: number, word: string): string {
  return `${number.toLocaleString('en')} ${number === 1 ? word : `${word}s`}`
}
