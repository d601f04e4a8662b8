import { statSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RunFacts } from '../report/facts/facts.ts'
import { EXIT } from '../runtime/problem.ts'
import { readFacts } from '../runtime/read-facts.ts'
import { exitAfter, onSignals } from '../runtime/signals.ts'
import type { Layout } from '../store/layout.ts'
import type { Call } from './command.ts'
import { exitOf } from './make-report.ts'
import { liveOwner } from './owner.ts'
import { unreadable } from './read-run.ts'
import type { ReportWish } from './report-wish.ts'
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
const NOBODY_MS = 1_500

/** Shows a run as it goes on, until it ends, until somebody stops looking, or until nobody works on it any more. */
export async function watchReport(watch: Watch): Promise<number> {
  const view = watchView(watch)
  const stop = new AbortController()
  const off = onSignals((signal) => stop.abort(signal))
  try {
    return await follow(watch, view, stop.signal)
  } finally {
    view.close()
    off()
  }
}

async function follow(watch: Watch, view: WatchView, signal: AbortSignal): Promise<number> {
  let read: Look | null = null
  let nobodySince: number | null = null
  for (;;) {
    const began = Date.now()
    read = look(watch, view, read)
    const { facts } = read
    if (facts.damage !== null || facts.outcome.exit_code !== null) return ended(view, facts, exitOf(facts))
    nobodySince = isTended(watch, facts) ? null : (nobodySince ?? began)
    if (nobodySince !== null && began - nobodySince > NOBODY_MS)
      return ended(view, factsNow(watch, view, false), EXIT.waiting)
    await view.show(facts)
    const pause = Math.max(LOOK_MS, (Date.now() - began) * PAUSE_FOR_READING)
    await sleep(pause, undefined, { signal }).catch(() => {})
    if (signal.aborted) return ended(view, facts, exitAfter(String(signal.reason)))
  }
}

interface Look {
  size: number
  facts: RunFacts
}

/** Some views count the seconds, and are shown anew although nothing has happened. */
function look(watch: Watch, view: WatchView, before: Look | null): Look {
  const { size } = statSync(watch.layout.log(watch.runId))
  if (before !== null && size === before.size && !view.ticks) return before
  return { size, facts: factsNow(watch, view, true) }
}

async function ended(view: WatchView, facts: RunFacts, exit: number): Promise<number> {
  await view.end(facts)
  return exit
}

/** One that nobody works on is told up to its last event. */
function factsNow({ layout, runId }: Watch, { onEvent }: WatchView, tended: boolean): RunFacts {
  const { facts, damage } = readFacts({
    layout,
    runId,
    tended,
    ...(tended ? { now: new Date().toISOString() } : {}),
    ...(onEvent ? { onEvent } : {}),
  })
  if (facts === null) throw unreadable(runId, damage)
  return facts
}

/** Somebody works on it, a person may yet answer it, or it is a session's, whose hooks come and go. */
function isTended({ layout, runId }: Watch, { outcome, session }: RunFacts): boolean {
  if (outcome.status === 'interrupted') return liveOwner(layout, runId) !== null
  return outcome.waits !== null || session !== null || liveOwner(layout, runId) !== null
}
