import type { EventData } from '../core/events.ts'
import { figuresAt } from '../core/fold-passes.ts'
import { reviewsAbout } from '../core/reviews-about.ts'
import type { PassFigures, RunState } from '../core/state.ts'
import { verificationOf } from '../core/verification.ts'
import { errorSignature } from '../steps/error-signature.ts'
import { passOf, todosOf } from './state-document.ts'

/** What one pass came to, as it is kept beside its patch. */
export interface PassResult {
  pass: number
  claims_done: boolean
  check: 'green' | 'red' | null
  review: string | null
  left: string[]
  /** What the end of the pass will say; `null`: what was noted on the way counts. */
  settled: PassFigures['settled']
  errors: { signature: string; file: string | null; source: 'checks' | 'agent' }[]
}

/** The JSON files of a pass by name, from the log alone: made again they are the same. */
export function passArtifacts(state: RunState, result: PassResult): Record<string, unknown> {
  const { errors, ...signals } = result
  const iteration = result.pass
  return {
    'errors.json': errors.map((error) => ({ iteration, ...error })),
    'metrics.json': metrics(state, result),
    'completion_signals.json': {
      iteration,
      claims_done: signals.claims_done,
      check: signals.check,
      review: signals.review,
      todos: todosOf(state),
      drift_detected: state.drifts.some(({ pass }) => pass === iteration),
      left: signals.left,
      complete: signals.left.length === 0 && signals.check === 'green',
    },
  }
}

function metrics(state: RunState, { pass: iteration, settled }: PassResult): object {
  const at = state.figures.findLastIndex(({ pass }) => pass === iteration)
  const pass = state.figures[at]
  if (!pass) return { iteration }
  const { ms, tokens } = figuresAt(state, pass, state.lastAt ?? pass.startedAt)
  // It is written while the pass still has to end.
  const { pass_number: _, completed_at: __, issues_found, issues_fixed, ...rest } = passOf(state, at)
  return {
    iteration,
    duration_ms: ms,
    tokens,
    issues_found: settled?.found ?? issues_found,
    issues_fixed: settled?.fixed ?? issues_fixed,
    ...rest,
    agent_steps: state.steps[pass.step]?.work ?? null,
  }
}

/** A pass of the loop, as `pass.complete` has it. */
export function loopPass(state: RunState, data: EventData['pass.complete']): PassResult {
  const { pass, claims_done, check, review, left, facts } = data
  const agent = (facts.agent_errors ?? []).map((signature) => ({
    signature,
    file: null,
    source: 'agent' as const,
  }))
  const settled = { found: data.issues_found, fixed: data.issues_fixed }
  return { pass, claims_done, check, review, left, settled, errors: [...checkErrors(state), ...agent] }
}

/** An attempt of the Maker elsewhere: what is held against it is what the log noted while it was read and checked. */
export function makerPass(state: RunState, figures: PassFigures, head: string): PassResult {
  const { pass, issues, step } = figures
  const contract = state.steps[step]?.contract
  const checks = issues.checks ?? null
  const verdicts = reviewsAbout(state, head).map(({ verdict }) => verdict)
  const isLast = state.figures.at(-1) === figures
  return {
    pass,
    claims_done: contract?.status === 'DONE' && !contract.status_assumed,
    check: checks === null ? null : checks.length > 0 ? 'red' : 'green',
    review: verdicts.find((verdict) => verdict !== 'APPROVED') ?? verdicts[0] ?? null,
    left: [...new Set(Object.values(issues).flat())],
    settled: null,
    errors: isLast ? checkErrors(state) : [],
  }
}

/** What failed in the supervisor's own checks of the last merge. */
function checkErrors(state: RunState): PassResult['errors'] {
  const checks = verificationOf(state, 'merged')?.checks ?? []
  return checks.flatMap(({ exit, tail }) => {
    const signature = exit === 0 ? null : errorSignature(tail)
    return signature === null ? [] : [{ signature, file: placeIn(tail), source: 'checks' as const }]
  })
}

/** The first file and line that the output names; programs of the machine are none of the project's. */
function placeIn(tail: string): string | null {
  const places = tail.matchAll(/(?:^|[\s("'[])((?:\.{0,2}\/)?[\w@.-][\w@./-]*\.[A-Za-z]\w{0,5}:\d+)/g)
  return [...places].map(([, place]) => place!).find((place) => !place.includes('node_modules/')) ?? null
}
