import { asksForFix } from '../defect-task.ts'
import type { GateKind } from '../events.ts'
import { gatePolicy } from '../gate-policy.ts'
import { proofOf } from '../proof.ts'
import { verificationOf } from '../verification.ts'
import { isNearlySpent } from './boundaries.ts'
import { aboutShown, needYes } from './gates.ts'
import { collectStep, makerWish, needBaseline, withAnswers } from './making.ts'
import type { Decided, Rule, View } from './strategy.ts'
import { makerStep, presentWork } from './work.ts'

const GATE: GateKind = 'unproven'

/** What the Maker is asked for where a fix is shown by nothing. */
export const SHOW_DEFECT =
  'The task asks for a fix, and nothing shows it yet. Add a test that fails on the code as it was before the change and passes now: the supervisor runs it on both. It has to fail for the reason that the task gives, not because something new is missing. Change nothing else.'

/** Whether work that nothing was red before must not simply land: it changes code, and the task says that something is wrong. */
function mustBeProven(view: View): boolean {
  const { start } = view
  if (!changesCode(view) || start.domain === 'writing') return false
  const policy = gatePolicy(start, GATE)
  if (policy === 'auto') return asksForFix(start.task) || isBaseRed(view)
  return policy === 'ask' || policy === 'deny'
}

export function changesCode(view: View): boolean {
  const work = presentWork(view)
  return work !== null && (view.state.inspected[work.head]?.executable ?? []).length > 0
}

function isBaseRed({ state }: View): boolean {
  return verificationOf(state, 'baseline')?.green === false
}

/**
 * Before anybody reads it: a fix without any test gets one call for the test that shows the defect. Where the project's own checks
 * were red before, they show it.
 */
export const askForTest: Rule = (view) => {
  const work = presentWork(view)!
  if (!mustBeProven(view) || work.files.some((file) => file.test)) return null
  const { state, start } = view
  const baseline = verificationOf(state, 'baseline')
  if (!baseline && !start.live) return needBaseline(view)
  return baseline?.green === false ? null : callForTest(view, SHOW_DEFECT)
}

/** After the checks: its tests are green on the old code too, or cannot be loaded there. */
export const askForProof: Rule = (view) => {
  const proof = proofOf(view.state)
  if (proof?.kind !== 'unbroken' || !mustBeProven(view)) return null
  const looked = proof.short.map((each) => `- ${each}`).join('\n')
  return callForTest(view, looked === '' ? SHOW_DEFECT : `${SHOW_DEFECT}\nWhat was looked at:\n${looked}`)
}

/** One such call in a run, whoever asked for it first. `null` once it was made and its work was taken over. */
function callForTest(view: View, note: string): Decided {
  const step = makerStep(view, view.state.round)
  const retry = makerStep(view, view.state.round, 'tests')
  if (!view.state.steps[retry] && (wasAsked(view) || isNearlySpent(view))) return null
  const { head } = view.state.collected[step]!
  const open = withAnswers(
    view,
    makerWish(view, { head, note, which: { round: view.state.round, variant: 'tests' } }),
  )
  return open ?? collectStep(view, retry)
}

function wasAsked({ state }: View): boolean {
  return Object.values(state.steps).some(
    ({ identity }) => identity.variant === 'tests' && identity.answer === 0,
  )
}

/** A pass of the loop that has nothing else to do: it is told once. */
export function unshownDefect(view: View): string[] {
  const { state } = view
  if (proofOf(state)?.kind !== 'unbroken' || !mustBeProven(view)) return []
  const told = state.passes.some(({ pass, left }) => pass < state.round && left.includes(UNSHOWN))
  return told || state.round >= state.maxRounds ? [] : [UNSHOWN]
}

export const UNSHOWN = 'nothing shows the fix: no test or command was red before the change'

/** Nobody could show it: a person says whether it lands. */
export function unproven(view: View): Decided {
  const { state, start } = view
  const proof = proofOf(state)
  if (proof?.kind !== 'unbroken' || !mustBeProven(view)) return null
  const checks = verificationOf(state, 'merged')!.checks.map(({ command }) => command)
  const tests = presentWork(view)!.files.filter((file) => file.test && file.change !== 'deleted')
  const evidence = [
    `green, and nothing was red before: ${checks.join(', ')}`,
    ...proof.short,
    ...(tests.length === 0 ? ['the change brings no test'] : []),
    ...(wasAsked(view) ? ['the Maker was asked for a test that shows the defect'] : []),
    'not looked at: whether the code now does what the task asks for',
  ]
  const question = `The checks are green, and were before: nothing shows that this fixes anything. ${start.live ? 'Accept it' : 'Land it'} all the same?`
  const about = aboutShown(state.merge!.tree, evidence)
  return needYes(view, { kind: GATE, about, question, evidence }, { exit: 10 })
}

/** For an ending: what the green checks say. */
export function proofWords({ state }: Pick<View, 'state'>): string {
  const proof = proofOf(state)
  if (!proof) return ''
  if (proof.kind === 'unbroken') return '; unbroken: nothing was red before the change'
  return `; proven: red before and green now: ${proof.by.slice(0, 3).join(', ')}`
}
