import type { Config } from '../../config/schema.ts'
import { budgetDowngrade } from '../../detectors/boundary/budget-downgrade.ts'
import { budgetFinish } from '../../detectors/boundary/budget-finish.ts'
import { budgetStop } from '../../detectors/boundary/budget-stop.ts'
import { budgetWarn } from '../../detectors/boundary/budget-warn.ts'
import { budgetReached } from '../../detectors/budget-reached.ts'
import { look } from '../../detectors/settings.ts'
import { afterPass } from '../breaker.ts'
import type { EventData, WiggumEvent } from '../events.ts'
import { boundarySettings, budgetScene } from '../scenes/boundary-scene.ts'
import type { RunState } from '../state.ts'
import { policyOf } from './own-state.ts'

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
  'work.inspected',
  'change.surveyed',
  'decision.point',
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

type Start = EventData['run.start']

/** Whether, after this event, rules might conclude otherwise under the other start. `false` is certain. */
export type MayDiffer = (state: RunState, event: WiggumEvent) => boolean

export function isQuiet({ type }: WiggumEvent): boolean {
  return QUIET.has(type)
}

export function mayDiffer(recorded: Start, start: Start, changed: string[]): MayDiffer {
  const isBreaker = (key: string) => /^(?:detectors\.)?stagnation\./.test(key)
  const isBudget = (key: string) => /^(?:budget|detectors\.boundary\.budget[a-z-]*)\./.test(key)
  const probes: MayDiffer[] = [
    ...(changed.some(isBreaker) ? [breakerDiffers(policyOf(recorded), policyOf(start), recorded)] : []),
    ...(changed.some(isBudget) ? [budgetDiffers(policyOf(recorded), policyOf(start))] : []),
    ...(changed.some((key) => !isBreaker(key) && !isBudget(key)) ? [() => true] : []),
  ]
  return (state, event) => !isQuiet(event) && probes.some((probe) => probe(state, event))
}

function breakerDiffers(before: Config, now: Config, { loop }: Start): MayDiffer {
  if (!loop) return (_, { type }) => BETWEEN.has(type)
  return (state, { type }) => {
    if (type !== 'pass.complete') return BREAKER.has(type)
    return seenBy(state, before) !== seenBy(state, now)
  }
}

function seenBy(state: RunState, policy: Config): string {
  const moved = afterPass(state, policy)
  return moved === null ? '' : `${moved.to} ${moved.signals.join()}`
}

const STEPS = [budgetWarn, budgetDowngrade, budgetFinish, budgetStop]

function budgetDiffers(before: Config, now: Config): MayDiffer {
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
