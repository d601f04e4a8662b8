import type { GateKind } from '../events.ts'
import { fnv1a64 } from '../fnv1a.ts'
import { gatePolicy } from '../gate-policy.ts'
import type { GateState } from '../state.ts'
import { type Decided, finish, type View } from './strategy.ts'

interface GateWish {
  kind: GateKind
  /** What the answer is about (a commit, a step): another one is another gate, and an answer does not carry over. */
  about: string
  question: string
  evidence: string[]
  choices?: string[]
}

/** `null` when the gate is answered with yes, or policy allows it. No answer yet: opened, or waited for. */
export function needYes(view: View, wish: GateWish, onNo: { exit: number }): Decided {
  const policy = gatePolicy(view.start, wish.kind)
  if (policy === 'allow' || policy === 'warn') return null
  if (policy === 'deny') return finish('refused', onNo.exit, `${wish.question} The configuration says no.`)
  const gate = view.state.gates[gateId(wish)]
  if (!gate) return open(wish)
  if (gate.answer === null) return []
  if (gate.answer === 'yes') return null
  return finish('refused', onNo.exit, refusal(gate))
}

/** A no, by a person or the configuration. */
export function isRefusal(decided: Decided): boolean {
  return Array.isArray(decided) && decided.some((command) => command.do === 'finish')
}

/** The gate's answer text once a person gave one; `[]` while waiting. */
export function needText(view: View, wish: GateWish): { text: string } | Decided {
  const gate = view.state.gates[gateId(wish)]
  if (!gate) return open({ ...wish, choices: ['answer'] })
  if (gate.answer === null) return []
  if (gate.answer === 'no') return finish('refused', 10, refusal(gate))
  return { text: gate.text ?? '' }
}

/** Which of the choices a person took. `help` is a choice like any other: whoever asks tells more and asks again. */
export function needChoice(view: View, wish: GateWish): { choice: string } | Decided {
  const gate = view.state.gates[gateId(wish)]
  if (!gate) return open(wish)
  return gate.answer === null ? [] : { choice: gate.answer }
}

function open(wish: GateWish): Decided {
  const { kind, question, evidence } = wish
  const gate = gateId(wish)
  return [
    {
      do: 'open-gate',
      key: `gate:${gate}`,
      gate,
      kind,
      question,
      choices: wish.choices ?? ['yes', 'no'],
      evidence,
    },
  ]
}

function gateId(wish: GateWish): string {
  return `${wish.kind}-${wish.about}`
}

/** A commit or tree, and what was shown about it: if either changes, the question is asked anew. */
export function aboutShown(id: string, evidence: string[]): string {
  return `${id.slice(0, 12)}-${fnv1a64(evidence.join('\n')).slice(0, 6)}`
}

function refusal(gate: GateState): string {
  const why = gate.text ? `: ${gate.text}` : ''
  return `answered no (${gate.kind})${why}`
}
