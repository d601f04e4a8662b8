import type { EndedPass } from '../breaker.ts'
import type { EventData } from '../events.ts'
import { type StepIdentity, TAKEN_OVER } from '../identity.ts'
import { identityOf, testsStep } from '../kin.ts'
import { NOTHING_CHANGED } from '../pass-words.ts'
import { answeredStep } from '../recall.ts'
import { openIssues } from './issues.ts'
import type { View } from './strategy.ts'

type Work = EventData['work.collected']

/** Outside the loop a pass is a Maker's attempt that was collected, oldest first. */
export function attemptPasses(view: View): EndedPass[] {
  const works = Object.values(view.state.collected).filter((work) => isFirst(makerOf(view, work)))
  const sorted = works.sort((a, b) => a.attempt - b.attempt)
  const open = sorted.map((work) => openAfter(view, work))
  return sorted.map((work, at) => {
    const left = open[at]!
    const before = open[at - 1] ?? []
    return {
      pass: at + 1,
      check: wasRed(view, work) ? 'red' : 'green',
      claims_done: claimsDone(view, work),
      left,
      issues_found: left.length,
      issues_fixed: before.filter((each) => !left.includes(each)).length,
      facts: factsOf(view, work),
    }
  })
}

function makerOf({ state }: View, { step }: Work): StepIdentity {
  return identityOf(state, step) ?? TAKEN_OVER
}

function isFirst({ variant }: StepIdentity): boolean {
  return variant === null
}

/** The targeted retry for tests is part of the attempt. */
function headOf({ state }: View, work: Work): string {
  return state.collected[testsStep(state, work.step)]?.head ?? work.head
}

function openAfter(view: View, work: Work): string[] {
  const findings = openIssues(view, headOf(view, work)).flatMap((issue) =>
    issue.kind === 'finding' ? [`${issue.finding.severity}: ${issue.finding.description}`] : [],
  )
  const empty = work.files.length === 0 ? [NOTHING_CHANGED] : []
  return [...findings, ...empty, ...(wasRed(view, work) ? ['the checks were red'] : [])]
}

/** Checks that were not run, since a review holds something against the change, are not red. */
function wasRed(view: View, work: Work): boolean {
  const { cycle } = makerOf(view, work)
  return view.state.history.some((each) => each.cycle === cycle && each.green === false)
}

function claimsDone({ state }: View, { step }: Work): boolean {
  const contract = answeredStep(state, step)?.contract
  return contract?.status === 'DONE' && !contract.status_assumed
}

function factsOf(view: View, work: Work): EndedPass['facts'] {
  const call = answeredStep(view.state, work.step)
  const changed = headOf(view, work) !== work.start
  const own = work.files.filter(({ path }) => work.touched.includes(path))
  return {
    changed,
    tests_only: changed && own.length > 0 && own.every(({ test }) => test),
    research: view.start.domain === 'research',
    // What the checks of earlier attempts printed is not in the state; what their agents met is.
    errors: [],
    failed_tests: null,
    denials: call?.denials.length ?? 0,
    agent_errors: call?.work?.errors ?? [],
    repeats: call?.work?.repeats ?? null,
  }
}
