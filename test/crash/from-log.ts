import type { Command } from '../../src/core/commands.ts'
import { decide } from '../../src/core/decide/index.ts'
import type { Draft, WiggumEvent } from '../../src/core/events.ts'
import { applyEvent } from '../../src/core/fold.ts'
import { initialState, type RunState } from '../../src/core/state.ts'
import { behind } from '../golden/same-decisions.ts'

/** A run that is played from its own log: what came of a command there comes of it again. */

interface Play {
  state: RunState
  events: WiggumEvent[]
  /** What the log still has. */
  ahead: WiggumEvent[]
}

export interface Played extends Play {
  /** What was decided in the end and never came of anything in the log: it is done a second time. */
  stuck: string[]
}

const MAX_TURNS = 500

/** Folds what was written before the cut, says that it goes on, and plays on; `upTo` so many events, then it is cut again. */
export function resumeFrom(
  before: WiggumEvent[],
  ahead: WiggumEvent[],
  upTo = Number.POSITIVE_INFINITY,
): Played {
  const state = initialState('')
  for (const event of before) applyEvent(state, event)
  const play: Play = { state, events: [...before], ahead: [...ahead] }
  if (!state.start?.live)
    append(play, {
      type: 'run.resumed',
      data: { reason: 'it was interrupted', after: state.seq },
    })
  const begun = new Map<string, Command>()
  for (let turn = 0; turn < MAX_TURNS && !state.ended && play.events.length < before.length + upTo; turn++) {
    const now = play.ahead[0]?.ts ?? state.lastAt!
    const { commands } = decide(state, now)
    for (const command of commands) begun.set(command.key, command)
    if (goesOn(play, commands, begun)) continue
    return { ...play, stuck: commands.map(({ key }) => key) }
  }
  return { ...play, stuck: [] }
}

/** What needs no waiting, then what comes of any command, then what just happened. */
function goesOn(play: Play, commands: Command[], begun: Map<string, Command>): boolean {
  const record = commands.find((command) => command.do === 'record')
  if (record) {
    dropAlike(play, record.event)
    append(play, record.event)
    return true
  }
  const [first] = play.ahead
  if (first && behind(first) === null) return take(play, 0)
  const at = play.ahead.findIndex((event) => {
    const stands = behind(event)
    return (
      stands !== null && [...begun.values()].some((command) => stands(command) || endsAlike(command, event))
    )
  })
  if (at >= 0) return take(play, at)
  // What else was under way waits until a person has answered.
  const answer = play.ahead.findIndex(({ type }) => type === 'gate.answered')
  return commands.length === 0 && answer >= 0 && take(play, answer)
}

/** In other words, perhaps: they say what was spent. */
function endsAlike(command: Command, { type, data }: WiggumEvent): boolean {
  if (command.do !== 'finish' || type !== 'run.complete') return false
  return command.ending.status === data.status && command.ending.exit_code === data.exit_code
}

function take(play: Play, at: number): boolean {
  const [event] = play.ahead.splice(at, 1)
  play.events.push(event!)
  applyEvent(play.state, event!)
  return true
}

/** The log has it in its own words: what was spent, say, is another sum after a call that was cut off. */
function dropAlike({ ahead }: Play, draft: Draft): void {
  const alike = (event: WiggumEvent) => event.type === draft.type && nameOf(event.data) === nameOf(draft.data)
  const at = ahead.findIndex(alike)
  if (at >= 0) ahead.splice(at, 1)
}

/** What a record is about. */
function nameOf(data: object): string {
  const names = ['what', 'chosen', 'to', 'signal', 'rung', 'percent', 'state', 'finding', 'step', 'attempt']
  return names.map((name) => JSON.stringify(Reflect.get(data, name))).join(' ')
}

function append({ events, state }: Play, draft: Draft): void {
  const last = events.at(-1)!
  const { seq, ts, run_id, v } = last
  // The draft's data is that of its type; TypeScript does not see it through the union.
  const event = { v, run_id, ts, seq: seq + 1, phase: null, agent: null, parent: [], ...draft } as WiggumEvent
  events.push(event)
  applyEvent(state, event)
}
