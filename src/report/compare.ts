import { addUsage, NOTHING_SPENT, type Spend } from '../core/budget.ts'
import { msBetween } from '../core/decide/instants.ts'
import type { Finding, WiggumEvent } from '../core/events.ts'
import { matchOneToOne } from '../core/finding-matching.ts'
import { dedupe } from '../core/findings.ts'
import { fold } from '../core/fold.ts'
import type { RunState } from '../core/state.ts'
import { type Story, storyOf } from './explain-run.ts'
import { type Reading, WHOLE } from './run-standing.ts'
import { type TimelinePoint, timelineOf } from './timeline.ts'

export interface RunSide {
  run_id: string
  task: string
  strategy: string
  workflow: string
  ended: Pick<Story['ended'], 'status' | 'exit_code' | 'reason'>
  cycles: number
  passes: number
  calls: number
  /** Without what was waited for a person or slept. */
  took_ms: number
  spend: Spend
  /** Role → its calls and what they cost. */
  roles: Record<string, { calls: number; spend: Spend }>
  verdicts: { head: string; reviewer: string; verdict: string }[]
  /** Shadow → how often it was seen. */
  signals: Record<string, number>
  breaker: { from: string; to: string; pass: number; reason: string }[]
}

/** Two runs beside each other. Plain data: the screen and `--json` both show it. */
export interface Comparison {
  left: RunSide
  right: RunSide
  /** Of all that counted, by what it says: the same point in other words is common. */
  findings: { common: Finding[]; only_left: Finding[]; only_right: Finding[] }
  /** So many points of decision are the same, then these follow; `null`: that one has no more. */
  parts: { same: number; left: TimelinePoint | null; right: TimelinePoint | null } | null
}

/** The events of each have a start. */
export function compareRuns(
  left: WiggumEvent[],
  right: WiggumEvent[],
  [ofLeft, ofRight]: [Reading, Reading] = [WHOLE, WHOLE],
): Comparison {
  const [a, b] = [fold(left), fold(right)]
  return {
    left: sideOf({ state: a, reading: ofLeft }, left),
    right: sideOf({ state: b, reading: ofRight }, right),
    findings: compareFindings(findingsOf(a), findingsOf(b)),
    parts: partingOf(timelineOf(left), timelineOf(right)),
  }
}

function sideOf({ state, reading }: { state: RunState; reading: Reading }, events: WiggumEvent[]): RunSide {
  const { start, startedAt, endedAt, lastAt, waitedMs } = state
  const { ended, cost } = storyOf(state, reading)
  const { status, exit_code, reason } = ended
  const took = msBetween(startedAt, endedAt ?? lastAt) - waitedMs
  return {
    run_id: state.runId,
    task: start!.task,
    strategy: start!.live ? 'live' : start!.strategy,
    workflow: state.workflow,
    ended: { status, exit_code, reason },
    cycles: state.cycle,
    passes: state.figures.length,
    calls: cost.calls,
    took_ms: Math.max(0, took),
    spend: state.spend,
    roles: rolesOf(events),
    verdicts: Object.values(state.reviews).map(({ head, role, verdict }) => ({
      head,
      reviewer: role,
      verdict,
    })),
    signals: countedBy(state.signals.map(({ shadow }) => shadow)),
    breaker: state.breaker.moves.map(({ from, to, pass, reason }) => ({ from, to, pass, reason })),
  }
}

function rolesOf(events: WiggumEvent[]): RunSide['roles'] {
  const roles: RunSide['roles'] = {}
  for (const { type, data } of events) {
    if (type !== 'agent.complete' && type !== 'agent.failed' && type !== 'agent.timeout') continue
    const before = roles[data.archetype] ?? { calls: 0, spend: NOTHING_SPENT }
    roles[data.archetype] = { calls: before.calls + 1, spend: addUsage(before.spend, data.usage) }
  }
  return roles
}

function countedBy(names: string[]): Record<string, number> {
  return Object.fromEntries(
    [...new Set(names)].map((name) => [name, names.filter((each) => each === name).length]),
  )
}

function findingsOf({ reviews, inspected }: RunState): Finding[] {
  const reviewed = Object.values(reviews).flatMap(({ effective }) => effective)
  return dedupe([...reviewed, ...Object.values(inspected).flatMap(({ findings }) => findings)])
}

function compareFindings(left: Finding[], right: Finding[]): Comparison['findings'] {
  const pairs = matchOneToOne(left, right, (finding) => [finding])
  const matched = new Set(pairs.values())
  return {
    common: left.filter((finding) => matched.has(finding)),
    only_left: left.filter((finding) => !matched.has(finding)),
    only_right: right.filter((finding) => !pairs.has(finding)),
  }
}

function partingOf(left: TimelinePoint[], right: TimelinePoint[]): Comparison['parts'] {
  const [a, b] = [inOrder(left), inOrder(right)]
  const longest = Math.max(a.length, b.length)
  for (let at = 0; at < longest; at++)
    if (keyOf(a[at]) !== keyOf(b[at])) return { same: at, left: a[at] ?? null, right: b[at] ?? null }
  return null
}

function keyOf(point: TimelinePoint | undefined): string {
  if (!point) return ''
  // No two plans are in the same words.
  return JSON.stringify([point.kind, point.about, point.kind === 'plan' ? '' : point.chosen])
}

/** Which of several reviewers answers first is chance. */
function inOrder(points: TimelinePoint[]): TimelinePoint[] {
  const sorted: TimelinePoint[] = []
  for (const point of points) {
    let at = sorted.length
    while (at > 0 && isLater(sorted[at - 1]!, point)) at--
    sorted.splice(at, 0, point)
  }
  return sorted
}

function isLater(before: TimelinePoint, point: TimelinePoint): boolean {
  return before.kind === 'verdict' && point.kind === 'verdict' && before.about > point.about
}
