import { defaultConfig } from '../config/load.ts'
import { beginWalk, type Counterfactual, endWalk, walkOn } from '../core/backtest/counterfactual.ts'
import { type PolicyChange, withChange } from '../core/backtest/policy-change.ts'
import { eventData, type WiggumEvent } from '../core/events.ts'
import { EXIT, Problem } from '../runtime/problem.ts'
import { type ReadResult, readJournal } from '../store/journal.ts'
import type { Layout } from '../store/layout.ts'
import { type Call, text } from './command.ts'
import { findRun, runIds } from './find-run.ts'
import { sinceOf } from './since.ts'

export interface Backtested {
  /** For each run, one for each change. Oldest first. */
  told: Counterfactual[][]
  skipped: Skipped[]
}

/** A run that cannot be told about, and why. */
export interface Skipped {
  run: string
  why: string
}

/** Each log is read once, whatever the number of changes, and is not kept. */
export function backtestLogs(call: Call, layout: Layout, changes: PolicyChange[]): Backtested {
  const told: { began: string; all: Counterfactual[] }[] = []
  const skipped = eachLog(call, layout, (events) => {
    const walk = beginWalk(changes)
    events((event) => walkOn(walk, event))
    const all = endWalk(walk)
    if (all) told.push({ began: walk.state.startedAt ?? '', all })
    return all === null ? 'it has no beginning' : null
  })
  if (told.length === 0)
    throw new Problem(
      EXIT.usage,
      `There is no run to look at${skipped.length > 0 ? `: ${skipped[0]!.run}, ${skipped[0]!.why}` : ''}`,
      'See what there is: wiggum runs.',
    )
  return { told: told.sort((a, b) => a.began.localeCompare(b.began)).map(({ all }) => all), skipped }
}

/** What goes through one log; what it gives back is why the run cannot be told about. */
type Through = (events: (onEvent: (event: WiggumEvent) => void) => void) => string | null

export function eachLog(call: Call, layout: Layout, through: Through): Skipped[] {
  const since = sinceOf(text(call, 'since'), Date.now())
  return wantedRuns(call, layout).flatMap((run) => {
    const why = oneLog(layout.log(run), since, through)
    return why === null || why === TOO_OLD ? [] : [{ run, why }]
  })
}

const TOO_OLD = 'it began before'

class Unfit extends Error {}

function oneLog(path: string, since: number | null, through: Through): string | null {
  try {
    return through((onEvent) => {
      const read = readJournal(path, (event) => {
        if (event.seq === 1 && since !== null && Date.parse(event.ts) < since) throw new Unfit(TOO_OLD)
        if (!Object.hasOwn(eventData, event.type)) throw new Unfit(newerWords(`event ${event.type}`))
        onEvent(withDefaults(event))
      })
      if (!read.ok) throw new Unfit(unreadWords(read))
    })
  } catch (error) {
    if (error instanceof Unfit) return error.message
    throw error
  }
}

function unreadWords({ line, problem, newer }: ReadResult & { ok: false }): string {
  return newer ? newerWords(problem) : `its log is damaged at line ${line} (${problem})`
}

function newerWords(what: string): string {
  return `it was written by a newer wiggum (${what})`
}

/** Keys that a policy did not have yet when it was written down are what they are by default. */
export function withDefaults(event: WiggumEvent): WiggumEvent {
  if (event.type !== 'run.start') return event
  return { ...event, data: { ...event.data, policy: withChange({ ...defaultConfig() }, event.data.policy) } }
}

function wantedRuns(call: Call, layout: Layout): string[] {
  const wanted = text(call, 'runs')
  if (wanted === null) return runIds(layout)
  return [...new Set(wanted.split(',').map((each) => findRun(layout, each.trim())))]
}
