import type { Config } from '../../config/schema.ts'
import { budgetDowngrade } from '../../detectors/boundary/budget-downgrade.ts'
import { budgetFinish } from '../../detectors/boundary/budget-finish.ts'
import { budgetStop } from '../../detectors/boundary/budget-stop.ts'
import { budgetWarn } from '../../detectors/boundary/budget-warn.ts'
import { budgetReached } from '../../detectors/budget-reached.ts'
import { look } from '../../detectors/settings.ts'
import { stagnationDetectors } from '../../detectors/stagnation/index.ts'
import { afterPass, passesSince } from '../breaker.ts'
import type { EventData, WiggumEvent } from '../events.ts'
import { boundarySettings, budgetScene } from '../scenes/boundary-scene.ts'
import { stagnationSettings } from '../stagnation-settings.ts'
import type { RunState } from '../state.ts'
import { type Own, policyOf } from './own-state.ts'

/** Asking every rule after every event is what a run does. Here it is asked where a changed key could make a difference. */

/** Beginnings, and notes that no rule reads. */
const QUIET: ReadonlySet<WiggumEvent['type']> = new Set([
  'agent.start',
  'agent.session',
  'evidence.downgrade',
  'verify.start',
  'land.start',
  'notification.sent',
  'rescue.saved',
  'clock.gap',
  'journal.recovered',
  'run.complete',
  'run.interrupted',
])

/** The breaker is asked after a pass, and acts once it is open; outside the loop it is asked before a further attempt. */
const BREAKER: ReadonlySet<WiggumEvent['type']> = new Set([
  'breaker.transition',
  'gate.answered',
  'run.resumed',
])
const BETWEEN: ReadonlySet<WiggumEvent['type']> = new Set([
  'decision',
  'cycle.boundary',
  'phase.transition',
  'correction.applied',
  'budget.threshold',
  'shadow.detected',
  'hook.complete',
  ...BREAKER,
])

/** The run itself concluded something: what the other policy says there must be known before. */
const CONCLUDES: ReadonlySet<WiggumEvent['type']> = new Set([
  'shadow.detected',
  'correction.applied',
  'wiggum.break',
  'budget.threshold',
  'gate.opened',
  'run.complete',
])

type Start = EventData['run.start']
type Probe = (state: RunState, event: WiggumEvent) => boolean

/** Where it is asked. What says no is certain. */
export interface Points {
  /** After this event rules might conclude otherwise than they did. */
  differs: Probe
  /** It has left the log, and with its own conclusions might come to another one after this event. */
  concludes: (state: RunState, own: Own, event: WiggumEvent) => boolean
  /** The same, before the event. */
  before: (state: RunState, own: Own, event: WiggumEvent) => boolean
}

export function pointsOf(recorded: Start, start: Start, changed: string[]): Points {
  const [before, now] = [policyOf(recorded), policyOf(start)]
  const onlyBreaker = recorded.loop !== undefined && changed.every(isBreaker)
  const narrow = (state: RunState, own: Own) =>
    onlyBreaker &&
    own.signals.length === state.signals.length &&
    own.corrections.length === state.corrections.length
  return {
    differs: differing({ recorded, before, now }, changed),
    concludes: (state, own, event) =>
      narrow(state, own) ? breakerMoves(state, own, { event, now }) : !isQuiet(event),
    before: (state, own, { type }) => CONCLUDES.has(type) && narrow(state, own),
  }
}

function isQuiet({ type }: WiggumEvent): boolean {
  return QUIET.has(type)
}

function isBreaker(key: string): boolean {
  return /^(?:detectors\.)?stagnation\./.test(key)
}

function isBudget(key: string): boolean {
  return /^(?:budget|detectors\.boundary\.budget[a-z-]*)\./.test(key)
}

interface Sides {
  recorded: Start
  before: Config
  now: Config
}

function differing({ recorded, before, now }: Sides, changed: string[]): Probe {
  const probes: Probe[] = [
    ...(changed.some(isBreaker) ? [breakerDiffers(before, now, recorded)] : []),
    ...(changed.some(isBudget) ? [budgetDiffers(before, now)] : []),
    ...(changed.some((key) => !isBreaker(key) && !isBudget(key)) ? [() => true] : []),
  ]
  return (state, event) => !isQuiet(event) && probes.some((probe) => probe(state, event))
}

/** Of passes alone: a breaker that stays shut, or waits for its probe, lets everything else be as it was. */
function breakerMoves(
  state: RunState,
  own: Own,
  { event: { type }, now }: { event: WiggumEvent; now: Config },
): boolean {
  if (type !== 'pass.complete') return BREAKER.has(type)
  return own.breaker.state === 'OPEN' || afterPass({ ...own, passes: state.passes }, now) !== null
}

function breakerDiffers(before: Config, now: Config, { loop }: Start): Probe {
  if (!loop) return (_, { type }) => BETWEEN.has(type)
  const [was, is] = [stagnationSettings(before), stagnationSettings(now)]
  const rules = stagnationDetectors.filter(({ id }) => JSON.stringify(was[id]) !== JSON.stringify(is[id]))
  return (state, { type }) => {
    if (type !== 'pass.complete') return BREAKER.has(type)
    // One probe pass is judged by no number of the policy's.
    if (state.breaker.state === 'HALF_OPEN') return false
    const scene = { passes: passesSince(state, state.passes) }
    const sees = (rule: (typeof rules)[number], settings: typeof was) => look(rule, scene, settings) !== null
    return state.breaker.state === 'OPEN' || rules.some((rule) => sees(rule, was) !== sees(rule, is))
  }
}

const STEPS = [budgetWarn, budgetDowngrade, budgetFinish, budgetStop]

function budgetDiffers(before: Config, now: Config): Probe {
  const unit = ({ budget }: Config) => `${budget.usd === null} ${budget.tokens === null}`
  if (unit(before) !== unit(now)) return () => true
  return (state) => reached(state, before) || reached(state, now)
}

/** The lowest threshold is not reached: nothing is said, and nothing ends. */
function reached(state: RunState, policy: Config): boolean {
  const scene = budgetScene(state, policy)
  const settings = boundarySettings(policy)
  return budgetReached(scene, 100) !== null || STEPS.some((rule) => look(rule, scene, settings) !== null)
}
