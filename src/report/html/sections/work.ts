import type { ChangeFacts, RunFacts } from '../../facts/facts.ts'
import { lastAttemptWords } from '../../facts/shown-work.ts'
import { duration, plural } from '../../words.ts'
import { type Markup, markup } from '../markup.ts'
import { dataTable, figure } from '../plots/figure.ts'
import { percent } from '../plots/scale.ts'
import { gapNote } from './section.ts'

/** Checks that the supervisor ran itself. */
export function verification({ verification: checks, proof, completion }: RunFacts): Markup | null {
  if (checks.items.length === 0) return null
  const rows = checks.items.map(({ what, command, result, good, ms, output }) => [
    what,
    command,
    `${good ? '✓' : '✗'} ${result}`,
    duration(ms),
    output,
  ])
  const table = dataTable({ head: ['what', 'command', 'result', 'time', 'output'], rows }, 'Verification')
  return markup`<p class="intro">Run by wiggum itself, with the commands of the base commit.${proof !== null && ` ${proof}.`}${completion !== null && ` ${completion}.`}</p>${table}${gapNote(checks)}`
}

/** What git says was changed. */
export function changes({ changes: facts }: RunFacts): Markup | null {
  if (!facts) return null
  const { files, more_files, took_along, oddities, added, deleted, head, commits, last_attempt } = facts
  const about = `${plural(files.length + more_files, 'file')}, +${added} −${deleted}, ${plural(commits, 'commit')}, at ${head.slice(0, 10)}. From git, against the base.`
  const drawn =
    files.length > 0 &&
    figure({
      id: 'plot-changes',
      title: 'Lines by file',
      summary: about,
      plot: bars(facts),
      table: {
        head: ['file', 'change', 'added', 'deleted'],
        rows: files.map((file) => [
          file.path,
          `${file.change}${file.test ? ', test' : ''}`,
          file.added,
          file.deleted,
        ]),
      },
    })
  return markup`${drawn}${files.length === 0 && markup`<p>Nothing was changed.</p>`}${last_attempt !== null && markup`<p>${lastAttemptWords(last_attempt)}.</p>`}${took_along.length > 0 && markup`<p class="soft">Taken along, not committed by the Maker: ${took_along.join(', ')}.</p>`}${oddities.length > 0 && markup`<p class="soft">In the workspace, and neither followed nor run: ${oddities.join('; ')}.</p>`}${more_files > 0 && markup`<p class="soft">${plural(more_files, 'more file')} not shown.</p>`}`
}

const MANY = 40

function bars({ files }: ChangeFacts): Markup {
  const shown = files.toSorted((a, b) => b.added + b.deleted - a.added - a.deleted).slice(0, MANY)
  const most = Math.max(1, ...shown.map(({ added, deleted }) => added + deleted))
  const rows = shown.map(({ path, added, deleted, change, test }) => {
    const plus = added / most
    return markup`<li><span class="who"><code>${path}</code> <small>${change}${test && ', test'}</small></span><svg class="track" width="100%" height="18" aria-hidden="true"><rect class="added" x="0" width="${percent(plus)}" y="4" height="10"/><rect class="deleted" x="${percent(plus)}" width="${percent(deleted / most)}" y="4" height="10"/><rect class="hatch" fill="url(#hatch)" x="${percent(plus)}" width="${percent(deleted / most)}" y="4" height="10"/></svg><span class="result">+${added} −${deleted}</span></li>`
  })
  return markup`<ol class="gantt files">${rows}</ol>${files.length > MANY && markup`<p class="soft">The ${MANY} largest; the table has ${files.length}.</p>`}`
}
