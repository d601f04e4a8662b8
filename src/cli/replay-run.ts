import type { WiggumEvent } from '../core/events.ts'
import { timelineLines, timelineOf } from '../report/timeline.ts'
import { EXIT, Problem } from '../runtime/problem.ts'
import { openPlace } from '../runtime/project.ts'
import { readJournal } from '../store/journal.ts'
import type { Layout } from '../store/layout.ts'
import type { Call } from './command.ts'
import { findRun, listRuns } from './find-run.ts'

/** What a run did, from its log alone. */
export async function replayRun(call: Call): Promise<number> {
  const [what, wanted] = call.args
  if (what !== 'timeline')
    throw new Problem(EXIT.usage, `There is no replay "${what}"`, 'Use: wiggum replay timeline [run].')
  const { layout } = await openPlace(call.cwd)
  const runId = wanted ? findRun(layout, wanted) : lastRun(layout)
  const { events, damage } = readEvents(layout, runId)
  const points = timelineOf(events)
  if (call.json) {
    call.out(JSON.stringify({ run_id: runId, points, damage }))
    return damage === null ? EXIT.ok : EXIT.environment
  }
  call.out(`Run ${runId}`)
  for (const line of timelineLines(points)) call.out(line)
  if (damage !== null) call.out(`The log is damaged from here on: ${damage}. What could be read is above.`)
  return damage === null ? EXIT.ok : EXIT.environment
}

function lastRun(layout: Layout): string {
  const last = listRuns(layout).at(-1)
  if (last) return last.runId
  throw new Problem(EXIT.usage, 'There is no run yet', 'Start one: wiggum run "<task>".')
}

/** As far as it can be read: a log that is damaged later on still tells how it began. */
function readEvents(layout: Layout, runId: string): { events: WiggumEvent[]; damage: string | null } {
  const events: WiggumEvent[] = []
  const read = readJournal(layout.log(runId), (event) => events.push(event))
  return { events, damage: read.ok ? null : `line ${read.line}, ${read.problem}` }
}
