import { asksForFix } from '../defect-task.ts'
import { testsStep } from '../kin.ts'
import { UNTESTED, type Untested, warningKey } from '../untested.ts'
import { isNearlySpent } from './boundaries.ts'
import { collectStep, makerWish, withAnswers } from './making.ts'
import { feedbackFor, lastCreator, wantsMiniExplorer } from './pdca-plan.ts'
import { needStep, stepId } from './steps.ts'
import { type Decided, type Rule, together, type View } from './strategy.ts'
import { makerStep } from './work.ts'

const MINI_MINUTES = 5

/** The Maker starts where the last cycle's left off; beside it, the mini-Explorer if the risks are not covered. */
export const implement: Rule = (view) => {
  const head = view.state.history.at(-1)?.head ?? view.start.base
  const maker = withAnswers(view, makerWish(view, { head, note: feedbackFor(view, 'maker') }))
  return together([maker, miniExplorer(view)])
}

/** Its result helps, its absence does not hinder: a mini-Explorer that fails, runs out of time or cannot be called is passed over. */
function miniExplorer(view: View): Decided {
  if (!wantsMiniExplorer(view)) return null
  const risks = lastCreator(view)?.contract?.risks ?? []
  const listed = risks.length > 0 ? risks.map((risk) => `- ${risk}`).join('\n') : 'none were named'
  const wish = {
    role: 'explorer',
    phase: 'do' as const,
    head: view.start.base,
    about: null,
    writes: false,
    minutes: MINI_MINUTES,
    note: `Look only at these risks of the plan. Is each one real, and what would guard against it?\n${listed}`,
    which: { variant: 'mini' as const },
  }
  const step = view.state.steps[stepId(view, wish)]
  if (step && step.outcome !== 'running') return null
  // The Maker enters the phase; two transitions would be one too many.
  if (view.state.phase !== 'do') return null
  const open = needStep(view, wish)
  return Array.isArray(open) && !open.some((command) => command.do === 'finish') ? open : null
}

export const collectWork: Rule = (view) => collectStep(view, makerStep(view, view.state.round))

/** No test file changed: one targeted retry if the plan has a test strategy, a warning otherwise. */
export const testFirst: Rule = (view) => {
  const step = makerStep(view, view.state.round)
  const retryStep = testsStep(view.state, step)
  const work = view.state.collected[step]!
  if (view.start.domain === 'writing' || work.head === work.start || work.files.some((file) => file.test))
    return null
  const strategy = lastCreator(view)?.contract?.test_strategy ?? []
  if (strategy.length === 0) return warnOnce(view, 'no-strategy')
  if (!view.state.steps[retryStep] && isNearlySpent(view)) return warnOnce(view, 'budget')
  const note = `The change has no test. Add the tests that the plan names, and change nothing else:\n${strategy.map((each) => `- ${each}`).join('\n')}`
  const fix = asksForFix(view.start.task) ? `${note}\n${AMONG_THEM}` : note
  const retry = withAnswers(
    view,
    makerWish(view, { head: work.head, note: fix, which: { variant: 'tests' } }),
  )
  if (retry) return retry
  const collected = collectStep(view, retryStep)
  if (collected) return collected
  const tested = view.state.collected[retryStep]!.files.some((file) => file.test)
  return tested ? null : warnOnce(view, 'no-test')
}

/** The call for the plan's tests is also the one for the test that shows a defect. */
const AMONG_THEM =
  'The task asks for a fix: one of them has to fail on the code as it was before the change and pass now. The supervisor runs it on both.'

function warnOnce({ state }: View, why: Untested): Decided {
  const { cycle, warnings } = state
  const key = warningKey(cycle, why)
  if (warnings.includes(key)) return null
  const rationale = `cycle ${cycle}: ${UNTESTED[why]}`
  const data = {
    what: 'test-first' as const,
    chosen: 'go on with a WARNING',
    alternatives: ['stop'],
    rationale,
  }
  return [{ do: 'record', key, event: { type: 'decision', phase: 'do', data } }]
}
