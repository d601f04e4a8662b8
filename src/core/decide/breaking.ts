import { thresholds } from '../../policy/thresholds.ts'
import { alertDue } from '../alerts.ts'
import { afterPass, type EndedPass } from '../breaker.ts'
import { chainOf } from '../chains.ts'
import { minutesSince } from '../checkpoint.ts'
import type { EventData } from '../events.ts'
import { modelOfCall } from '../model-of-call.ts'
import { passWords } from '../pass-words.ts'
import { attemptPasses } from './attempt-passes.ts'
import { best } from './best.ts'
import { isRefusal, needChoice } from './gates.ts'
import { askAboutOldRed, leftOver, onlyOldRed } from './loop-pass.ts'
import { type Decided, finish, type Rule, type View } from './strategy.ts'
import { presentWork, whereWork } from './work.ts'

/** What a person may say to a run that stands still. `skip` and `abort` end it; a sprint goes on after a skip. */
const CHOICES = ['continue', 'skip', 'abort', 'retry', 'help']

/** After each pass: does it get anywhere? If not, the action that was configured. */
export const breaker: Rule = (view) => moved(view) ?? (leftOver(view).length === 0 ? null : acted(view))

/** Before a further attempt of the Maker's, in a strategy that has no passes. */
export const breakerBetween: Rule = (view) => (presentWork(view) ? null : (moved(view) ?? acted(view)))

function moved(view: View): Decided {
  const { state, policy } = view
  const passes = endedPasses(view)
  const ended = passes.at(-1)
  const transition = ended && state.breaker.looked < ended.pass ? afterPass(state, policy, passes) : null
  return transition && record(transition)
}

function acted(view: View): Decided {
  const { state, policy } = view
  return state.breaker.state === 'OPEN' ? actions[policy.stagnation.action](view) : null
}

/** Told, and gone on, a call that leads nowhere would be made for ever. */
const MOST_HALTS = 3

/** A call was halted in the middle: the breaker opens, and what was configured is done about it. */
export function breakerAfterHalt(view: View, call: string, seen: EventData['stagnation.detected']): Decided {
  const { state, policy } = view
  const { state: from, moves } = state.breaker
  const shared = { pass: passUnderWay(view), call, signals: [seen.detector] }
  if (!moves.some((move) => move.call === call))
    return record({ ...shared, from, to: 'OPEN', reason: HALTED, evidence: haltEvidence(seen) })
  if (from !== 'OPEN') return null
  const halts = moves.filter((move) => move.to === 'OPEN' && move.call !== undefined)
  if (policy.stagnation.action === 'alert' && halts.length >= MOST_HALTS) return stop(view)
  const inTheMiddle = {
    pause: () => pause(view, call),
    escalate: () => climbOr(view, () => pause(view, call)),
  }
  return { ...actions, ...inTheMiddle }[policy.stagnation.action](view)
}

function passUnderWay(view: View): number {
  return view.start.loop ? view.state.round : endedPasses(view).length + 1
}

const HALTED = 'a call was ended because it led nowhere'

function haltEvidence({ evidence, best: stood }: EventData['stagnation.detected']): string[] {
  return stood
    ? [...evidence, `the work stood best after agent step ${stood.agent_step + 1}: ${stood.why}`]
    : evidence
}

function endedPasses(view: View): EndedPass[] {
  return view.start.loop ? view.state.passes : attemptPasses(view)
}

const actions: Record<'pause' | 'alert' | 'abort' | 'escalate', (view: View) => Decided> = {
  pause: (view) => landOrPause(view),
  abort: (view) => stop(view),
  alert: (view) => record(tell(view)),
  escalate: (view) => climbOr(view, () => landOrPause(view)),
}

function climbOr(view: View, otherwise: () => Decided): Decided {
  return canClimb(view) ? record(goOn(view, 'a stronger model tries', 1)) : otherwise()
}

/** The run goes on either way; whoever was told a short while ago is not told again. */
function tell(view: View): EventData['breaker.transition'] {
  return alertDue(view.state, view.now)
    ? { ...goOn(view, 'said, and went on: the action is alert'), alert: true }
    : goOn(view, 'went on: the action is alert, and it was said a short while ago')
}

/** Where nothing is left but what was red before, it may be that there is nothing to mend. A no leaves the usual question. */
function landOrPause(view: View): Decided {
  if (!view.start.loop || !onlyOldRed(view)) return pause(view)
  const asked = askAboutOldRed(view)
  return isRefusal(asked) ? pause(view) : asked
}

/** A person decides. `help` tells what was tried, and asks again. */
function pause(view: View, about = `pass-${endedPasses(view).length}`): Decided {
  const { breaker: now } = view.state
  const shared = { kind: 'stagnation' as const, question: `No progress: ${now.reason}. What now?` }
  const first = { ...shared, about, evidence: now.evidence, choices: [...CHOICES] }
  const said = needChoice(view, first)
  if (!chosen(said)) return cooledDown(view, first) ?? said
  if (said.choice !== 'help') return answered(view, said.choice)
  const evidence = [...now.evidence, ...story(view)]
  const again = { ...first, about: `${first.about}-help`, evidence, choices: CHOICES.slice(0, -1) }
  const then = needChoice(view, again)
  return chosen(then) ? answered(view, then.choice) : (cooledDown(view, again) ?? then)
}

/** Nobody answered for so long that what was in the way may be gone: whoever resumes the run gets one probe pass. */
function cooledDown({ state, now }: View, { kind, about }: { kind: string; about: string }): Decided {
  const gate = state.gates[`${kind}-${about}`]
  if (!gate || minutesSince(gate.openedAt, now) < thresholds.breakerCooldownMinutes) return null
  const data = { gate: gate.id, answer: 'continue', text: null, by: 'cooldown' }
  return [{ do: 'record', key: `cooldown:${gate.id}`, event: { type: 'gate.answered', data } }]
}

function chosen(said: { choice: string } | Decided): said is { choice: string } {
  return said !== null && 'choice' in said
}

function answered(view: View, choice: string): Decided {
  if (choice === 'continue') return record(goOn(view, 'a person said: continue'))
  if (choice === 'retry') return record(goOn(view, 'a person said: retry with another model', 1))
  return stop(view)
}

/** What was tried so far, pass by pass. */
function story(view: View): string[] {
  return endedPasses(view).map(passWords)
}

function goOn(view: View, reason: string, lift = 0): EventData['breaker.transition'] {
  const { breaker: now } = view.state
  const { call } = now.moves.at(-1) ?? {}
  const pass = call ? passUnderWay(view) : (endedPasses(view).at(-1)?.pass ?? 1)
  return {
    from: 'OPEN',
    to: 'HALF_OPEN',
    reason,
    evidence: [],
    signals: now.signals,
    pass,
    ...(lift ? { lift } : {}),
    ...(call ? { call } : {}),
  }
}

/** Only where the Maker's model is known and has one above it in the progression. */
function canClimb({ state, start, policy }: View): boolean {
  const { enabled, model_progression: models } = policy.stagnation.escalation
  const agent = chainOf(start.agents, 'maker')[0] ?? ''
  const model = modelOfCall(state, policy, { role: 'maker', agent, step: '' })
  const at = model === null ? -1 : models.indexOf(model)
  return enabled && at !== -1 && at < models.length - 1
}

function stop(view: View): Decided {
  const { breaker: now } = view.state
  const head = best(view, [])
  const isSetAside = head === null && now.moves.at(-1)?.call !== undefined
  const where = isSetAside ? 'whatever it left is on a rescue ref' : whereWork(view.start)
  const then = view.start.live ? '' : `; go on with: wiggum resume ${view.state.runId}`
  return finish('stagnation', 23, `no progress: ${now.reason}; the task is blocked, ${where}${then}`, head)
}

function record(data: EventData['breaker.transition']): Decided {
  const key = `breaker:${data.call ?? data.pass}:${data.to}`
  return [{ do: 'record', key, event: { type: 'breaker.transition', phase: 'act', data } }]
}
