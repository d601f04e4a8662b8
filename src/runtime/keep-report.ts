import { markdownReport } from '../report/markdown.ts'
import { writeArtifact } from '../store/artifacts.ts'
import type { RunContext } from './context.ts'
import { readFacts } from './read-facts.ts'

/** The report among the run's artifacts: the same as `wiggum report` gives. */
export function keepReport({ layout, state }: RunContext): void {
  const { facts } = readFacts({ layout, runId: state.runId, tended: true })
  if (facts) writeArtifact(layout, state.runId, 'report.md', markdownReport(facts))
}
