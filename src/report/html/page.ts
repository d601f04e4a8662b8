import { busyOf } from '../facts/busy.ts'
import type { RunFacts } from '../facts/facts.ts'
import { documentOf } from './document.ts'
import { type Markup, markup } from './markup.ts'
import { PATTERNS } from './plots/series.ts'
import { timeScale } from './plots/time-scale.ts'
import { breaker } from './sections/breaker.ts'
import { events } from './sections/events.ts'
import { findings } from './sections/findings.ts'
import { about, decisions, keeping, lessons } from './sections/rest.ts'
import { type Section, sectionMarkup, sectionOf } from './sections/section.ts'
import { spend } from './sections/spend.ts'
import { steps } from './sections/steps.ts'
import { notes, top } from './sections/top.ts'
import { changes, verification } from './sections/work.ts'

const REFRESH_SECONDS = 5

/** One page that needs nothing else: no script, no request, no font. `live`: it is written again while the run goes on. */
export function htmlReport(facts: RunFacts, { live }: { live: boolean }): string {
  const sections = sectionsOf(facts)
  const body = markup`<a class="skip" href="#main">To the report</a>
${top(facts)}
${navigation(sections)}
<main id="main" class="wide">
${live && markup`<div class="note" role="note"><strong>Live:</strong> the run goes on. This page is written again as it does, and loads itself every ${REFRESH_SECONDS} seconds.</div>`}
${notes(facts)}
${sections.map(sectionMarkup)}
</main>
<footer><div class="wide">Made by wiggum from the run’s log, ${facts.events} events up to ${facts.last}. Nothing on this page is loaded from elsewhere.</div></footer>
${PATTERNS}`
  return documentOf({ title: `${facts.task} · wiggum`, body, refresh: live ? REFRESH_SECONDS : null })
}

function sectionsOf(facts: RunFacts): Section[] {
  const scale = timeScale(busyOf(facts, 'whole'), facts.took_ms)
  return [
    ...sectionOf('steps', 'Steps', steps(facts, timeScale(busyOf(facts, 'shown'), facts.took_ms))),
    ...sectionOf('spend', 'Cost and tokens', spend(facts, scale)),
    ...sectionOf('findings', 'Findings', findings(facts)),
    ...sectionOf('breaker', 'Breaker and ladder', breaker(facts, scale)),
    ...sectionOf('verification', 'Verification', verification(facts)),
    ...sectionOf('changes', 'What changed', changes(facts)),
    ...sectionOf('decisions', 'Decisions', decisions(facts)),
    ...sectionOf('lessons', 'Lessons of earlier runs', lessons(facts)),
    ...sectionOf('limits', 'Limits and rescues', keeping(facts)),
    ...sectionOf('events', 'Events', events(facts)),
    ...sectionOf('run', 'The run', about(facts)),
  ]
}

function navigation(sections: Section[]): Markup {
  const links = sections.map(
    ({ id }) => markup`<li><a href="#${id}">${id.charAt(0).toUpperCase() + id.slice(1)}</a></li>`,
  )
  return markup`<nav aria-label="Parts of the report"><div class="wide"><ul>${links}</ul></div></nav>`
}
