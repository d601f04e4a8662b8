import type { DecisionName, EventData } from '../core/events.ts'
import type { RunState, Signal } from '../core/state.ts'
import { breakerStory } from './breaker-story.ts'
import { roleTitle } from './words.ts'

/** Decisions that are answers to something that went wrong. */
const ANSWERS: Partial<Record<DecisionName, string>> = {
  'fix-round': 'one targeted fix was given',
  'A1-escalation': 'the workflow was made more thorough',
  'A3-upgrade': 'the workflow was made more thorough',
  'agent-fallback': 'another agent took over',
  'test-first': 'the tests were asked for',
}

/** What rules saw in a run, and what was done about it, oldest first. */
export function signalStory(state: RunState): { seen: string[]; tried: string[] } {
  const loop = breakerStory(state)
  return {
    seen: [...state.signals.map((signal) => seenWords(state, signal)), ...loop.seen],
    tried: [...tried(state), ...loop.tried],
  }
}

function seenWords(state: RunState, signal: Signal): string {
  const who = signal.archetype ? roleTitle(signal.archetype, state.start) : 'the run'
  const evidence = signal.triggers.flatMap((each) => each.evidence).join('; ')
  return `cycle ${signal.cycle}, ${who}, ${signal.shadow}: ${evidence}`
}

function tried(state: RunState): string[] {
  const decided = state.decisions
    .filter(({ what }) => ANSWERS[what])
    .map(({ what, rationale }) => `${ANSWERS[what]}: ${rationale}`)
  const corrected = state.corrections.map((each) => correctionWords(state, each))
  const asked = Object.values(state.gates).map(
    ({ question, answer, text, by }) =>
      `you were asked: ${question} ${answer === null ? 'Nobody has answered yet' : `Answered ${text ?? answer} (by ${by})`}`,
  )
  return [...decided, ...corrected, ...asked]
}

function correctionWords(state: RunState, correction: EventData['correction.applied']): string {
  const { step, rung, shadow, text } = correction
  const role = step === null ? undefined : state.steps[step]?.role
  const who = role ? `the ${roleTitle(role, state.start)}` : 'the run'
  if (role && rung === 'correct') return `${shadow}: ${who} was told and called again`
  if (role && rung === 'replace')
    return `${shadow}: a fresh agent took over as ${roleTitle(role, state.start)}`
  return `${shadow}: ${text}`
}
