import type { Config } from '../../config/schema.ts'
import type { Command, Decision, Ending, VerifyKind } from '../commands.ts'
import { CHOICES } from '../events/run.ts'
import type { EventData, Phase } from '../events.ts'
import { artifactOf } from '../identity.ts'
import type { RunState } from '../state.ts'

/**
 * A strategy is a list of rules. The first rule that has something to say decides; a later rule may rely on
 * every earlier one having been silent.
 */
export interface Strategy {
  name: string
  /** Phase → the word the screen shows for it. */
  stages: Record<string, string>
  rules: Rule[]
}

export type Rule = (view: View) => Decided

/** Commands to perform (possibly none: something is in flight or waited for), or `null`: not my business. */
export type Decided = Command[] | Wait | null

interface Wait {
  wakeAt: string
  /** For what, in words. */
  why: string
}

export interface View {
  state: RunState
  start: EventData['run.start']
  policy: Config
  now: string
}

export const NOTHING: Decision = { commands: [], wakeAt: null, why: null }

/** `null`: there is nothing to decide, before a run has started or after it has ended. */
export function viewOf(state: RunState, now: string): View | null {
  if (!state.start || state.ended) return null
  // `run.start` holds the resolved configuration as plain data; it was checked when it was loaded.
  const policy = state.start.policy as unknown as Config
  return { state, start: state.start, policy, now }
}

export function decideBy(strategy: Strategy, view: View): Decision {
  for (const rule of [sayChoices, ...strategy.rules]) {
    const decided = rule(view)
    if (decided === null) continue
    return Array.isArray(decided)
      ? { commands: decided, wakeAt: null, why: null }
      : { commands: [], ...decided }
  }
  return NOTHING
}

/** What was chosen at the start, with what else there was, comes first in the log. */
const sayChoices: Rule = ({ state, start }) => {
  const open = CHOICES.flatMap((what): Command[] => {
    const choice = start.choices[what]
    if (!choice || state.decisions.some((each) => each.what === what)) return []
    return [{ do: 'record', key: `choice:${what}`, event: { type: 'decision', data: { what, ...choice } } }]
  })
  return open.length === 0 ? null : open
}

export function finish(
  status: string,
  exit_code: number,
  reason: string,
  head: string | null = null,
): Command[] {
  const ending: Ending = { status, exit_code, reason, head }
  return [{ do: 'finish', key: 'finish', ending }]
}

/** Which checks, of what; `subject` is what their result holds for. */
export function verify(view: View, kind: VerifyKind, what: { commit: string; subject: string }): Command[] {
  const { head } = view.state.merge!
  return [{ do: 'verify', key: `verify:${kind}:${what.subject}`, kind, ...what, head }]
}

/** Several wishes at once: all their commands; a wait only while nothing else is to be done. */
export function together(all: Decided[]): Decided {
  const open = all.filter((decided) => decided !== null)
  if (open.length === 0) return null
  const commands = open.flatMap((decided) => (Array.isArray(decided) ? decided : []))
  const ending = commands.find((command) => command.do === 'finish')
  if (ending) return [ending]
  const waits = open.flatMap((decided) => (Array.isArray(decided) ? [] : [decided]))
  const [first] = waits.sort((a, b) => (a.wakeAt < b.wakeAt ? -1 : 1))
  return commands.length === 0 && first ? first : commands
}

/** The phase is entered, on the record, before anything is done in it. */
export function inPhase(view: View, phase: Phase, commands: Command[]): Command[] {
  const from = view.state.phase
  if (from === phase) return commands
  const data = { from, to: phase, artifacts_so_far: artifactsSoFar(view.state) }
  return [{ do: 'record', key: `phase:${from}:${phase}`, event: { type: 'phase.transition', phase, data } }]
}

function artifactsSoFar(state: RunState): string[] {
  const done = Object.values(state.steps).filter((step) => step.outcome === 'complete')
  const names = done.map((step) => artifactOf(step.identity))
  return [...new Set(names)].sort()
}
