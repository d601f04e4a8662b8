import type { StartFrom } from '../runtime/adoption.ts'
import { EXIT, Problem } from '../runtime/problem.ts'
import type { Layout } from '../store/layout.ts'
import { type Call, text } from './command.ts'
import { findRun, type KnownRun, listRuns, loadRun } from './find-run.ts'
import { liveOwner } from './owner.ts'
import { unreadable } from './read-run.ts'

/** `--start-from` and `--from-run`: whose artifacts a new run takes over. From Plan there is nothing to take. */
export function startFrom(call: Call, layout: Layout): StartFrom | null {
  const phase = text(call, 'startFrom')
  const named = text(call, 'fromRun')
  if (phase === null && named !== null)
    throw new Problem(EXIT.usage, '--from-run needs --start-from', 'Add --start-from do, check or act.')
  if (phase !== 'do' && phase !== 'check' && phase !== 'act') return null
  const { runId, state, damage } = named ? loadRun(layout, findRun(layout, named)) : newestOf(call, layout)
  if (!state?.start) throw unreadable(runId, damage)
  if (liveOwner(layout, runId))
    throw new Problem(
      EXIT.environment,
      `The run ${runId} is being worked on`,
      `Stop it with: wiggum stop ${runId}.`,
    )
  return { phase, earlier: state }
}

function newestOf(call: Call, layout: Layout): KnownRun {
  const task = (call.args[0] ?? '').trim()
  const same = listRuns(layout).filter(({ state }) => state?.start?.task === task)
  const last = same.at(-1)
  if (last) return last
  throw new Problem(EXIT.usage, 'No earlier run has this task', 'Name one with --from-run <id>.')
}
