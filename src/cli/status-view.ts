import { decide } from '../core/decide/index.ts'
import { msBetween } from '../core/decide/instants.ts'
import type { RunState } from '../core/state.ts'
import { answerCommands } from '../report/answer-commands.ts'
import { nextSteps } from '../report/next-steps.ts'
import { denialWords, duration, oneLine, roleTitle, spent, untilWords } from '../report/words.ts'
import { damageWords, type LogDamage } from '../runtime/read-log.ts'
import type { Layout } from '../store/layout.ts'
import type { KnownRun } from './find-run.ts'
import { liveOwner } from './owner.ts'

export interface RunStatus {
  run_id: string
  task: string
  status: string
  why: string
  /** What the open question is about, every line of it. */
  evidence: string[]
  pid: number | null
  doing: string[]
  /** The instant it waits for, where it does. */
  waits_until: string | null
  /** Role: the tools it was refused. */
  denials: string[]
  spend: string
  age_ms: number
  next: string | null
  log: string
}

export function statusOf(layout: Layout, run: KnownRun): RunStatus {
  const owner = liveOwner(layout, run.runId)
  const { state, readable, damage, runId } = run
  const base = { run_id: runId, pid: owner?.pid ?? null, log: layout.log(runId) }
  if (!state) {
    const status = damage?.newer ? 'newer log' : 'damaged log'
    return {
      ...base,
      task: readable.start?.task ?? '',
      status,
      why: damage ? damageWhy(damage) : '',
      evidence: [],
      doing: [],
      waits_until: null,
      denials: [],
      spend: spent(readable.spend),
      age_ms: ageOf(readable.startedAt),
      next: null,
    }
  }
  const gate = Object.values(state.gates).find((each) => each.answer === null)
  const running = Object.values(state.steps).filter((step) => step.outcome === 'running')
  const wait = running.length > 0 || gate ? null : waitOf(state)
  const verdict = standing({
    ended: state.ended,
    live: owner !== null,
    session: state.interrupted === null ? (state.start?.live?.host ?? null) : null,
    gate: gate?.question,
    started: state.start !== null,
    wait: wait && `${wait.why}, ${untilWords(wait.wakeAt, Date.now())}`,
  })
  return {
    ...base,
    task: state.start?.task ?? '',
    status: verdict.status,
    why: verdict.why,
    evidence: verdict.status === 'waiting' ? (gate?.evidence ?? []) : [],
    doing: owner
      ? running.map((step) => `${roleTitle(step.role, state.start)} since ${duration(ageOf(step.startedAt))}`)
      : [],
    waits_until: wait?.wakeAt ?? null,
    denials: Object.values(state.steps).flatMap(({ role, denials }) =>
      denials.length > 0 ? [`${roleTitle(role, state.start)}, ${denialWords(denials)}`] : [],
    ),
    spend: spent(state.spend),
    age_ms: ageOf(state.startedAt),
    next:
      state.start?.live || (state.start?.review && state.ended)
        ? (nextSteps(state)[0]?.command ?? null)
        : nextStep(runId, verdict.status, gate?.choices ?? []),
  }
}

/** The status says already that it is damaged. */
function damageWhy(damage: LogDamage): string {
  return damage.newer ? damageWords(damage) : `line ${damage.line}: ${damage.problem}`
}

interface Standing {
  ended: { status: string; reason: string; exit_code: number } | null
  live: boolean
  /** Whose session it is a loop of. */
  session: string | null
  gate: string | undefined
  started: boolean
  wait: string | null
}

/** What the log says is waited for: the same whether somebody works on the run or not. */
function waitOf(state: RunState): { wakeAt: string; why: string } | null {
  const { wakeAt, why } = decide(state, new Date().toISOString())
  return wakeAt === null ? null : { wakeAt, why: why ?? '' }
}

function standing({ ended, live, session, gate, started, wait }: Standing): { status: string; why: string } {
  if (ended) return { status: ended.status, why: ended.reason }
  if (gate) return { status: 'waiting', why: gate }
  if (live) return { status: 'running', why: wait ? `waiting: ${wait}` : '' }
  if (session) return { status: 'running', why: `in a live session of ${session}` }
  if (!started) return { status: 'never started', why: 'it was interrupted before its first event' }
  const kept = 'nobody is working on it; its log and work are kept'
  return { status: 'interrupted', why: wait ? `${kept}; it waits: ${wait}` : kept }
}

/** Going on would end the same way at once, or there is nothing to go on with. */
const CANNOT_GO_ON = new Set(['landed', 'running', 'never started', 'refused'])

function nextStep(runId: string, status: string, choices: string[]): string | null {
  if (status === 'waiting') return answerCommands(runId, choices).line
  if (CANNOT_GO_ON.has(status)) return null
  // What to do depends on what broke it.
  if (status.endsWith('-break')) return `wiggum explain ${runId}`
  return `wiggum resume ${runId}`
}

const MAX_QUESTION = 16_000

export function statusLines(run: RunStatus, long: boolean): string[] {
  // Whoever answers has to see all that is asked.
  const why = oneLine(run.why, run.status === 'waiting' ? MAX_QUESTION : 300)
  const lines = [`${run.run_id}  ${run.status}${why ? `: ${why}` : ''}`]
  for (const line of run.evidence) lines.push(`  · ${oneLine(line, MAX_QUESTION)}`)
  if (run.doing.length > 0) lines.push(`  ${run.doing.join(', ')}`)
  for (const denial of run.denials) lines.push(`  ${oneLine(denial, 300)}`)
  if (run.next) lines.push(`  next: ${run.next}`)
  if (long) lines.push(`  task: ${oneLine(run.task, 500)}`, `  spend: ${run.spend}`, `  log: ${run.log}`)
  return lines
}

function ageOf(startedAt: string | null): number {
  return msBetween(startedAt, new Date().toISOString())
}
