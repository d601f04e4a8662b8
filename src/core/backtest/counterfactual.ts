import type { Spend } from '../budget.ts'
import { isCompleted } from '../completed.ts'
import type { WiggumEvent } from '../events.ts'
import { applyEvent } from '../fold.ts'
import { initialState, type RunState } from '../state.ts'
import { type Asked, compare, depart, settle } from './ask.ts'
import { isMore, noticedKey } from './conclusions.ts'
import { type Fired, firedIn, type Place, placeOf } from './fired.ts'
import { pointsOf } from './points.ts'
import { differences, type PolicyChange, startUnder } from './policy-change.ts'
import { type Halt, keepUp, type Track, trackOf } from './track.ts'
import type { Walk } from './walk.ts'

/** What a changed policy would have made of a run, as far as its log can tell. */
export interface Counterfactual {
  run: string
  task: string
  strategy: string
  /** How it really ended; `null`: it has not, so far as the log goes. */
  outcome: { status: string; exit_code: number; completed: boolean } | null
  end: Place & { spend: Spend }
  /** Which keys of the run's own policy are otherwise. */
  changed: string[]
  real: Fired[]
  would: Fired[]
  /** The first point at which the rules conclude something else. Up to here all is certain. */
  diverges: Place | null
  /** From this call of an agent on, agents had been told something else than they would have been. */
  otherwise: Place | null
  /** It would have halted here. What follows in the log would not have been. */
  halt: (Halt & { certain: boolean }) | null
  /** It halted here and would not have: what would have followed is not known. */
  goesOn: Place | null
}

/**
 * Every conclusion drawn anew, from the facts of the log alone. Under the run's own policy that is what the log should
 * say; under another one it is what `counterfactual` says, with less asking.
 */
export function recomputed(events: Iterable<WiggumEvent>, change: PolicyChange = {}): Counterfactual | null {
  const walk = beginWalk([change])
  for (const event of events) {
    walkOn(walk, event)
    for (const track of walk.tracks) if (!track.own) depart(track, walk, { commands: null })
  }
  return endWalk(walk)?.[0] ?? null
}

export function counterfactual(events: Iterable<WiggumEvent>, change: PolicyChange): Counterfactual | null {
  return counterfactuals(events, [change])?.[0] ?? null
}

/** The same for several changes in one walk. `null`: the log has no beginning. */
export function counterfactuals(
  events: Iterable<WiggumEvent>,
  changes: PolicyChange[],
): Counterfactual[] | null {
  const walk = beginWalk(changes)
  for (const event of events) walkOn(walk, event)
  return endWalk(walk)
}

export function beginWalk(changes: PolicyChange[]): Walk {
  return {
    state: initialState(),
    changes,
    tracks: [],
    real: [],
    noticed: new Set(),
    given: { times: 0, passes: 0 },
  }
}

export function walkOn(walk: Walk, event: WiggumEvent): void {
  const { state } = walk
  for (const track of walk.tracks) if (isDue(track, walk, event)) settle(track, walk, { commands: null })
  applyEvent(state, event)
  if (event.type === 'run.start') walk.tracks = walk.changes.map((change) => begin(walk, event.data, change))
  if (event.type === 'decision' && isMore(event.data)) {
    walk.given.times += 1
    if (event.data.what === 'more-passes') walk.given.passes += 1
  }
  const fired = firedIn(event)
  if (fired) walk.real.push({ ...placeOf(state), ...fired })
  const noticed = noticedKey(event)
  if (noticed) walk.noticed.add(noticed)
  const asked: Asked = { commands: null }
  for (const track of walk.tracks) if (!track.halt) follow(track, walk, { event, asked })
}

function begin({ given }: Walk, recorded: NonNullable<RunState['start']>, change: PolicyChange): Track {
  const start = startUnder(recorded, change)
  const points = pointsOf(recorded, start, differences(recorded.policy, start.policy))
  return trackOf({ start, given, points })
}

/** It has conclusions of its own, and nothing is under way that they wait for. */
function isDue({ halt, own, pending, calling, points }: Track, { state }: Walk, event: WiggumEvent): boolean {
  return !halt && own !== null && pending === null && calling.size === 0 && points.before(state, own, event)
}

function follow(track: Track, walk: Walk, { event, asked }: { event: WiggumEvent; asked: Asked }): void {
  const { state } = walk
  if (!track.own) {
    if (track.points.differs(state, event)) compare(track, walk, asked)
    return
  }
  keepUp(track, state, event)
  if (event.type === 'agent.start' && !isSameSet(track.noticed, walk.noticed))
    track.otherwise ??= placeOf(state)
  const waits = track.halt !== null || track.pending !== null || track.calling.size > 0
  if (!waits && track.points.concludes(state, track.own, event)) settle(track, walk, asked)
}

function isSameSet(a: Set<string>, b: Set<string>): boolean {
  return a.size === b.size && [...a].every((each) => b.has(each))
}

export function endWalk({ state, tracks, real }: Walk): Counterfactual[] | null {
  const { start, ended } = state
  if (!start) return null
  const outcome = ended && {
    status: ended.status,
    exit_code: ended.exit_code,
    completed: isCompleted(ended),
  }
  const shared = { run: state.runId, task: start.task, strategy: start.strategy, outcome, real }
  const end = { ...placeOf(state), spend: state.spend }
  return tracks.map((track) => ({ ...shared, end, ...told(track, start.policy, real) }))
}

function told(track: Track, recorded: object, real: Fired[]) {
  const { diverges, otherwise, goesOn, own } = track
  const halt = track.halt ?? track.pending
  const certain = halt !== null && (otherwise === null || halt.seq < otherwise.seq)
  const would = halt ? [...track.would, firedAt(halt)] : track.would
  return {
    changed: differences(recorded, track.start.policy),
    would: own ? would : real,
    diverges,
    otherwise,
    goesOn,
    halt: halt && { ...halt, certain },
  }
}

function firedAt({ seq, at, pass, minutes, how, what }: Halt): Fired {
  return { seq, at, pass, minutes, kind: how, what }
}
