import type { DiagnosedRun } from '../../../diagnose/diagnosed-run.ts'
import type { Diagnosis } from '../../../diagnose/diagnosis.ts'
import { middleStop } from '../../../diagnose/distributions.ts'
import type { Sums } from '../../../diagnose/sums.ts'
import { type Markup, markup } from '../../html/markup.ts'
import { count, headline, losers } from '../headline.ts'
import { verdictOf } from '../verdict.ts'
import { dollars, percentWords, titleOf, tokens, whoWords } from '../words.ts'

/** What somebody who reads nothing else should know. */
export function top(diagnosis: Diagnosis): Markup {
  const { totals, runs } = diagnosis
  const [only] = runs
  const single = runs.length === 1 && only ? only : null
  const [what] = headline(totals)
  return markup`<header class="top"><div class="wide">
<p class="about">${single ? `Diagnosis of one run · ${whoWords(single)}` : `Diagnosis of ${count(totals.runs, 'run')} of coding agents`}</p>
<h1>${single ? titleOf(single, 300) : title(totals)}</h1>
<p class="lead">${single ? verdictOf(single) : `${what} ${meaning(totals)}`}</p>
<dl class="figures">
${figure('lost', single ? lostShare(totals) : stopped(runs))}
${figure('lost', lostAmount(totals))}
${figure('claims', claims(totals))}
${figure('saved', saved(totals))}
</dl></div></header>
`
}

function meaning(totals: Sums): string {
  return `The point of no return is the last agent step that moved the work forward; what came after it is counted only in runs that ${losers(totals)}.`
}

function title({ lost_share }: Sums): string {
  return lost_share === null
    ? 'Nothing was spent that the transcripts tell of'
    : `${percentWords(lost_share)} of the spend came after the point of no return`
}

interface Figure {
  term: string
  big: string
  rest: string
}

function figure(className: string, { term, big, rest }: Figure): Markup {
  return markup`<div class="${className}"><dt>${term}</dt><dd class="big">${big}</dd><dd class="rest">${rest}</dd></div>`
}

function stopped(runs: DiagnosedRun[]): Figure {
  const middle = middleStop(runs)
  const hasBudget = runs.every(({ budget }) => budget.steps !== null)
  return {
    term: 'No progress after',
    big: middle === null ? '–' : percentWords(middle.share),
    rest:
      middle === null
        ? 'no run is known to have got stuck'
        : `of ${hasBudget ? 'the budget of agent steps' : 'its agent steps'}, in half of the ${count(middle.runs, 'run')} that lost something`,
  }
}

function lostShare({ lost_share, estimated }: Sums): Figure {
  const basis = estimated === 0 ? 'by the transcript' : 'estimated from sizes'
  return {
    term: 'Spent after the point of no return',
    big: lost_share === null ? '–' : percentWords(lost_share),
    rest: `of its tokens, ${basis}: after the last step that moved the work forward`,
  }
}

function lostAmount({ lost_tokens, lost_usd, usd_runs, runs, estimated, tokens: all, usd }: Sums): Figure {
  const isMoney = usd_runs > 0
  const of = isMoney
    ? `of ${dollars(usd, true)}, ${usd_runs === runs ? 'list prices' : `known for ${count(usd_runs, 'run')} of ${runs.toLocaleString('en')}`}; ${tokens(lost_tokens, estimated > 0)} tokens`
    : `of ${tokens(all, estimated > 0)} tokens; for no model is a price known`
  return {
    term: isMoney ? 'Money lost after that' : 'Tokens lost after that',
    big: isMoney ? dollars(lost_usd, true) : tokens(lost_tokens, estimated > 0),
    rest: of,
  }
}

function claims({ claims: { all, wrong, doubtful, unjudged } }: Sums): Figure {
  const bad = wrong + doubtful
  const term = doubtful > 0 ? 'Said “done” and probably were not' : 'Said “done” and were not'
  if (all === 0) return { term, big: '–', rest: 'no run said that it is done' }
  const known = [
    wrong > 0 ? `${wrong.toLocaleString('en')} known from the outcomes` : '',
    doubtful > 0 ? `${doubtful.toLocaleString('en')} by the trace alone` : '',
    unjudged > 0 ? `${unjudged.toLocaleString('en')} that the trace cannot judge` : '',
  ].filter(Boolean)
  return {
    term,
    big: unjudged === all ? '?' : bad.toLocaleString('en'),
    rest: `of ${count(all, 'run')} that said so${bad > 0 ? ` (${percentWords(bad / all)})` : ''}; ${known.join(', ')}`,
  }
}

function saved({
  halted,
  nudged,
  wrong_halts,
  resolved,
  saved_tokens,
  saved_usd,
  usd_runs,
  estimated,
  tokens: all,
}: Sums): Figure {
  const money = usd_runs > 0 ? `, ${dollars(saved_usd, true)}` : ''
  const wrong =
    resolved > 0
      ? `; ${wrong_halts.toLocaleString('en')} of ${resolved.toLocaleString('en')} successes halted wrongly`
      : ''
  const share = all > 0 ? ` (${percentWords(saved_tokens / all)})` : ''
  return {
    term: 'wiggum would have halted',
    big: halted.toLocaleString('en'),
    rest: `and told the agent in ${nudged.toLocaleString('en')}: ${tokens(saved_tokens, estimated > 0)} tokens saved${share}${money}${wrong}`,
  }
}
