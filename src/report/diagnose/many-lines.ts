import type { DiagnosedRun } from '../../diagnose/diagnosed-run.ts'
import { byWaste, type GroupBy, type GroupSums, groupsOf, type Sums, wasteOf } from '../../diagnose/sums.ts'
import { columns, shortened } from '../columns.ts'
import { plural } from '../words.ts'
import { headline } from './headline.ts'
import { dollars, percentWords, titleOf, tokens } from './words.ts'

const GROUPS_SHOWN = 12

/** Many runs for a screen: three sentences, a table of models, agents or projects, and the most wasteful runs. */
export function manyLines(runs: DiagnosedRun[], sums: Sums, limit: number): string[] {
  const groups = (['model', 'agent', 'project'] as const)
    .map((by) => ({ by, all: groupsOf(runs, by) }))
    .filter(({ all, by }) => all.length > 1 || by === 'model')
  return [
    ...headline(sums),
    ...groups.flatMap(({ by, all }) => ['', ...groupLines(by, all)]),
    '',
    ...worstLines(byWaste(runs).slice(0, limit), runs.length),
  ]
}

function groupLines(by: GroupBy, all: GroupSums[]): string[] {
  const rows = all
    .slice(0, GROUPS_SHOWN)
    .map((each) => [
      shortened(each.name, 40),
      String(each.runs),
      each.unknown === each.runs ? '–' : String(each.resolved),
      claimsCell(each),
      String(each.halted),
      tokens(each.tokens, each.estimated > 0),
      each.lost_share === null ? '–' : percentWords(each.lost_share),
      each.usd_runs === 0 ? '–' : dollars(each.lost_usd, true),
    ])
  const left = all.length - rows.length
  const head = [by, 'runs', 'succeeded', 'wrong claims', 'halts', 'tokens', 'lost', 'money lost']
  return [...columns([head, ...rows]), ...(left > 0 ? [`and ${left} more`] : [])]
}

/** How many claims were wrong, of how many; a question mark where nobody can judge any. */
function claimsCell({ claims: { all, wrong, doubtful, unjudged } }: GroupSums): string {
  if (all === 0) return '–'
  return `${unjudged === all ? '?' : wrong + doubtful}/${all}`
}

function worstLines(worst: DiagnosedRun[], all: number): string[] {
  const rows = worst.map((run) => [
    shortened(titleOf(run), 44),
    shortened(run.model ?? run.agent ?? '–', 28),
    String(run.steps),
    String(run.stopped.step),
    run.would.halt ? String(run.would.halt.step) : '–',
    tokens(wasteOf(run).tokens, run.spend.tokens_from === 'estimate'),
    shortened(run.detections.at(-1)?.detector ?? '–', 40),
  ])
  const head = ['most wasteful', 'model', 'steps', 'stopped', 'halt', 'lost', 'seen last']
  const more =
    all > worst.length
      ? [`The first ${worst.length} of ${plural(all, 'run')}; --limit shows more, --json all.`]
      : []
  return [...columns([head, ...rows]), ...more]
}
