import type { Command } from '../commands.ts'
import { needText } from './gates.ts'
import { feedback } from './issues.ts'
import { settleNothing } from './settling.ts'
import { needStep, type StepWish, stepId } from './steps.ts'
import type { Decided, Rule, View } from './strategy.ts'
import { latestWork, makerStep, presentWork, roundSuffix } from './work.ts'

/** How often a role may come back with a question before the run gives up asking. */
const MAX_QUESTIONS = 3

export const plan: Rule = (view) => {
  const wish: StepWish = {
    role: 'creator',
    phase: 'plan',
    head: view.start.base,
    about: null,
    writes: false,
    note: null,
    suffix: '',
  }
  const creator = withAnswers(view, wish)
  // The baseline needs no agent and no plan: it runs while the Creator thinks.
  return Array.isArray(creator) ? [...needBaseline(view), ...creator] : creator
}

export const implement: Rule = (view) => {
  if (presentWork(view)) return null
  const before = view.state.round > 1 ? latestWork(view) : null
  return withAnswers(view, {
    role: 'maker',
    phase: 'do',
    head: before?.head ?? view.start.base,
    about: null,
    writes: true,
    note: before ? feedback(view, before.head) : null,
    suffix: roundSuffix(view.state.round),
  })
}

export const collectWork: Rule = (view) => {
  const step = makerStep(view, view.state.round)
  if (view.state.collected[step]) return settleNothing(view)
  const made = lastAnswered(view, step)
  const { attempt, head } = view.state.steps[made]!
  return [{ do: 'collect', key: `collect:${step}:${attempt}`, step, attempt, start: head }]
}

export const inspectWork: Rule = (view) => {
  const { head } = presentWork(view)!
  if (view.state.inspected[head]) return null
  return [{ do: 'inspect', key: `inspect:${head}`, head }]
}

/** The base's own checks, run once: what was red before is not this run's doing. */
export function needBaseline(view: View): Command[] {
  const { base } = view.start
  if (view.state.verified[`baseline:${base}`]) return []
  const key = `verify:baseline:${base}`
  return [{ do: 'verify', key, kind: 'baseline', commit: base, subject: base, head: null }]
}

/** NEEDS_CONTEXT is a question to the user; the answer goes into a further call of the same role. */
function withAnswers(view: View, wish: StepWish): Decided {
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
    const note = [wish.note, `The user answered your question:\n${answer.text}`].filter(Boolean).join('\n\n')
    present = { ...wish, note, suffix: [wish.suffix, `answer${asked + 1}`].filter(Boolean).join('-') }
  }
  return null
}

/** The Maker's last call of the round: the one after its questions were answered. */
function lastAnswered(view: View, step: string): string {
  let last = step
  for (let asked = 1; view.state.steps[`${step}-answer${asked}`]; asked++) last = `${step}-answer${asked}`
  return last
}
