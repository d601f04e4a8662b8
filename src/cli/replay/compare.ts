import { compareRuns } from '../../report/compare.ts'
import { compareLines } from '../../report/compare-lines.ts'
import { EXIT } from '../../runtime/problem.ts'
import { openPlace } from '../../runtime/project.ts'
import type { Call } from '../command.ts'
import { type ReadRun, readRun } from '../read-run.ts'

/** Where nobody says how wide the screen is. */
const USUAL_WIDTH = 120

/** Two runs side by side, from their logs alone. */
export async function replayCompare(call: Call, wanted: string[]): Promise<number> {
  const { layout } = await openPlace(call.cwd)
  const [left, right] = wanted.map((name) => readRun(layout, name)) as [ReadRun, ReadRun]
  const comparison = compareRuns(left.events, right.events, [left.reading, right.reading])
  if (call.json) {
    const damage = { left: left.damage, right: right.damage }
    call.out(JSON.stringify({ ...comparison, damage }))
  } else {
    for (const line of compareLines(comparison, process.stdout.columns || USUAL_WIDTH)) call.out(line)
    for (const { runId, mark } of [left, right]) if (mark !== null) call.out(`${runId}: ${mark}`)
  }
  return Math.max(left.exit, right.exit, EXIT.ok)
}
