import type { Outcome, RunFacts } from '../../facts/facts.ts'
import { duration, plural } from '../../words.ts'
import { type Markup, markup } from '../markup.ts'

const SIGNS: Record<Outcome['mark'], string> = { good: '✓', bad: '✗', wait: '?', live: '●' }

/** Did it land, what proves it, what did it cost, what is open: before anything else. */
export function top(facts: RunFacts): Markup {
  const { outcome, run_id, strategy, workflow, began } = facts
  const code = outcome.exit_code === null ? '' : `, exit code ${outcome.exit_code}`
  return markup`<header class="top"><div class="wide">
<p class="status is-${outcome.mark}"><b aria-hidden="true">${SIGNS[outcome.mark]}</b> ${outcome.status}${code}</p>
<h1>${facts.task}</h1>
${outcome.reason !== '' && outcome.status !== 'landed' && markup`<p class="lead">${sentence(outcome.reason)}</p>`}
<p class="about"><code>${run_id}</code> · ${strategy}, ${workflow} · <time datetime="${began}">${day(began)}</time> · ${duration(facts.took_ms)}</p>
<dl class="answers">
${answer('Did it land?', landedLines(outcome))}
${answer('What proves it?', outcome.proof.length > 0 ? outcome.proof : [outcome.live ? 'Nothing yet' : 'Nothing'])}
${answer('What did it cost?', costLines(facts))}
${answer('What is open?', openLines(outcome))}
</dl></div></header>
`
}

function answer(question: string, [first = '', ...more]: string[]): Markup {
  return markup`<div><dt>${question}</dt><dd class="first">${first}</dd>${more.map((line) => markup`<dd>${line}</dd>`)}</div>`
}

function costLines({ spend, outcome }: RunFacts): string[] {
  const [money = '', ...more] = outcome.cost.split(', ')
  const note = spend.text === money ? [] : [spend.text]
  return [money, more.join(', '), ...note]
}

const FEW = 3

function openLines({ open, waits, live }: Outcome): string[] {
  if (open.length === 0) return [live ? 'It goes on' : 'Nothing']
  const more = open.length > FEW ? [`and ${open.length - FEW} more`] : []
  const first = waits ? 'A question to you' : plural(open.length, 'thing')
  return [first, ...open.slice(0, FEW), ...more]
}

/** "No: the work is on …" → the answer, and the rest of it below. */
function landedLines({ landed }: Outcome): string[] {
  const at = landed.indexOf(': ')
  if (at < 0) return [landed]
  const rest = landed.slice(at + 2)
  const isCommit = /^[0-9a-f]{10} /.test(rest)
  return [landed.slice(0, at), isCommit ? rest : rest.charAt(0).toUpperCase() + rest.slice(1)]
}

function sentence(text: string): string {
  const first = text.charAt(0).toUpperCase() + text.slice(1)
  return /[.!?…]$/.test(first) ? first : `${first}.`
}

/** The instant as it stands in the log, in UTC: the page is the same wherever it is made. */
function day(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`
}

/** What a person can do, and what is waited for. */
export function notes({ outcome, damage }: RunFacts): Markup {
  const { waits, next } = outcome
  const broken =
    damage !== null &&
    markup`<div class="note bad" role="note"><strong>${damage.words}.</strong> What could be read is below.</div>`
  const asks =
    waits !== null &&
    markup`<div class="note" role="note"><strong>It waits for an answer:</strong> ${waits.question}${waits.evidence.length > 0 && markup`<ul>${waits.evidence.slice(0, 20).map((line) => markup`<li>${line}</li>`)}</ul>`}${waits.commands.map((command) => markup`<pre><code>${command}</code></pre>`)}</div>`
  const todo =
    waits === null &&
    next.length > 0 &&
    markup`<section id="next"><h2>What to do now</h2><ul class="points">${next.map(({ why, command }) => markup`<li>${why}${command !== null && markup`: <code>${command}</code>`}</li>`)}</ul></section>`
  return markup`${broken}${asks}${todo}`
}
