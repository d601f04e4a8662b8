import { type Limits, percentSpent } from '../core/budget.ts'
import { minutesSince } from '../core/checkpoint.ts'
import { budgetFinish } from '../detectors/boundary/budget-finish.ts'
import { checkpoint as checkpointRule } from '../detectors/boundary/checkpoint.ts'
import { AT_REST, type BoundaryScene } from '../detectors/boundary-scene.ts'
import { CALM } from '../detectors/break-scene.ts'
import { taskFailures } from '../detectors/breaks/task-failures.ts'
import { type DetectorSettings, look } from '../detectors/settings.ts'
import { compareQuality } from './compare-quality.ts'
import { isFailure } from './exits.ts'
import type { SprintHistory, TaskEnd } from './history.ts'

export interface SprintPolicy {
  budget: Limits
  /** The numbers of the rules, `checkpoint.minutes` and `checkpoint.tasks` among them. */
  rules: DetectorSettings
}

type StopReason = 'degrading' | 'budget'

/** Why a sprint stops at a checkpoint, in figures. */
export interface Judged {
  stop: StopReason | null
  percent: number | null
  /** The last task against the first, one sentence a measure that differs. */
  quality: string[]
}

export type Boundary =
  | { do: 'go-on' }
  /** Hard Wiggum Break: so many tasks in a row failed that it is not about one of them. */
  | { do: 'break'; failed: TaskEnd[]; evidence: string[] }
  | { do: 'checkpoint'; why: string; judged: Judged }
  /** The last checkpoint said so, and a crash came before the sprint could stop. */
  | { do: 'stop'; judged: Judged }

/** At a checkpoint: above it the sprint stops. */
const STOP_ABOVE_PERCENT = 80
/** Sums of cents are inexact: eight times 0.1 of 1 is 80 %, and not above. */
const ROUNDING = 1e-9

/** Between two tasks: go on, halt, or make a checkpoint and perhaps stop there. */
export function afterTask(history: SprintHistory, policy: SprintPolicy, now: string): Boundary {
  const failed = failedInARow(history.ends)
  const scene = { ...CALM, taskFailures: failed.map(failureWords) }
  const evidence = look(taskFailures, scene, policy.rules)
  if (evidence) return { do: 'break', failed, evidence }
  const percent = percentSpent(history.spent, policy.budget)?.percent ?? null
  if (history.fresh === 0) return standing(history, percent)
  const [why] = dueNow(history, policy, now) ?? []
  return why === undefined ? { do: 'go-on' } : { do: 'checkpoint', why, judged: judge(history, percent) }
}

function failedInARow(ends: TaskEnd[]): TaskEnd[] {
  return ends.slice(ends.findLastIndex(({ exit }) => !isFailure(exit)) + 1)
}

function failureWords({ task, run, exit, reason }: TaskEnd): { what: string; why: string } {
  return { what: task, why: `${reason} (exit code ${exit}, run ${run})` }
}

/** A checkpoint by time or tasks; and one to stop at, where hardly any budget is left for another task. */
function dueNow(history: SprintHistory, { budget, rules }: SprintPolicy, now: string): string[] | null {
  const since = { minutes: minutesSince(history.checkpointAt, now), tasks: history.fresh }
  const scene: BoundaryScene = { ...AT_REST, spent: history.spent, budget, sinceCheckpoint: since }
  return look(checkpointRule, scene, rules) ?? look(budgetFinish, scene, rules)
}

/** More budget takes a stop for the budget back; quality that was degrading is for a person to look at. */
function standing({ checkpoints }: SprintHistory, percent: number | null): Boundary {
  const { stop, quality } = checkpoints.at(-1) ?? { stop: null, quality: [] }
  if (stop === null || (stop === 'budget' && !isOverspent(percent))) return { do: 'go-on' }
  return { do: 'stop', judged: { stop, percent, quality } }
}

function judge({ ends }: SprintHistory, percent: number | null): Judged {
  const [first] = ends
  const last = ends.at(-1)
  const compared = first && last && first !== last ? compareQuality(first.quality, last.quality) : null
  return {
    stop: compared?.degrading ? 'degrading' : isOverspent(percent) ? 'budget' : null,
    percent,
    quality: compared?.words ?? [],
  }
}

function isOverspent(percent: number | null): boolean {
  return percent !== null && percent > STOP_ABOVE_PERCENT + ROUNDING
}
