import type { RunFacts } from '../report/facts/facts.ts'
import { EXIT } from '../runtime/problem.ts'
import { openPlace } from '../runtime/project.ts'
import { readFacts } from '../runtime/read-facts.ts'
import { writeAtomic } from '../store/files.ts'
import type { Call } from './command.ts'
import { findRun, lastRun } from './find-run.ts'
import { liveOwner } from './owner.ts'
import { unreadable } from './read-run.ts'
import { reportText } from './report-text.ts'
import { reportWish } from './report-wish.ts'

export async function makeReport(call: Call): Promise<number> {
  const wish = reportWish(call, process.stdout.isTTY === true)
  const { layout } = await openPlace(call.cwd)
  const runId = call.args[0] ? findRun(layout, call.args[0]) : lastRun(layout)
  if (wish.watch) return (await import('./watch-report.ts')).watchReport({ call, layout, runId, wish })
  const tended = liveOwner(layout, runId) !== null
  const { facts, damage } = readFacts({ layout, runId, tended })
  if (!facts) throw unreadable(runId, damage)
  const body = await reportText(facts, wish.format, false)
  if (wish.output === null) call.out(body.trimEnd())
  else writeAtomic(wish.output, body)
  return exitOf(facts)
}

export function exitOf({ damage }: RunFacts): number {
  return damage === null ? EXIT.ok : EXIT.environment
}
