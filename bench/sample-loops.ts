import type { Draft, EventData, Phase } from '../src/core/events.ts'
import { callOf, collected, inspected, sampleStart, verified } from './sample-events.ts'

/** Loops of very many passes. All get on by the rules they had; in every third two passes running get nowhere. */

const NO_PROGRESS = { every: 3, after: 0.6 }

export function* loopDrafts(count: number, seed: number): Generator<Draft> {
  const start = startOf()
  yield start
  yield {
    type: 'verify.complete',
    data: { ...verified(id(0), start.data.base), kind: 'baseline', green: true, checks: [] },
  }
  const end = endOf(seed)
  const still = seed % NO_PROGRESS.every === 0 ? Math.floor((count / 13) * NO_PROGRESS.after) : 0
  for (let made = 2 + end.length, pass = 1; made < count; pass++) {
    for (const draft of passOf(pass, pass === still).slice(0, count - made)) {
      made++
      yield draft
    }
  }
  yield* end
}

function startOf(): Extract<Draft, { type: 'run.start' }> {
  const { type, data } = sampleStart() as Extract<Draft, { type: 'run.start' }>
  return {
    type,
    data: { ...data, strategy: 'loop', loop: { max_passes: 5000, suppressed: null, accept: false } },
  }
}

/** Every other one succeeds. */
function endOf(seed: number): Draft[] {
  const [status, exit_code] = seed % 2 === 0 ? ['landed', 0] : ['findings-open', 10]
  const counts = { cycles: 1, agents_total: 0, fixes_total: 0, head: null }
  return [{ type: 'run.complete', data: { status, exit_code, reason: 'as it is', ...counts } }]
}

function passOf(pass: number, isStill: boolean): Draft[] {
  const step = pass > 1 ? `1-do-maker-${pass}` : '1-do-maker'
  const head = id(pass)
  const start = id(pass - 1)
  const tree = id(pass + 7)
  const at = { step, attempt: pass }
  return [
    ...(pass > 1 ? [nextPass(pass)] : []),
    moved('do'),
    ...callOf('do', 'maker', { round: pass, head: start, findings: [] }).map((draft) => named(draft, at)),
    { type: 'agent.session', data: { ...at, session: '0b6f0c9e-6a55', problem: null } },
    { type: 'work.collected', phase: 'do', data: { ...collected(pass), ...at, start, head } },
    { type: 'work.inspected', phase: 'do', data: inspected(head) },
    moved('act'),
    { type: 'merge.built', phase: 'act', data: { head, onto: start, commit: head, tree, method: 'no-ff' } },
    { type: 'verify.start', phase: 'act', data: { kind: 'merged', commit: head } },
    { type: 'verify.complete', phase: 'act', data: verified(head, tree) },
    { type: 'pass.complete', phase: 'act', data: passData(pass, head, isStill) },
  ]
}

function passData(pass: number, head: string, isStill: boolean): EventData['pass.complete'] {
  const error = `Error: part ${isStill ? pass - 1 : pass} is missing`
  const none = { denials: 0, agent_errors: [], repeats: null, failed: null, blocked: null }
  return {
    pass,
    max_passes: 5000,
    started_at: '2026-01-02T03:04:05.678Z',
    head,
    check: 'red',
    review: null,
    claims_done: false,
    left: [`npm test exited 1: ${error}`],
    issues_found: 1,
    issues_fixed: pass === 1 || isStill ? 0 : 1,
    todos: [],
    facts: {
      changed: true,
      tests_only: false,
      research: false,
      errors: [error],
      failed_tests: null,
      ...none,
    },
  }
}

function nextPass(pass: number): Draft {
  const data = {
    what: 'next-pass' as const,
    chosen: `pass ${pass}`,
    alternatives: ['stop here'],
    rationale: '1 open',
  }
  return { type: 'decision', phase: 'act', data }
}

function moved(to: Phase): Draft {
  const from = to === 'do' ? 'act' : 'do'
  return { type: 'phase.transition', phase: to, data: { from, to, artifacts_so_far: [] } }
}

/** The same call under the name that the loop gives it. */
function named(draft: Draft, at: { step: string; attempt: number }): Draft {
  return { ...draft, data: { ...draft.data, ...at } } as Draft
}

/** Looks like a commit; each pass has its own. */
function id(pass: number): string {
  return pass.toString(16).padStart(40, '5e0c')
}
