import type { PhaseScene } from '../../detectors/phase-scene.ts'
import { systemDetectors } from '../../detectors/system/index.ts'
import type { Command } from '../commands.ts'
import type { Signal } from '../state.ts'
import { isNearlySpent } from './boundaries.ts'
import { applied } from './respond.ts'
import type { View } from './strategy.ts'
import { presentWork } from './work.ts'

/** What a signal is about. Without an attempt it is settled by one correction, whatever comes of that. */
interface Subject {
  step: string | null
  attempt: number | null
}

interface Action {
  subject(view: View, scene: PhaseScene): Subject
  /** What is done about it the first time. */
  carryOut(view: View, signal: Signal, text: string): Command[]
}

/** One line, for nobody is called again. */
const STRENGTHENED = 'the lesson stands first from now on, with what was found again'

/** The Maker is called again, in its own conversation where that can go on, and its new work is looked at again. */
const callMaker: Action = {
  subject: (view) => {
    const { step, attempt } = presentWork(view)!
    return { step, attempt }
  },
  carryOut: (_, signal, text) => [applied(signal, 'correct', text)],
}

/** Every system shadow → what is done about it. A new rule of that layer needs a line here. */
export const systemActions: Record<string, Action> = {
  'system.scope-creep': callMaker,
  'system.gold-plating': callMaker,
  'system.tunnel-vision': {
    subject: (_, { reviews }) => {
      const reviewer = reviews.find(({ role }) => role === 'sage') ?? lastOther(reviews)
      return { step: reviewer.step, attempt: null }
    },
    carryOut: ({ state }, signal, text) => {
      const { attempt } = state.steps[signal.step!]!
      return [applied({ ...signal, attempt }, 'correct', text)]
    },
  },
  // `adversarial.ts` calls the Guardian; its earlier word stands beside the new one.
  'system.echo-chamber': {
    subject: (_, { reviews }) => {
      const reviewer = reviews.find(({ role }) => role === 'guardian') ?? reviews[0]!
      return { step: reviewer.step, attempt: null }
    },
    carryOut: (view, signal, text) => {
      const spent = isNearlySpent(view)
      const about = { ...signal, step: null }
      if (spent === null) return [applied(about, 'correct', text)]
      return [applied(about, 'stop', `not looked at again, for the budget is nearly spent (${spent})`)]
    },
  },
  // `research.ts` keeps further Explorers away, and tells whoever comes next.
  'system.analysis-paralysis': {
    subject: (_, { cycle }) => ({ step: `cycle-${cycle}`, attempt: null }),
    carryOut: (_, signal, text) => [applied({ ...signal, step: null }, 'correct', text)],
  },
  // From here on the lesson stands first in every prompt, with what was found again; see `lessons-text.ts`. What becomes
  // of it in the memory, `use.ts` says when the run has ended.
  'system.cargo-cult': {
    subject: (_, { cycle }) => ({ step: `lessons-${cycle}`, attempt: null }),
    carryOut: (_, signal) => [applied({ ...signal, step: null }, 'correct', STRENGTHENED)],
  },
  'system.broken-window': {
    subject: () => ({ step: null, attempt: null }),
    carryOut: (_, signal) => {
      const [, ...left] = evidenceOf(signal)
      const task = [correctionOf(signal), ...left.map((line) => `- ${line}`)].join('\n')
      return [{ do: 'queue-task', key: `queue:${signal.id}`, signal: signal.id, shadow: signal.shadow, task }]
    },
  },
}

/** The Guardian's word decides who is called at all: somebody else is asked again where there is one. */
function lastOther(reviews: PhaseScene['reviews']): PhaseScene['reviews'][number] {
  return reviews.findLast(({ role }) => role !== 'guardian') ?? reviews.at(-1)!
}

export function subjectOf(view: View, shadow: string, scene: PhaseScene): Subject {
  return systemActions[shadow]!.subject(view, scene)
}

/** What was seen, and what to do about it. */
export function textOf(signals: Signal[]): string {
  const parts = signals.flatMap((signal) => [
    ...evidenceOf(signal).map((line) => `- ${line}`),
    correctionOf(signal),
  ])
  return ['The run was looked at as a whole, and this stood out:', ...parts].join('\n')
}

function evidenceOf({ triggers }: Signal): string[] {
  return triggers.flatMap(({ evidence }) => evidence)
}

function correctionOf({ shadow }: Signal): string {
  return systemDetectors.find((rule) => rule.shadow === shadow)?.correction ?? ''
}
