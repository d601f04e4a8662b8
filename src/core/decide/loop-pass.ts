import { errorSignature } from '../../steps/error-signature.ts'
import { driftWords } from '../drift/realign.ts'
import type { EventData } from '../events.ts'
import { failedTests } from '../failed-tests.ts'
import { NOTHING_CHANGED } from '../pass-words.ts'
import { openTodos, todosOfCall } from '../todos.ts'
import { verificationOf } from '../verification.ts'
import { openIssues } from './issues.ts'
import { driftOfPass } from './loop-drift.ts'
import { lastCall, type Stop, stopOf } from './loop-stops.ts'
import { countedReview } from './reviewing.ts'
import { askAboutRed, isOldRed } from './settling.ts'
import { unshownDefect } from './show-defect.ts'
import type { Decided, View } from './strategy.ts'
import { makerStep, presentWork } from './work.ts'

type PassData = EventData['pass.complete']

/** What keeps a pass from being the last one, in words; empty: the work is proven. */
export function leftOver(view: View): string[] {
  const issues = openIssues(view, presentWork(view)!.head)
  return [
    ...issues.map((issue) => {
      if (issue.kind === 'red') return redWords(issue)
      if (issue.kind === 'finding') return `${issue.finding.severity}: ${issue.finding.description}`
      return NOTHING_CHANGED
    }),
    ...driftsIn(view),
    ...unshownDefect(view),
    ...unsaid(view),
    ...stopWords(stopOf(view)),
    ...movedWords(view),
  ]
}

/** Where a promise was asked for, that is the agent's word; else its own list is. */
export function unsaid(view: View): string[] {
  const promise = view.start.live?.promise ?? null
  const call = lastCall(view)
  if (promise === null) return openTodos(call).map(({ content }) => `to do: ${content}`)
  return call?.promised ? [] : [`the promise was not made: <promise>${promise}</promise>, alone on a line`]
}

/** What was read is no longer what is there. */
function movedWords({ state }: View): string[] {
  return state.moved !== null && state.moved.from === state.merge?.head
    ? [`changed after it was checked: ${state.moved.files.join(', ')}`]
    : []
}

/** Work that was broken off may be whole by chance; whoever did it has not said so. */
function stopWords(stop: Stop | null): string[] {
  if (!stop) return []
  return [stop.kind === 'blocked' ? `blocked: ${stop.why}` : `the agent did not finish: ${stop.why}`]
}

/** Who is off the task is not done, however green it is. */
function driftsIn(view: View): string[] {
  const drift = driftOfPass(view)
  return drift ? [driftWords(drift)] : []
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
    started_at: startOf(view),
    head: presentWork(view)!.head,
    check: isRed(view) ? 'red' : 'green',
    review: review?.verdict ?? null,
    claims_done: contract?.status === 'DONE' && !contract.status_assumed,
    left,
    issues_found: left.length,
    issues_fixed: before.filter((each) => !left.includes(each)).length,
    todos: todosOfCall(lastCall(view)),
    facts: factsOf(view),
  }
}

/** A pass may have several calls: it began with the first. */
function startOf(view: View): string {
  const { figures, steps, round } = view.state
  const first = figures.findLast(({ pass }) => pass === round)?.startedAt
  return first ?? steps[makerStep(view, round)]?.startedAt ?? view.now
}

/** Evidence of the supervisor's own: git, and the checks it ran. */
function factsOf(view: View): PassData['facts'] {
  const work = presentWork(view)!
  const changed = work.head !== work.start
  const own = work.files.filter(({ path }) => work.touched.includes(path))
  const red = openIssues(view, work.head).flatMap((issue) => (issue.kind === 'red' ? [issue] : []))
  const call = lastCall(view)
  const stop = stopOf(view)
  return {
    changed,
    tests_only: changed && own.length > 0 && own.every(({ test }) => test),
    research: view.start.domain === 'research',
    errors: red.flatMap(({ tail }) => errorSignature(tail) ?? []),
    failed_tests: red.length > 0 ? failedTests(checksOf(view)) : null,
    denials: call?.denials.length ?? 0,
    agent_errors: call?.work?.errors ?? [],
    repeats: call?.work?.repeats ?? null,
    failed: stop?.kind === 'failed' ? stop.why : null,
    blocked: stop?.kind === 'blocked' ? stop.why : null,
  }
}

function checksOf({ state }: View): EventData['verify.complete']['checks'] {
  return verificationOf(state, 'merged')?.checks ?? []
}
