import type { DiagnosedRun } from '../../diagnose/diagnosed-run.ts'
import { claimOf, isWasted } from '../../diagnose/judge.ts'
import { plural } from '../words.ts'
import { amountWords, percentWords } from './words.ts'

/** One sentence on what became of a run. */
export function verdictOf(run: DiagnosedRun): string {
  const { stopped, steps, spend, outcome } = run
  if (steps === 0) return 'The agent did nothing that the transcript tells of.'
  if (outcome === 'resolved') return 'It succeeded.'
  const claim = claimOf(run)
  if (claim === 'unjudged') return 'It said that it is done; whether it is, its trace cannot tell.'
  if (!isWasted(run)) return 'It said that it is done, and nothing in its trace speaks strongly against it.'
  const lost = spend.total.tokens > 0 ? spend.after.tokens / spend.total.tokens : 0
  const wrong =
    claim === 'wrong'
      ? ' It said that it is done, and it was not.'
      : claim === 'doubtful'
        ? ' It said that it is done, and probably it was not.'
        : ''
  if (stopped.step === 0) return `Nothing that it did moved the work forward.${wrong}`
  if (stopped.after === 0) return `It moved the work forward up to its last agent step.${wrong}`
  return `It got nowhere after agent step ${stopped.step}: ${plural(stopped.after, 'more step')}, ${percentWords(lost)} of its tokens.${wrong}`
}

/** What wiggum would have done about it. */
export function wouldWords(run: DiagnosedRun): string {
  const { nudge, halt } = run.would
  if (!nudge && !halt) return 'nothing'
  const told = nudge ? `tell the agent at agent step ${nudge.step}` : null
  const saved = halt && run.outcome !== 'resolved' ? `, saving ${amountWords(halt.saved, run)}` : ''
  const best =
    halt &&
    (halt.best
      ? `, and hand back the work as it was after step ${halt.best.step} (${halt.best.why})`
      : ', with nothing changed to hand back')
  const ended = halt ? `halt it at step ${halt.step}${best}${saved}` : null
  const wrong = halt && run.outcome === 'resolved' ? ' – wrongly: it succeeded later' : ''
  return `${[told, ended].filter(Boolean).join('; ')}${wrong}`
}

/** What the figures rest on, and what is missing. */
export function sureWords(run: DiagnosedRun): string[] {
  const { budget, spend, stagnation, false_completion: claim } = run
  return [
    budget.from === 'unknown'
      ? 'no budget is known, so the model abstains: name one with --max-steps'
      : `budget of ${budget.steps} agent steps, ${budget.from === 'flag' ? 'by --max-steps' : 'by the transcript'}`,
    stagnation?.calibrated === false || claim?.calibrated === false
      ? 'the model is not calibrated for this agent: live, only rules would act'
      : '',
    spend.tokens_from === 'estimate'
      ? 'tokens are estimated from sizes'
      : 'tokens are those of the transcript',
    spend.usd_from === 'prices'
      ? 'money by list prices'
      : spend.usd_from === 'unknown'
        ? 'no price is known for the model'
        : '',
  ].filter((line) => line !== '')
}
