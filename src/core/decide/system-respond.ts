import { rungOf } from '../ladder.ts'
import type { Signal } from '../state.ts'
import { needYes } from './gates.ts'
import { applied, historyOf, isAnswered } from './respond.ts'
import type { Decided, View } from './strategy.ts'
import { systemActions, textOf } from './system-actions.ts'

/** One rung for every signal about the run that nothing was done about yet: first its action, then a person. */
export function respondToSystem(view: View): Decided {
  const open = view.state.signals.filter((each) => each.layer === 'system' && !isAnswered(view, each))
  const repeated = open.find((signal) => rungOf(view.state, signal) !== 'correct')
  if (repeated) return pause(view, repeated)
  // Whoever is called again is told everything at once.
  const commands = open.flatMap((signal) => {
    const text = textOf(open.filter(({ step }) => step === signal.step))
    return systemActions[signal.shadow]!.carryOut(view, signal, text)
  })
  return commands.length > 0 ? commands : null
}

/** The second time the run pauses; from the third on it is put as what it then is, a fault of the whole. */
function pause(view: View, signal: Signal): Decided {
  if (view.start.options.yes) return [applied(signal, 'ask', 'went on: answered with --yes')]
  const same = view.state.signals.filter((each) => each.shadow === signal.shadow)
  const time = same.indexOf(signal) + 1
  const open = needYes(
    view,
    {
      kind: 'shadow',
      about: `${signal.shadow}-${time}`,
      question: time === 2 ? again(signal.shadow) : systemic(signal.shadow, time),
      evidence: same.flatMap(historyOf),
    },
    { exit: 10 },
  )
  return open ?? [applied(signal, 'ask', 'went on: a person said so')]
}

function again(shadow: string): string {
  return `It was corrected once, and it shows again (${shadow}). The run pauses here. Go on with it as it is?`
}

function systemic(shadow: string, time: number): string {
  return `This is a systemic issue: it shows for the ${time}${time === 3 ? 'rd' : 'th'} time in this run (${shadow}). Go on with it as it is?`
}
