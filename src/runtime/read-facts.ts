import type { WiggumEvent } from '../core/events.ts'
import type { RunState } from '../core/state.ts'
import { collectFacts } from '../report/facts/collect.ts'
import type { RunFacts } from '../report/facts/facts.ts'
import { hideInData } from '../secrets/known.ts'
import { hideInView } from '../secrets/view.ts'
import { readJournal } from '../store/journal.ts'
import type { Layout } from '../store/layout.ts'
import { damageWords, isTorn, knownEvents, type LogDamage } from './read-log.ts'

interface Read {
  /** `null`: not even its start can be read. */
  facts: RunFacts | null
  damage: LogDamage | null
}

interface Reading {
  layout: Layout
  runId: string
  /** A process works on it. */
  tended: boolean
  /** Up to which instant a run that goes on is told. */
  now?: string
  onEvent?: (event: WiggumEvent, state: RunState) => void
}

/** What a report shows of a run, as far as its log can be read, without secrets. */
export function readFacts({ layout, runId, tended, now, onEvent }: Reading): Read {
  const collector = collectFacts(runId)
  const known = knownEvents((event) => {
    collector.add(event)
    onEvent?.(event, collector.state)
  })
  const read = readJournal(layout.log(runId), known.take)
  const damage = known.end(read)
  const facts = collector.facts({
    damage: damage && { ...damage, words: damageWords(damage) },
    now: now ?? null,
    torn: isTorn(read),
    tended,
  })
  return { facts: facts && hideInData(facts, hideInView), damage }
}
