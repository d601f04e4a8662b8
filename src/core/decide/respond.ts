import { archetypeDetectors } from '../../detectors/archetype/index.ts'
import { traceDetectors } from '../../detectors/trace/index.ts'
import type { Command } from '../commands.ts'
import { manyShadows, rungOf } from '../ladder.ts'
import type { Signal } from '../state.ts'
import { breakOnShadow } from './breaks.ts'
import { needYes } from './gates.ts'
import type { Decided, View } from './strategy.ts'

/** Signals about one step: whoever plays it is told, replaced, or asked about. */
const CLIMBS = new Set<Signal['layer']>(['archetype', 'stagnation'])

/** One rung of the ladder for every signal about a role that nothing was done about yet, oldest first. */
export function respond(view: View): Decided {
  const { signals } = view.state
  if (signals.length === 0) return null
  const halted = breakOnShadow(view) ?? askAboutMany(view)
  if (halted) return halted
  for (const signal of signals) {
    if (!CLIMBS.has(signal.layer) || isAnswered(view, signal)) continue
    const decided = climb(view, signal)
    if (decided) return decided
  }
  return null
}

export function isAnswered({ state }: View, signal: Signal): boolean {
  return state.corrections.some((each) => each.signal === signal.id)
}

function climb(view: View, signal: Signal): Decided {
  const rung = rungOf(view.state, signal)
  if (rung === 'ask') return askAbout(view, signal)
  return [applied(signal, rung, correctionText(view, signal))]
}

export function applied(signal: Signal, rung: 'correct' | 'replace' | 'ask' | 'stop', text: string): Command {
  const { id, shadow, layer, step, attempt } = signal
  const data = { signal: id, shadow, layer, rung, step, attempt, text }
  return { do: 'record', key: `correction:${id}`, event: { type: 'correction.applied', data } }
}

/** What the agent is told: what was seen, and what to do about it. */
function correctionText({ start }: View, signal: Signal): string {
  const rules = signal.triggers.map(({ detector, evidence }) => {
    const rule = [...archetypeDetectors, ...traceDetectors, ...(start.detectors ?? [])].find(
      ({ id }) => id === detector,
    )
    return { seen: evidence.join('; '), todo: rule?.correction ?? '' }
  })
  const todo = [...new Set(rules.map(({ todo }) => todo).filter(Boolean))]
  return [
    signal.layer === 'stagnation'
      ? 'You were stopped in the middle of your work, because this stood out:'
      : 'Your last answer was looked at, and this stood out:',
    ...rules.map(({ seen }) => `- ${seen}`),
    ...todo,
  ].join('\n')
}

/** Seen a third time in the run: whoever plays the role, it comes back, so the task itself is in question. */
function askAbout(view: View, signal: Signal): Decided {
  const same = view.state.signals.filter((each) => each.shadow === signal.shadow)
  if (view.start.options.yes) return [applied(signal, 'ask', 'went on: answered with --yes')]
  const open = needYes(
    view,
    {
      kind: 'shadow',
      about: `${signal.shadow}-${same.indexOf(signal) + 1}`,
      question: `The ${signal.archetype} has been corrected and replaced, and the same shows again (${signal.shadow}). The task may need another scope. Go on with it as it is?`,
      evidence: same.flatMap(historyOf),
    },
    { exit: 10 },
  )
  return open ?? [applied(signal, 'ask', 'went on: a person said so')]
}

function askAboutMany(view: View): Decided {
  const shadows = manyShadows(view.state)
  if (shadows.length === 0 || view.start.options.yes) return null
  const seen = view.state.signals.filter((each) => each.cycle === view.state.cycle)
  return needYes(
    view,
    {
      kind: 'shadow',
      about: `cycle-${view.state.cycle}`,
      question: `${shadows.length} different things went wrong in this cycle (${shadows.join(', ')}). Go on with it as it is?`,
      evidence: seen.flatMap(historyOf),
    },
    { exit: 10 },
  )
}

export function historyOf(signal: Signal): string[] {
  return signal.triggers.map(({ evidence }) => `${signal.step ?? 'the run'}: ${evidence.join('; ')}`)
}
