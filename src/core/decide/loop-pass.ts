import { errorSignature } from '../../steps/error-signature.ts'
import type { Contract, EventData } from '../events.ts'
import { failedTests } from '../failed-tests.ts'
import { lastAnswered } from '../recall.ts'
import type { StepState } from '../state.ts'
import { openIssues } from './issues.ts'
import { countedReview } from './reviewing.ts'
import { askAboutRed, isOldRed } from './settling.ts'
import type { Decided, View } from './strategy.ts'
import { makerStep, presentWork } from './work.ts'

type PassData = EventData['pass.complete']

/** What keeps a pass from being the last one, in words; empty: the work is proven. */
export function leftOver(view: View): string[] {
  const issues = openIssues(view, presentWork(view)!.head)
  const todos = todosOf(view).filter(({ status }) => status !== 'completed')
  return [
    ...issues.map((issue) => {
      if (issue.kind === 'red') return redWords(issue)
      if (issue.kind === 'finding') return `${issue.finding.severity}: ${issue.finding.description}`
      return 'nothing was changed'
    }),
    ...todos.map(({ content }) => `to do: ${content}`),
  ]
}

/** With what failed in it: an error that gives way to another one is progress. */
function redWords({ reason, tail }: { reason: string; tail: string }): string {
  const signature = errorSignature(tail)
  return signature === null ? reason : `${reason}: ${signature}`
}

export function isRed(view: View): boolean {
  return openIssues(view, presentWork(view)!.head).some(({ kind }) => kind !== 'finding')
}

/** Red is all that is left, and it was red before: the work may be done all the same. */
export function onlyOldRed(view: View): boolean {
  const issues = openIssues(view, presentWork(view)!.head)
  return leftOver(view).length === issues.length && isOldRed(view, issues)
}

/** `null`: a person, or the configuration, lets it land as it is. */
export function askAboutOldRed(view: View): Decided {
  return askAboutRed(view, openIssues(view, presentWork(view)!.head))
}

/** A pass as the log keeps it. What was fixed is what the pass before had open and this one has not. */
export function passData(view: View): PassData {
  const { state } = view
  const left = leftOver(view)
  const before = state.passes.at(-1)?.left ?? []
  const contract = lastCall(view)?.contract
  const review = countedReview(view, 'sage')
  return {
    pass: state.round,
    max_passes: state.maxRounds,
    started_at: state.steps[makerStep(view, state.round)]?.startedAt ?? view.now,
    head: presentWork(view)!.head,
    check: isRed(view) ? 'red' : 'green',
    review: review?.verdict ?? null,
    claims_done: contract?.status === 'DONE' && !contract.status_assumed,
    left,
    issues_found: left.length,
    issues_fixed: before.filter((each) => !left.includes(each)).length,
    todos: todosOf(view),
    facts: factsOf(view),
  }
}

/** Evidence of the supervisor's own: git, and the checks it ran. */
function factsOf(view: View): PassData['facts'] {
  const work = presentWork(view)!
  const changed = work.head !== work.start
  const own = work.files.filter(({ path }) => work.touched.includes(path))
  const red = openIssues(view, work.head).flatMap((issue) => (issue.kind === 'red' ? [issue] : []))
  return {
    changed,
    tests_only: changed && own.length > 0 && own.every(({ test }) => test),
    research: view.start.domain === 'research',
    errors: red.flatMap(({ tail }) => errorSignature(tail) ?? []),
    failed_tests: red.length > 0 ? failedTests(checksOf(view)) : null,
    denials: lastCall(view)?.denials.length ?? 0,
  }
}

function todosOf(view: View): Contract['todos'] {
  return lastCall(view)?.contract?.todos ?? []
}

/** The call that did the pass's work: a question that came before it did none. */
function lastCall(view: View): StepState | undefined {
  const { state } = view
  return state.steps[lastAnswered(state, makerStep(view, state.round))]
}

function checksOf({ state }: View): EventData['verify.complete']['checks'] {
  return state.verified[`merged:${state.merge?.tree}`]?.checks ?? []
}
