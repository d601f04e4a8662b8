import { isCompleted } from '../core/completed.ts'
import { PLANNED } from '../core/decide/dry-run.ts'
import { msBetween } from '../core/decide/instants.ts'
import { figuresAt } from '../core/fold-passes.ts'
import type { PassFigures, RunState } from '../core/state.ts'
import { todosOfCall } from '../core/todos.ts'
import { STATE_SCHEMA, type StateDocument } from './state-schema.ts'

type Status = StateDocument['status']

/** A run as other tools read it. Everything in it is from the log; whether somebody works on it, only `wiggum status` knows. */
export function stateDocument(state: RunState): StateDocument {
  return {
    $schema: STATE_SCHEMA,
    component_id: 'AC-02',
    version: '1.0.0',
    status: statusOf(state),
    last_updated: state.lastAt,
    current_loop: currentLoop(state),
    passes: state.figures.map((_, at) => passOf(state, at)),
    todos: todosOf(state),
    metrics: metricsOf(state),
    history: historyOf(state),
  }
}

function statusOf(state: RunState): Status {
  const { start, ended, interrupted } = state
  if (!start || ended?.status === PLANNED) return 'idle'
  if (ended) return endOf(ended, start.loop?.suppressed != null)
  return interrupted !== null || waitsForAnswer(state) || isBetweenConversations(state) ? 'paused' : 'active'
}

/** A checkpoint was made because the window was full, and the pass has not gone on yet. */
function isBetweenConversations({ contexts, calls, round }: RunState): boolean {
  const last = contexts.at(-1)
  return last?.action === 'clear' && last.pass === round && (calls.maker ?? 0) <= last.attempt
}

function endOf(ended: NonNullable<RunState['ended']>, suppressed: boolean): Status {
  if (!isCompleted(ended)) return 'aborted'
  return suppressed ? 'suppressed' : 'completed'
}

function waitsForAnswer({ gates, steps }: RunState): boolean {
  const asked = Object.values(gates).some(({ answer }) => answer === null)
  return asked && Object.values(steps).every(({ outcome }) => outcome !== 'running')
}

function currentLoop(state: RunState): StateDocument['current_loop'] {
  const { start, startedAt, runId, figures } = state
  if (!start || startedAt === null) return null
  const current = figures.at(-1)?.pass ?? 0
  const suppression = start.loop?.suppressed ?? null
  return {
    task_id: runId,
    task_description: start.task,
    started_at: startedAt,
    current_pass: current,
    max_passes: Math.max(maxPasses(state), current),
    suppressed: suppression !== null,
    suppression_reason: suppression,
  }
}

/** A cycle of pdca has one Maker; elsewhere a round has. */
export function maxPasses({ start, maxCycles, maxRounds }: RunState): number {
  return start?.strategy === 'pdca' ? maxCycles : maxRounds
}

export function passOf({ figures, drifts }: RunState, at: number): StateDocument['passes'][number] {
  const pass = figures[at]!
  return {
    pass_number: pass.pass,
    started_at: pass.startedAt,
    completed_at: pass.endedAt,
    issues_found: pass.settled?.found ?? issuesOf(pass).length,
    issues_fixed: pass.settled?.fixed ?? fixedIn(pass, figures[at - 1]),
    drift_detected: drifts.some((drift) => drift.pass === pass.pass),
    context_checkpoint: pass.checkpoint,
  }
}

function issuesOf({ issues }: PassFigures): string[] {
  return [...new Set(Object.values(issues).flat())]
}

/** Only where somebody looked at the work: before that, nothing shows what it mended. */
function fixedIn(pass: PassFigures, before: PassFigures | undefined): number {
  if (!before || Object.keys(pass.issues).length === 0) return 0
  const now = issuesOf(pass)
  return issuesOf(before).filter((issue) => !now.includes(issue)).length
}

/** The Maker's own list, as its last call left it: what the end of a pass counts. */
export function todosOf({ steps }: RunState): StateDocument['todos'] {
  const makers = Object.values(steps).filter(({ role }) => role === 'maker')
  const todos = todosOfCall(makers.findLast(({ outcome }) => outcome !== 'running'))
  const completed = todos.filter(({ status }) => status === 'completed').length
  const inProgress = todos.filter(({ status }) => status === 'in_progress').length
  const pending = todos.length - completed - inProgress
  return { total: todos.length, completed, in_progress: inProgress, pending }
}

function metricsOf(state: RunState): StateDocument['metrics'] {
  const { figures, lastAt, startedAt, endedAt } = state
  const until = endedAt ?? lastAt
  const total = startedAt && until ? Math.max(0, msBetween(startedAt, until) - state.waitedMs) : 0
  const times = figures.map((pass) => figuresAt(state, pass, until ?? pass.startedAt).ms)
  const sum = times.reduce((all, ms) => all + ms, 0)
  return {
    total_token_cost: state.spend.tokens,
    total_duration_ms: total,
    avg_pass_duration_ms: times.length > 0 ? Math.round(sum / times.length) : 0,
  }
}

/** What was known when the run began, and the run itself once it is completed. */
function historyOf({ context, ended, endedAt, figures }: RunState): StateDocument['history'] {
  const before = context?.history ?? { completed: 0, last: null, counted: 0, passes: 0 }
  const done = ended !== null && isCompleted(ended)
  const counts = done && figures.length > 0
  const counted = before.counted + (counts ? 1 : 0)
  const passes = before.passes + (counts ? figures.length : 0)
  return {
    last_completed_task: done ? endedAt : before.last,
    total_tasks_completed: before.completed + (done ? 1 : 0),
    avg_passes_per_task: counted > 0 ? passes / counted : null,
  }
}
