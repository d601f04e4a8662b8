import type { WiggumEvent } from '../core/events.ts'
import { collectFacts } from './facts/collect.ts'
import type { RunFacts } from './facts/facts.ts'

/** A log → what every form of a report shows. `null`: the run never started. */
export function runFacts(events: Iterable<WiggumEvent>, runId = ''): RunFacts | null {
  const collector = collectFacts(runId)
  for (const event of events) collector.add(event)
  return collector.facts()
}
