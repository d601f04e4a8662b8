import { JUDGE } from '../../archetypes/archetype.ts'
import type { Command } from '../commands.ts'
import { decide } from '../decide/index.ts'
import type { RunState } from '../state.ts'
import { type Conclusion, callsAgain, conclusionsOf, noticedKey } from './conclusions.ts'
import { firedBy, placeOf } from './fired.ts'
import { conclude, ownFrom, policyOf, seenAs } from './own-state.ts'
import { haltAt, type Track } from './track.ts'
import type { Walk } from './walk.ts'

/** What the run itself decided here, once somebody wants to know. */
export interface Asked {
  commands: Command[] | null
}

/** Whether the changed policy concludes here what the run did. */
export function compare(track: Track, walk: Walk, asked: Asked): void {
  const { state } = walk
  const real = conclusionsOf(realCommands(state, asked))
  const said = seenAs(state, track, () => conclusionsNow(track, state, asked))
  if (keysOf(said) === keysOf(real)) return
  depart(track, walk, asked)
}

/** From here on it has conclusions of its own. */
export function depart(track: Track, walk: Walk, asked: Asked): void {
  const { state, real, noticed } = walk
  track.diverges = placeOf(state)
  track.own = ownFrom(state)
  track.would = [...real]
  track.noticed = new Set(noticed)
  settle(track, walk, asked)
}

/** A rule that never comes to rest would be one of ours gone wrong; a run gives up long after this. */
const MAX_TURNS = 100

/** Concludes until there is nothing more to conclude without a new fact. */
export function settle(track: Track, { state }: Walk, asked: Asked): void {
  // Only a judge makes it matter; and not inside: what the run decided is decided under its own policy.
  if (policyOf(track.start).judge?.agent) realCommands(state, asked)
  seenAs(state, track, () => {
    for (let turn = 0; turn < MAX_TURNS; turn++) {
      const said = conclusionsNow(track, state, asked)
      const halt = said.find((each) => each.kind === 'halt')
      if (halt) {
        track.pending = haltAt(state, halt)
        return
      }
      if (said.length === 0) return
      for (const each of said) take(track, state, each)
    }
    throw new Error('the changed policy comes to no end here')
  })
}

function take(track: Track, state: RunState, conclusion: Conclusion): void {
  if (conclusion.kind !== 'record') return
  conclude(state, track.own!, conclusion.event)
  const fired = firedBy(conclusion)
  if (fired) track.would.push({ ...placeOf(state), ...fired })
  const noticed = noticedKey(conclusion.event)
  if (noticed) track.noticed.add(noticed)
  if (noticed && callsAgain(conclusion.event)) track.calling.add(noticed)
}

function realCommands(state: RunState, asked: Asked): Command[] {
  asked.commands ??= decide(state, state.lastAt ?? '').commands
  return asked.commands
}

/** A judge that nobody asked has said nothing, and that is a no; what it would have said is not known. */
function conclusionsNow(track: Track, state: RunState, asked: Asked): Conclusion[] {
  const { commands } = decide(state, state.lastAt ?? '')
  const consulted = commands.find((each) => each.do === 'agent' && each.call.role === JUDGE)
  if (!consulted || asked.commands?.some(({ key }) => key === consulted.key)) return conclusionsOf(commands)
  track.otherwise ??= placeOf(state)
  const policy = { ...policyOf(track.start), judge: { agent: null, model: null } }
  const alone = { ...state, start: { ...track.start, policy } }
  return conclusionsOf(decide(alone, state.lastAt ?? '').commands)
}

function keysOf(all: Conclusion[]): string {
  return all.map(({ key }) => key).join('\n')
}
