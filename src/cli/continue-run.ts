import { PLANNED } from '../core/decide/dry-run.ts'
import type { RunState } from '../core/state.ts'
import { backToSession } from '../report/next-steps.ts'
import type { OpenRun } from '../runtime/open-context.ts'
import { EXIT, Problem } from '../runtime/problem.ts'
import { openProject } from '../runtime/project.ts'
import { placeOf, reopenRun } from '../runtime/reopen-run.ts'
import { type Carry, carry, screenFor } from './carry.ts'
import { type Call, flag } from './command.ts'
import { findRun, type KnownRun, listRuns, loadRun } from './find-run.ts'
import { unreadable } from './read-run.ts'
import { doneEnding, takeUp } from './take-up.ts'
import { yesOrNo } from './yes-or-no.ts'

/** Folds the log and goes on where it stops. A run that landed is only tidied up. */
export async function continueRun(call: Call, wanted: string | null, mayAsk = true): Promise<number> {
  const project = await openProject(call.cwd, call.env)
  const runId = wanted ? findRun(project.layout, wanted) : lastOpen(listRuns(project.layout))
  const known = loadRun(project.layout, runId)
  if (known.damage?.newer) throw unreadable(runId, known.damage)
  notInSession(known)
  const screen = screenFor(call)
  const run = await reopenRun(placeOf(project), runId, { env: call.env, listeners: [screen] })
  const { context } = run
  const done = await takeUp(context, flag(call, 'now'))
  if (done) {
    context.journal.close()
    run.release()
    if (call.json) call.out(JSON.stringify({ run_id: runId, status: done.status, exit_code: EXIT.ok }))
    else call.out(`${runId} is done: ${done.reason}.`)
    return EXIT.ok
  }
  return carryToEnd(run, { call, screen, mayAsk })
}

/** A live session's loop is moved on by its hooks alone. */
function notInSession({ runId, state }: KnownRun): void {
  const live = state?.start?.live
  if (!live) return
  throw new Problem(
    EXIT.usage,
    `${runId} is the loop of a live session, and goes on only there`,
    `Go back to it with: ${backToSession(live)}, or in a new session with /wiggum:loop --continue.`,
  )
}

/** Like `carry`, and after a dry run's plan the person at the terminal may say that it goes on. */
export async function carryToEnd(run: OpenRun, parts: Carry): Promise<number> {
  const exit = await carry(run, parts)
  const { state } = run.context
  return (await wantsToGoOn(state, parts)) ? continueRun(parts.call, state.runId, parts.mayAsk) : exit
}

/** After a dry run, at a terminal: whether to go on with Do. */
async function wantsToGoOn(state: RunState, { call, mayAsk }: Carry): Promise<boolean> {
  if (state.ended?.status !== PLANNED || !mayAsk || call.json) return false
  return yesOrNo('\n  Carry the plan out now?')
}

/** The newest run that is not done; if all are, the newest: then there is only tidying up to do. */
function lastOpen(runs: ReturnType<typeof listRuns>): string {
  const started = runs.filter((run) => run.state === null || run.state.start)
  const open = started.filter((run) => !doneEnding(run.state) && !run.state?.start?.live)
  const last = open.at(-1) ?? started.at(-1)
  if (last) return last.runId
  throw new Problem(EXIT.usage, 'There is no run to go on with', 'Start one: wiggum run "<task>".')
}
