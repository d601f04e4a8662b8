import { msBetween } from './decide/instants.ts'
import type { EventOf, WiggumEvent } from './events.ts'
import { type StepIdentity, stepName } from './identity.ts'
import { ADOPTED, type PassFigures, type RunState } from './state.ts'

/** Passes in figures, whatever the strategy: a round of the loop; elsewhere an attempt of the Maker that came to an answer. */

/** Time in which nobody worked. Called before the event moves the state's last instant. */
export function noteWait(state: RunState, event: WiggumEvent): void {
  if (event.type === 'clock.gap') noteSleep(state, event)
  else if (event.type === 'run.resumed' || (endsWait(state, event) && nobodyWorks(state)))
    state.waitedMs += msBetween(state.lastAt ?? event.ts, event.ts)
}

/** An answer, or the next call after one that failed: a limit, an overload and a lost connection are waited for. */
function endsWait({ steps }: RunState, event: WiggumEvent): boolean {
  if (event.type === 'gate.answered') return true
  return event.type === 'agent.start' && steps[event.data.step]?.outcome === 'failed'
}

/** Agents at work beside each other tell of the same sleep, each once its call is over. */
function noteSleep(state: RunState, { data, ts }: EventOf<'clock.gap'>): void {
  const since = state.steps[data.step ?? '']?.startedAt ?? ts
  const counted = state.sleeps.filter(({ at }) => msBetween(since, at) > 0)
  const ms = Math.max(0, data.slept_ms - counted.reduce((sum, sleep) => sum + sleep.ms, 0))
  state.sleeps.push({ at: ts, ms })
  state.waitedMs += ms
}

/** Called before the step begins: what it was until now says whether this is the same pass again. */
export function beginPass(
  state: RunState,
  { data, ts }: EventOf<'agent.start'>,
  identity: StepIdentity,
): void {
  if (data.archetype !== 'maker' || data.agent === ADOPTED) return
  const last = state.figures.at(-1)
  if (last && isSamePass(state, last, { step: data.step, identity })) {
    last.endedAt = null
    return
  }
  endPass(state, ts)
  state.figures.push({
    pass: state.start?.loop ? state.round : state.figures.length + 1,
    step: data.step,
    attempt: data.attempt,
    startedAt: ts,
    endedAt: null,
    ms: 0,
    tokens: 0,
    before: { waitedMs: state.waitedMs, tokens: state.spend.tokens },
    issues: {},
    settled: null,
    checkpoint: false,
  })
}

function isSamePass(
  state: RunState,
  last: PassFigures,
  { step, identity }: { step: string; identity: StepIdentity },
): boolean {
  if (state.start?.loop) return last.pass === state.round
  if (step !== last.step) return goesOnWith(last.step, identity)
  const before = state.steps[step]
  return before !== undefined && before.outcome !== 'complete'
}

/** An answer to what was asked, and the tests that the plan promised, belong to the attempt before them. */
function goesOnWith(step: string, identity: StepIdentity): boolean {
  const asked = { ...identity, answer: 0 }
  return stepName(asked) === step || stepName({ ...asked, variant: null }) === step
}

/** The last pass as it stands is over; what comes later is no longer its own. */
export function endPass(state: RunState, ts: string): void {
  const last = state.figures.at(-1)
  if (!last || last.endedAt !== null) return
  const now = figuresAt(state, last, ts)
  last.endedAt = ts
  last.ms = now.ms
  last.tokens = now.tokens
}

/** What a pass took up to an instant, without the time in which nobody worked. */
export function figuresAt(state: RunState, pass: PassFigures, ts: string): { ms: number; tokens: number } {
  if (pass.endedAt !== null) return { ms: pass.ms, tokens: pass.tokens }
  const { waitedMs, tokens } = pass.before
  const ms = msBetween(pass.startedAt, ts) - (state.waitedMs - waitedMs)
  return { ms: Math.max(0, ms), tokens: Math.max(0, state.spend.tokens - tokens) }
}

export function settlePass(state: RunState, { data, ts }: EventOf<'pass.complete'>): void {
  const last = state.figures.at(-1)
  if (last?.pass === data.pass) last.settled = { found: data.issues_found, fixed: data.issues_fixed }
  endPass(state, ts)
}

/** What somebody holds against the work; an empty list says that they looked. */
export function noteIssues(state: RunState, source: string, issues: string[]): void {
  const last = state.figures.at(-1)
  if (last) last.issues[source] = issues
}

export function dropIssues(state: RunState, source: string | null): void {
  if (source !== null) delete state.figures.at(-1)?.issues[source]
}

export function noteContextCheckpoint(state: RunState): void {
  const last = state.figures.at(-1)
  if (last && last.endedAt === null) last.checkpoint = true
}

function nobodyWorks({ steps }: RunState): boolean {
  return Object.values(steps).every(({ outcome }) => outcome !== 'running')
}
