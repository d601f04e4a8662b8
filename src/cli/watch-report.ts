import { statSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RunFacts } from '../report/facts/facts.ts'
import { EXIT } from '../runtime/problem.ts'
import { readFacts } from '../runtime/read-facts.ts'
import type { Layout } from '../store/layout.ts'
import type { Call } from './command.ts'
import { exitOf } from './make-report.ts'
import { liveOwner } from './owner.ts'
import { unreadable } from './read-run.ts'
import type { ReportWish } from './report-wish.ts'
import { exitAfter, SIGNALS } from './signals.ts'
import { type WatchView, watchView } from './watch-view.ts'

interface Watch {
  call: Call
  layout: Layout
  runId: string
  wish: ReportWish
}

const LOOK_MS = 250
/** A long log is not read again and again without a pause. */
const PAUSE_FOR_READING = 5
/** A run that was handed from one process to the next is nobody's for a moment. */
const NOBODY_MS = 2_500

/** Shows a run as it goes on, until it ends, until somebody stops looking, or until nobody works on it any more. */
export async function watchReport(watch: Watch): Promise<number> {
  const view = watchView(watch)
  const stop = new AbortController()
  const offs = Object.keys(SIGNALS).map((signal) => {
    const onSignal = () => stop.abort(signal)
    process.on(signal, onSignal)
    return () => process.off(signal, onSignal)
  })
  try {
    return await follow(watch, view, stop.signal)
  } finally {
    view.close()
    for (const off of offs) off()
  }
}

async function follow(watch: Watch, view: WatchView, signal: AbortSignal): Promise<number> {
  const { layout, runId } = watch
  let read = -1
  let last: RunFacts | null = null
  let nobodySince: number | null = null
  for (;;) {
    const began = Date.now()
    const size = statSync(layout.log(runId)).size
    // Some views count the seconds, and are shown anew although nothing has happened.
    if (size !== read || view.ticks) {
      last = factsNow(watch, view)
      read = size
    }
    if (last === null) throw unreadable(runId, null)
    if (last.damage !== null || last.outcome.exit_code !== null) return ended(view, last, exitOf(last))
    nobodySince = isTended(watch, last) ? null : (nobodySince ?? began)
    if (nobodySince !== null && began - nobodySince > NOBODY_MS) return ended(view, last, EXIT.waiting)
    if (size !== -1 && !signal.aborted) await view.show(last)
    const pause = Math.max(LOOK_MS, (Date.now() - began) * PAUSE_FOR_READING)
    await sleep(pause, undefined, { signal }).catch(() => {})
    if (signal.aborted) return ended(view, last, exitAfter(String(signal.reason)))
  }
}

async function ended(view: WatchView, facts: RunFacts, exit: number): Promise<number> {
  await view.end(facts)
  return exit
}

function factsNow({ call, layout, runId }: Watch, view: WatchView): RunFacts | null {
  const now = new Date().toISOString()
  const { onEvent } = view
  const { facts, damage } = readFacts({ layout, runId, env: call.env, now, ...(onEvent ? { onEvent } : {}) })
  if (facts === null && damage !== null) throw unreadable(runId, damage)
  return facts
}

/** Somebody works on it, a person may yet answer it, or it is a session's, whose hooks come and go. */
function isTended({ layout, runId }: Watch, { outcome, session }: RunFacts): boolean {
  if (outcome.status === 'interrupted') return liveOwner(layout, runId) !== null
  return outcome.waits !== null || session !== null || liveOwner(layout, runId) !== null
}
