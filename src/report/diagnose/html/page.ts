import type { Diagnosis } from '../../../diagnose/diagnosis.ts'
import type { GroupSums } from '../../../diagnose/sums.ts'
import { documentOf } from '../../html/document.ts'
import { type Markup, markup } from '../../html/markup.ts'
import { PATTERNS } from '../../html/plots/series.ts'
import { points, type Section, sectionMarkup, sectionOf } from '../../html/sections/section.ts'
import { fileLines } from '../file-lines.ts'
import { count } from '../headline.ts'
import { percentWords } from '../words.ts'
import { riskPlot, sightPlot, spendPlot, stopPlot } from './plots.ts'
import { worstRuns } from './runs.ts'
import { DIAGNOSE_STYLE } from './style.ts'
import { top } from './top.ts'

/** One page that needs nothing else: no script, no request, no font. */
export function diagnosePage(diagnosis: Diagnosis): string {
  const sections = sectionsOf(diagnosis)
  const links = sections.map(
    ({ id }) => markup`<li><a href="#${id}">${id.charAt(0).toUpperCase() + id.slice(1)}</a></li>`,
  )
  const body = markup`<a class="skip" href="#main">To the diagnosis</a>
${top(diagnosis)}
<nav aria-label="Parts of the diagnosis"><div class="wide"><ul>${links}</ul></div></nav>
<main id="main" class="wide">
${sections.map(sectionMarkup)}
</main>
<footer><div class="wide">Made by wiggum diagnose on this machine, from ${count(diagnosis.files.length, 'transcript file')}. Nothing on this page is loaded from elsewhere.</div></footer>
${PATTERNS}`
  const { totals } = diagnosis
  const title = `${percentWords(totals.lost_share ?? 0)} after the point of no return · ${count(totals.runs, 'run')} · wiggum`
  return documentOf({ title, body, style: DIAGNOSE_STYLE })
}

function sectionsOf(diagnosis: Diagnosis): Section[] {
  const { runs } = diagnosis
  const many = runs.length > 1
  return [
    ...sectionOf('spend', 'Where the spend went', many ? spend(diagnosis) : null),
    ...sectionOf('progress', 'Where progress stopped', many ? stopPlot(runs) : null),
    ...sectionOf('detections', 'When it could have been known', many ? sightPlot(runs) : null),
    ...sectionOf('claims', 'Claims of “done”', riskPlot(runs)),
    ...sectionOf(
      'runs',
      many ? 'The most wasteful runs' : 'The run',
      runs.length > 0 ? worstRuns(runs) : null,
    ),
    ...sectionOf('method', 'How to read this', points(METHOD)),
    ...sectionOf('files', 'What was read', points(fileLines(diagnosis, FILES))),
  ]
}

const FILES = 50

function spend({ by_model, by_agent, by_project }: Diagnosis): Markup {
  const more: [string, GroupSums[]][] = [
    ['agent', by_agent],
    ['project', by_project],
  ]
  const others = more.filter(([, groups]) => groups.length > 1).map(([by, groups]) => spendPlot(by, groups))
  return markup`${spendPlot('model', by_model)}${others}`
}

const METHOD = [
  'The point of no return is the last agent step that moved the work forward: a change that was not made before, tests that became better, a to-do done, a file read for the first time. What the agent says of itself does not count.',
  'What comes after it is counted as lost only in runs that did not succeed, or whose claim to be done is more likely wrong than right. A run that is known to have succeeded loses nothing.',
  'A sign ~ marks an estimate. Tokens are the transcript’s own where it has them; else they are estimated from the sizes of what was said and shown, all of it sent again with every step. Money is the transcript’s own, else by list prices, with what was sent before priced as cached.',
  'Detections are those that wiggum would have made while the agent worked: at each step it sees only what was there by then. Without a known budget of agent steps the model abstains.',
  'The risk that “done” is wrong is by the trace alone. In a run of its own, wiggum runs the tests itself, which tells far more.',
]
