import type { Command } from '../commands.ts'
import { lastAnswered } from '../recall.ts'
import { verificationOf } from '../verification.ts'
import { leaveNote } from './asking.ts'
import { needText } from './gates.ts'
import { goOnNote } from './research.ts'
import { needStep, type StepWish, stepId } from './steps.ts'
import type { Decided, Rule, View } from './strategy.ts'
import { presentWork } from './work.ts'

/** How often a role may come back with a question before the run gives up asking. */
const MAX_QUESTIONS = 3

/** Where no Explorer goes ahead (the pipeline, and a workflow without one), the Creator reflects first. */
export function creatorWish(view: View, over: Partial<StepWish> = {}): StepWish {
  const { base, strategy, workflows } = view.start
  return {
    role: 'creator',
    phase: 'plan',
    head: base,
    about: null,
    writes: false,
    reflects: strategy !== 'pdca' || !workflows[view.state.workflow]?.explores,
    ...over,
    note: joinNotes(over.note ?? null, goOnNote(view)),
  }
}

export function makerWish(view: View, over: Partial<StepWish> = {}): StepWish {
  const { base } = view.start
  return {
    role: 'maker',
    phase: 'do',
    head: base,
    about: null,
    writes: true,
    ...over,
    note: joinNotes(over.note ?? null, goOnNote(view), leaveNote(view)),
  }
}

/** What git says the Maker's step left; `null` once that is on the record. */
export function collectStep(view: View, step: string, from?: string): Decided {
  if (view.state.collected[step]) return null
  const { attempt, head } = view.state.steps[lastAnswered(view.state, step)]!
  return [{ do: 'collect', key: `collect:${step}:${attempt}`, step, attempt, start: from ?? head }]
}

export const inspectWork: Rule = (view) => {
  const { head } = presentWork(view)!
  if (view.state.inspected[head]) return null
  return [{ do: 'inspect', key: `inspect:${head}`, head }]
}

/** The base's own checks, run once: what was red before is not this run's doing. */
export function needBaseline(view: View): Command[] {
  const { base } = view.start
  if (verificationOf(view.state, 'baseline')) return []
  const key = `verify:baseline:${base}`
  return [{ do: 'verify', key, kind: 'baseline', commit: base, subject: base, head: null }]
}

/** The baseline needs no agent and no plan: it runs beside whoever thinks first. */
export function besideBaseline(view: View, decided: Decided): Decided {
  return Array.isArray(decided) ? [...needBaseline(view), ...decided] : decided
}

/** NEEDS_CONTEXT is a question to the user; the answer goes into a further call of the same role. */
export function withAnswers(view: View, wish: StepWish): Decided {
  let present = wish
  for (let asked = 0; asked <= MAX_QUESTIONS; asked++) {
    const open = needStep(view, present)
    if (open) return open
    const id = stepId(view, present)
    const contract = view.state.steps[id]?.contract
    if (contract?.status !== 'NEEDS_CONTEXT' || asked === MAX_QUESTIONS) return null
    const question = contract.notes ?? contract.summary ?? `${wish.role} needs more information.`
    const answer = needText(view, { kind: 'context', about: id, question, evidence: [] })
    if (answer === null || Array.isArray(answer) || !('text' in answer)) return answer
    const note = joinNotes(present.note, `You asked: ${question}\nThe user answered: ${answer.text}`)
    present = { ...wish, note, which: { ...wish.which, answer: asked + 1 } }
  }
  return null
}

export function joinNotes(...notes: (string | null)[]): string | null {
  return notes.filter(Boolean).join('\n\n') || null
}
