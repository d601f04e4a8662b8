import { counterfactual } from '../../src/core/backtest/counterfactual.ts'
import type { WiggumEvent } from '../../src/core/events.ts'
import { fold } from '../../src/core/fold.ts'
import { beginScoring, noteForScore, scoreRun } from '../../src/core/scoring/score-run.ts'
import { whatIf } from '../../src/core/whatif.ts'
import { changeLines } from '../../src/report/backtest-view.ts'
import { compareRuns } from '../../src/report/compare.ts'
import { compareLines } from '../../src/report/compare-lines.ts'
import { storyOf } from '../../src/report/explain-run.ts'
import { markdownReport } from '../../src/report/markdown.ts'
import { runFacts } from '../../src/report/run-facts.ts'
import { runScoreLines } from '../../src/report/run-score-lines.ts'
import { storyLines } from '../../src/report/story-text.ts'
import { timelineLines, timelineOf } from '../../src/report/timeline.ts'
import { whatIfLines } from '../../src/report/whatif.ts'

/** Whatever shows a run: a new view is a line here, and a file for each log once its output was read. */
export const views: Record<string, (events: WiggumEvent[]) => string> = {
  'report.md': (events) => markdownReport(runFacts(events)!),
  'explain.txt': (events) => text(storyLines(storyOf(fold(events)))),
  'timeline.txt': (events) => text(timelineLines(timelineOf(events))),
  'whatif.txt': (events) => text(whatIfLines(whatIf(events, EQUAL), EQUAL)),
  'sooner.txt': (events) => text(changeLines(counterfactual(events, SOONER)!)),
  'score.txt': (events) => text(scored(events)),
}

/** A policy that gives up sooner. */
const SOONER = { stagnation: { threshold: 2 }, budget: { usd: 0.05 } }
const EQUAL = { weights: {}, threshold: 0.5, without: [] }
const WIDTH = 120

/** Pairs that are worth being set beside each other. */
export const pairs: [left: string, right: string][] = [
  ['landed', 'findings-open'],
  ['two-cycles', 'soft-break'],
  ['loop', 'stagnation'],
  ['live-proven', 'live-accepted'],
  ['landed', 'landed'],
]

function scored(events: WiggumEvent[]): string[] {
  const scoring = beginScoring()
  for (const event of events) noteForScore(scoring, event)
  const run = scoreRun(scoring)
  return run ? runScoreLines(run, run.fates) : ['It has not ended: nothing is scored.']
}

export function compared(left: WiggumEvent[], right: WiggumEvent[]): string {
  return text(compareLines(compareRuns(left, right), WIDTH))
}

function text(lines: string[]): string {
  return `${lines.join('\n')}\n`
}
