import type { RunFacts, Share, Spending } from '../../facts/facts.ts'
import { duration, money, plural } from '../../words.ts'
import { type Markup, markup } from '../markup.ts'
import { figure } from '../plots/figure.ts'
import { legend } from '../plots/series.ts'
import { stackedArea } from '../plots/stacked-area.ts'
import type { TimeScale } from '../plots/time-scale.ts'

type Of = 'role' | 'model'
type Unit = 'usd' | 'tokens'

/** Cost and tokens over time, by role and by model. Which of the two is shown is chosen without a script. */
export function spend(facts: RunFacts, scale: TimeScale): Markup | null {
  const { by_role, by_model } = facts.spend
  if (by_role.points.length === 0) return null
  const pair = (of: Of, spending: Spending) =>
    markup`<div class="pair of-${of}">${plotOf('usd', of, { facts, scale, spending })}${plotOf('tokens', of, { facts, scale, spending })}</div>`
  return markup`<div class="switch"><fieldset class="by"><legend>Shown by</legend><label><input type="radio" name="by" id="by-role" checked>role</label><label><input type="radio" name="by" id="by-model">model</label></fieldset>
${pair('role', by_role)}${pair('model', by_model)}</div>${unknownNote(facts)}`
}

interface Shown {
  facts: RunFacts
  scale: TimeScale
  spending: Spending
}

function plotOf(unit: Unit, of: Of, { facts, scale, spending }: Shown): Markup {
  const words = unit === 'usd' ? axisMoney : tokenWords
  const area = stackedArea({
    points: spending.points.map((point) => ({ at_ms: point.at_ms, values: point[unit] })),
    scale,
    until_ms: facts.took_ms,
    words,
    time: duration,
  })
  const entries = spending.shares.map((share) => ({ name: share.name, value: sumWords(share, unit) }))
  return figure({
    id: `plot-${unit}-by-${of}`,
    title: `${unit === 'usd' ? 'Cost' : 'Tokens'} by ${of}`,
    summary: says(facts, spending, unit),
    plot: markup`${area}${legend(entries)}`,
    table: {
      head: [of, 'calls', 'cost', 'tokens', 'time'],
      rows: spending.shares.map(({ name, calls, usd, tokens, ms }) => [
        name,
        calls,
        money(usd),
        tokens.toLocaleString('en'),
        duration(ms),
      ]),
    },
  })
}

function says({ spend: all, took_ms }: RunFacts, { shares }: Spending, unit: Unit): string {
  const sum = unit === 'usd' ? money(all.usd, all.estimated_usd > 0) : `${tokenWords(all.tokens)} tokens`
  const most = shares.toSorted((a, b) => b[unit] - a[unit])[0]
  const share =
    most && all[unit] > 0 ? `; most by ${most.name}, ${Math.round((most[unit] / all[unit]) * 100)} %` : ''
  return `${sum} in ${duration(took_ms)}${share}.`
}

function sumWords(share: Share, unit: Unit): string {
  const unknown = share.unknown_calls > 0 ? ` + ${plural(share.unknown_calls, 'call')} unknown` : ''
  return `${unit === 'usd' ? money(share.usd) : tokenWords(share.tokens)}${unknown}`
}

/** Marks of an axis are round: what is written has no more digits than they have. */
function axisMoney(usd: number): string {
  return `$${Number(usd.toPrecision(3))}`
}

function tokenWords(tokens: number): string {
  if (tokens >= 1e6) return `${Number((tokens / 1e6).toPrecision(3))} M`
  return tokens >= 1e4 ? `${Number((tokens / 1e3).toPrecision(3))} k` : tokens.toLocaleString('en')
}

function unknownNote({ spend: { unknown_calls, estimated_usd, text } }: RunFacts): Markup | null {
  if (unknown_calls === 0 && estimated_usd === 0) return null
  const missing =
    unknown_calls > 0
      ? ` ${plural(unknown_calls, 'call')} did not say what they cost, and are not in the sums.`
      : ''
  return markup`<p class="soft">${text}.${missing}</p>`
}
