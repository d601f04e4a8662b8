import { duration, money, oneLine, roleTitle } from '../report/words.ts'
import type { Layout } from '../store/layout.ts'
import type { KnownRun } from './find-run.ts'
import { liveOwner } from './owner.ts'

export interface RunStatus {
  run_id: string
  task: string
  status: string
  why: string
  pid: number | null
  doing: string[]
  spend: string
  age_ms: number
  next: string | null
  log: string
}

export function statusOf(layout: Layout, run: KnownRun): RunStatus {
  const owner = liveOwner(layout, run.runId)
  const { state, read, runId } = run
  const base = { run_id: runId, pid: owner?.pid ?? null, log: layout.log(runId) }
  if (!state) {
    const problem = read.ok ? '' : `line ${read.line}: ${read.problem}`
    return {
      ...base,
      task: '',
      status: 'damaged log',
      why: problem,
      doing: [],
      spend: '',
      age_ms: 0,
      next: null,
    }
  }
  const gate = Object.values(state.gates).find((each) => each.answer === null)
  const running = Object.values(state.steps).filter((step) => step.outcome === 'running')
  const verdict = standing({
    ended: state.ended,
    live: owner !== null,
    gate: gate?.question,
    started: state.start !== null,
  })
  return {
    ...base,
    task: state.start?.task ?? '',
    status: verdict.status,
    why: verdict.why,
    doing: owner
      ? running.map(
          (step) =>
            `${roleTitle(step.role, state.start)} since ${duration(Date.now() - Date.parse(step.startedAt))}`,
        )
      : [],
    spend: money(state.spend.usd, state.spend.unknown_calls),
    age_ms: Date.now() - Date.parse(state.startedAt ?? new Date().toISOString()),
    next: nextStep(runId, verdict.status, gate?.choices ?? []),
  }
}

interface Standing {
  ended: { status: string; reason: string; exit_code: number } | null
  live: boolean
  gate: string | undefined
  started: boolean
}

function standing({ ended, live, gate, started }: Standing): { status: string; why: string } {
  if (ended) return { status: ended.status, why: ended.reason }
  if (gate) return { status: 'waiting', why: gate }
  if (live) return { status: 'running', why: '' }
  if (!started) return { status: 'never started', why: 'it was interrupted before its first event' }
  return { status: 'interrupted', why: 'nobody is working on it; its log and work are kept' }
}

/** Going on would end the same way at once, or there is nothing to go on with. */
const CANNOT_GO_ON = new Set([
  'landed',
  'running',
  'never started',
  'refused',
  'budget',
  'hard-break',
  'damaged log',
])

function nextStep(runId: string, status: string, choices: string[]): string | null {
  if (status === 'waiting')
    return choices.includes('answer') ? `wiggum answer ${runId} "<text>"` : `wiggum approve ${runId}`
  if (CANNOT_GO_ON.has(status)) return null
  return `wiggum resume ${runId}`
}

export function statusLines(run: RunStatus, long: boolean): string[] {
  const lines = [`${run.run_id}  ${run.status}${run.why ? `: ${oneLine(run.why, 300)}` : ''}`]
  if (run.doing.length > 0) lines.push(`  ${run.doing.join(', ')}`)
  if (run.next) lines.push(`  next: ${run.next}`)
  if (long) lines.push(`  task: ${oneLine(run.task, 500)}`, `  spend: ${run.spend}`, `  log: ${run.log}`)
  return lines
}
