import type { RunFacts } from '../../facts/facts.ts'
import { workPlace } from '../../facts/work-place.ts'
import { duration, plural } from '../../words.ts'
import { type Markup, markup } from '../markup.ts'
import { dataTable } from '../plots/figure.ts'
import { gapNote, points } from './section.ts'

/** Questions to a person, and what was chosen without one. */
export function decisions({ gates, decisions: all }: RunFacts): Markup | null {
  if (gates.items.length === 0 && all.items.length === 0) return null
  const asked = gates.items.map(({ kind, question, answer, by }) => [kind, question, answer, by])
  const chosen = all.items.map(({ at_ms, what, chosen: one, why, instead_of }) => [
    duration(at_ms),
    what,
    one,
    why,
    instead_of.join(', '),
  ])
  const questions =
    asked.length > 0 &&
    markup`<h3>Questions to you</h3>${dataTable({ head: ['about', 'question', 'answer', 'by'], rows: asked }, 'Questions')}${gapNote(gates)}`
  const choices =
    chosen.length > 0 &&
    markup`<h3>What wiggum chose</h3>${dataTable({ head: ['at', 'what', 'chosen', 'why', 'instead of'], rows: chosen }, 'Decisions')}${gapNote(all)}`
  return markup`${questions}${choices}`
}

/** What earlier runs left to this one. */
export function lessons({ lessons: { told, back } }: RunFacts): Markup | null {
  if (told.length === 0 && back.length === 0) return null
  const given = told.map(({ id, kind, text, why, met }) => [id, kind, text, why, met])
  const again = back.map(({ id, text, mended_by, now }) => [id, text, mended_by, now])
  return markup`${given.length > 0 && markup`<h3>Told at the start</h3>${dataTable({ head: ['lesson', 'kind', 'what it says', 'why it fits', 'in this run'], rows: given }, 'Lessons told')}`}${again.length > 0 && markup`<h3>Mended by an earlier run, and back</h3>${dataTable({ head: ['lesson', 'what', 'mended by', 'now'], rows: again }, 'Back again')}`}`
}

/** Limits, work that was saved, rules that broke. */
export function keeping({ limits, rescues, switched_off, plan }: RunFacts): Markup | null {
  const parts = [
    ...(limits.length > 0 ? [markup`<h3>Limits</h3>${points(limits)}`] : []),
    ...(rescues.items.length > 0
      ? [
          markup`<h3>Rescued work</h3><ul class="points">${rescues.items.map(({ ref, files, reason }) => markup`<li><code>${ref}</code>: ${plural(files, 'file')} (${reason})</li>`)}</ul>${gapNote(rescues)}`,
        ]
      : []),
    ...(switched_off.length > 0
      ? [
          markup`<h3>Your own rules that broke</h3>${points(switched_off.map(({ rule, how }) => `${rule}: ${how}`))}`,
        ]
      : []),
    ...(plan.length > 0
      ? [markup`<h3>Plan</h3>${points(plan.map(([name, words]) => `${name}: ${words}`))}`]
      : []),
  ]
  return parts.length > 0 ? markup`${parts}` : null
}

export function about(facts: RunFacts): Markup {
  const rows = [
    ['Run', facts.run_id],
    ['Strategy', `${facts.strategy}, ${facts.workflow}, ${facts.domain}`],
    ['Agents', facts.agents.join(', ')],
    ['Sandbox', facts.sandbox],
    ['Base', `${facts.target} at ${facts.base.slice(0, 10)}`],
    workPlace(facts),
    ['Merged', facts.merged],
    ['Began', facts.began],
    ['Last event', facts.last],
    [
      'Time',
      `${duration(facts.took_ms)}${facts.waited_ms > 0 ? `, of it ${duration(facts.waited_ms)} waiting` : ''}`,
    ],
    ['Spend', facts.spend.text],
  ]
  return dataTable({ head: ['', ''], rows: rows.map(([name = '', words = '']) => [name, words]) }, 'The run')
}
