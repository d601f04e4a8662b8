import type { EventData } from '../core/events.ts'
import type { RunState, Signal } from '../core/state.ts'
import { detectors } from '../detectors/index.ts'
import { roleTitle } from './words.ts'

/** Signals and what was done about them, as a person reads them. */

type Correction = EventData['correction.applied']

/** "Maker: far more files than planned". */
export function signalWords(
  signal: Pick<Signal, 'archetype' | 'shadow' | 'triggers'>,
  state: RunState,
): string {
  const who = signal.archetype === null ? 'the run' : roleTitle(signal.archetype, state.start)
  const titles = signal.triggers.map(({ detector }) => titleOf(detector, state) ?? signal.shadow)
  return `${who}: ${[...new Set(titles)].join('; ')}`
}

export function correctionWords({ rung, step, text, layer }: Correction, state: RunState): string {
  // A limit calls nobody again.
  if (layer === 'boundary') return text
  const role = roleTitle(step === null ? '' : (state.steps[step]?.role ?? ''), state.start)
  switch (rung) {
    case 'correct':
      return step === null ? `corrected${aside(text)}` : `corrected: the ${role} is called again`
    case 'replace':
      return `replaced: a fresh ${role} is called`
    case 'ask':
    case 'stop':
      return text
  }
}

/** Everything that was done about a signal; what nobody did anything about says so. */
export function answersTo(signal: Signal, state: RunState): string {
  const done = state.corrections.filter((each) => each.signal === signal.id)
  return done.map((each) => correctionWords(each, state)).join('; ') || 'nothing yet'
}

/** What an agent is told is long and in its prompt; what the supervisor did itself is one line. */
function aside(text: string): string {
  return text.includes('\n') ? ', and on' : `: ${text}`
}

function titleOf(id: string, { start }: RunState): string | undefined {
  return [...detectors, ...(start?.detectors ?? [])].find((rule) => rule.id === id)?.title
}
