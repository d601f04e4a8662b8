import { timelineLines, timelineOf } from '../../report/timeline.ts'
import { openPlace } from '../../runtime/project.ts'
import type { Call } from '../command.ts'
import { readRun } from '../read-run.ts'

/** Every point of decision of a run, from its log alone. */
export async function replayTimeline(call: Call, [wanted = null]: (string | null)[]): Promise<number> {
  const { layout } = await openPlace(call.cwd)
  const { runId, events, damage, mark, exit } = readRun(layout, wanted)
  const points = timelineOf(events)
  if (call.json) {
    call.out(JSON.stringify({ run_id: runId, points, damage }))
    return exit
  }
  call.out(`Run ${runId}`)
  for (const line of timelineLines(points)) call.out(line)
  if (mark !== null) call.out(mark)
  return exit
}
