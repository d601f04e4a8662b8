import { msBetween } from '../core/decide/instants.ts'
import { taskFailures } from '../detectors/breaks/task-failures.ts'
import { duration } from '../report/words.ts'
import { sprintControlCenter } from '../sprint/control-center.ts'
import { tableLines } from '../sprint/table.ts'
import type { SprintEnding, SprintView } from '../sprint/view.ts'
import { writeAtomic } from '../store/files.ts'
import { paint } from './paint.ts'
import type { Sprint } from './sprint-open.ts'
import { resultOf, viewOf } from './sprint-view.ts'

/** How it stopped: in the log, in the document, and on the screen. The break is on record before the end is. */
export function closeSprint(sprint: Sprint, ending: SprintEnding): void {
  const view = { ...viewOf(sprint), ending }
  if (ending.broken) recordBreak(sprint, ending.broken)
  writeAtomic(sprint.place.controlCenter, sprintControlCenter(view))
  if (ending.over) sprint.record({ type: 'sprint.end', data: { why: ending.status, exit: ending.exit } })
  const { call, place } = sprint
  if (call.json) call.out(JSON.stringify(resultOf(view, ending)))
  else for (const line of [...footer(view, ending), `  see   ${place.controlCenter}`]) call.out(line)
}

function recordBreak(
  { record, history }: Sprint,
  { runs, evidence }: NonNullable<SprintEnding['broken']>,
): void {
  const { id, title } = taskFailures
  const rule = { trigger: title, kind: 'hard' as const, detector: id }
  const run_state = { spent: history().spent, runs }
  record({ type: 'wiggum.break', data: { ...rule, run_state, unresolved_findings: [], evidence } })
}

function footer({ at, history, tasks }: SprintView, ending: SprintEnding): string[] {
  const took = duration(msBetween(history.startedAt, at))
  const tone = ending.exit === 0 ? 'green' : 'yellow'
  const title = paint([tone, 'bold'], `═══ ${ending.status}: ${ending.reason}`)
  const next = ending.next.map((command) => `  next  ${command}`)
  return [
    '',
    ...tableLines(tasks),
    '',
    `${title} (${took})`,
    ...ending.advice.map((line) => `  ${line}`),
    ...next,
  ]
}
