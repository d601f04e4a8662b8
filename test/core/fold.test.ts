import { describe, expect, test } from 'vitest'
import type { DecisionName } from '../../src/core/events.ts'
import { workflows } from '../../src/policy/workflows.ts'
import { finding, HEAD, simulate } from './simulate.ts'
import { type DataOf, telling } from './telling.ts'

const begun = () => simulate().state.start!

function started(over: Partial<DataOf<'run.start'>> = {}) {
  const told = telling()
  told.tell('run.start', { ...begun(), ...over })
  return told
}

const decided = (what: DecisionName, chosen = 'yes') => ({ what, chosen, alternatives: [], rationale: '' })
const boundary = (exit: string, cycle: number) =>
  // Of a cycle's end only these matter here.
  ({ cycle, exit_condition: exit, findings: [] }) as unknown as DataOf<'cycle.boundary'>

describe('the beginning of a run', () => {
  test('says what it may do, and how often', () => {
    const options = { merge: false, yes: false, allow: [], dry_run: false }
    const { state } = started({ options, workflow: 'thorough', max_cycles: 3 })
    expect(state).toMatchObject({ mergeAllowed: false, workflow: 'thorough', maxCycles: 3, maxRounds: 2 })
    expect(state).toMatchObject({ runId: 'run', startedAt: '2026-01-01T00:00:00.000Z', seq: 1 })
    expect(state.lastAt).toBe(state.startedAt)
  })

  test('of a loop says how many passes there are', () => {
    const loop = { max_passes: 7, suppressed: null, accept: false }
    expect(started({ loop }).state.maxRounds).toBe(7)
  })
})

describe('a decision', () => {
  test.each(['fix-round', 'next-pass'] as const)(
    'for %s begins a round, in which nothing has settled',
    (what) => {
      const { state, tell } = started()
      tell('work.collected', { step: '1-do-maker', head: HEAD })
      tell('decision', decided(what))
      expect([state.round, state.settled, state.decisions.length]).toEqual([2, [], 1])
    },
  )

  test('of another kind is only kept', () => {
    const { state, tell } = started()
    tell('work.collected', { step: '1-do-maker', head: HEAD })
    tell('decision', decided('test-first'))
    expect(state).toMatchObject({ round: 1, settled: ['1-do-maker'], goesOn: false, escalated: false })
    expect(state).toMatchObject({ maxRounds: 2, workflow: 'fast' })
  })

  test('for more passes gives as many again, or one where the log does not say', () => {
    const { state, tell } = started({ loop: { max_passes: 3, suppressed: null, accept: false } })
    tell('decision', decided('more-passes'))
    expect(state.maxRounds).toBe(6)
    const old = started()
    old.tell('decision', decided('more-passes'))
    expect(old.state.maxRounds).toBe(3)
  })

  test('to go on after a plan stands', () => {
    const { state, tell } = started()
    tell('decision', decided('dry-run'))
    expect(state.goesOn).toBe(true)
  })

  test('for another workflow counts at once, and never takes a cycle away', () => {
    const { state, tell } = started({ max_cycles: 1, workflows })
    tell('decision', decided('A3-upgrade', 'thorough'))
    expect(state).toMatchObject({ workflow: 'thorough', maxCycles: workflows.thorough!.max_cycles })
    const many = started({ max_cycles: 9, workflows })
    many.tell('decision', decided('A3-upgrade', 'thorough'))
    expect(many.state.maxCycles).toBe(9)
    const own = started({ max_cycles: 1, workflows })
    own.tell('decision', decided('A3-upgrade', 'unheard-of'))
    expect(own.state.maxCycles).toBe(1)
  })

  test('to escalate counts from the next cycle on', () => {
    const { state, tell } = started({ max_cycles: 1, workflows })
    tell('decision', decided('A1-escalation', 'standard'))
    expect(state).toMatchObject({ escalated: true, workflow: 'fast', nextWorkflow: 'standard' })
    expect(state.maxCycles).toBe(workflows.standard!.max_cycles)
    tell('cycle.boundary', boundary('next-cycle', 1))
    expect(state).toMatchObject({ cycle: 2, workflow: 'standard', nextWorkflow: null })
  })
})

describe('the end of a cycle', () => {
  test('begins the next one only if it says so', () => {
    const { state, tell } = started()
    tell('work.collected', { step: '1-do-maker', head: HEAD })
    tell('cycle.boundary', boundary('max-cycles', 1))
    expect([state.cycle, state.history.length, state.settled]).toEqual([1, 1, []])
    tell('cycle.boundary', boundary('next-cycle', 1))
    expect([state.cycle, state.workflow]).toEqual([2, 'fast'])
  })

  test('has a fix for each finding that it saw mended', () => {
    const { state, tell } = started()
    tell('cycle.boundary', boundary('next-cycle', 1))
    tell('fix.applied', { finding: 'f1', file: 'src/a.js' } as DataOf<'fix.applied'>)
    expect(Object.keys(state.fixed)).toEqual(['2:f1'])
  })
})

describe('a review', () => {
  test('counts its findings but for those whose severity was taken back', () => {
    const { state, tell } = started()
    const findings = [finding(), finding({ severity: 'WARNING' })]
    tell('evidence.downgrade', { step: '1-check-sage', index: 1, reason: 'no such line' })
    tell('review.verdict', {
      step: '1-check-sage',
      archetype: 'sage',
      verdict: 'REJECTED',
      problem: null,
      head: HEAD,
      findings,
    })
    expect(state.reviews['1-check-sage']).toMatchObject({
      step: '1-check-sage',
      role: 'sage',
      verdict: 'REJECTED',
      problem: null,
      head: HEAD,
      findings,
    })
    const counted = state.reviews['1-check-sage']!.effective.map(({ severity }) => severity)
    expect(counted).toEqual(['CRITICAL', 'INFO'])
    expect(state.settled).toEqual(['1-check-sage'])
  })
})

describe('landing', () => {
  const commit = { commit: HEAD } as DataOf<'land.start'>

  test('a merge that is built has no conflict and was not refused', () => {
    const { state, tell } = started()
    tell('merge.built', { head: HEAD, tree: 'first' })
    tell('land.start', commit)
    tell('land.refused', { commit: HEAD, reason: 'dirty', detail: '' })
    expect([state.landing, state.refused?.reason, state.merge?.tree]).toEqual([null, 'dirty', 'first'])
    tell('merge.conflict', { head: HEAD, onto: HEAD, files: [] })
    expect([state.merge, state.conflict?.head]).toEqual([null, HEAD])
    tell('merge.built', { head: HEAD, tree: 'second' })
    expect([state.conflict, state.refused, state.merge?.tree]).toEqual([null, null, 'second'])
  })

  test('a target that moved has the merge built again', () => {
    const { state, tell } = started()
    tell('merge.built', { head: HEAD })
    tell('land.refused', { commit: HEAD, reason: 'moved', detail: '' })
    expect(state.merge).toBeNull()
  })

  test('what is merged is no longer landing', () => {
    const { state, tell } = started()
    tell('land.start', commit)
    expect(state.landing).toEqual(commit)
    tell('run.merged', { commit: HEAD })
    expect([state.landing, state.merged?.commit]).toEqual([null, HEAD])
  })
})

describe('a question', () => {
  const gate = {
    gate: 'g',
    kind: 'limits',
    question: 'Go on?',
    choices: ['yes', 'no'],
    evidence: [],
  } as const
  const asked = () => {
    const told = started()
    told.tell('gate.opened', { ...gate, choices: [...gate.choices], evidence: [] })
    told.state.budgetSeen = 95
    return told
  }
  const answer = (said: string) => ({ gate: 'g', answer: said, text: 'so be it', by: 'me' })

  test('is asked once and answered once', () => {
    const { state, tell } = asked()
    tell('gate.opened', { ...gate, question: 'Another?', choices: [], evidence: [] })
    expect(state.gates.g).toMatchObject({ id: 'g', question: 'Go on?', answer: null, text: null, by: null })
    expect(state.gates.g?.openedAt).toBe('2026-01-01T00:00:01.000Z')
    tell('gate.answered', answer('no'))
    tell('gate.answered', answer('yes'))
    expect(state.gates.g).toMatchObject({ answer: 'no', text: 'so be it', by: 'me' })
    expect(state.budgetSeen).toBe(95)
  })

  test('about limits that is answered with yes has every threshold said anew', () => {
    const { state, tell } = asked()
    tell('gate.answered', answer('yes'))
    expect(state.budgetSeen).toBe(0)
    tell('budget.threshold', { percent: 80 })
    tell('budget.threshold', { percent: 50 })
    expect(state.budgetSeen).toBe(80)
  })

  test('that nobody asked has no answer', () => {
    const { state, tell } = started()
    tell('gate.answered', answer('yes'))
    expect(state.gates).toEqual({})
  })

  test('about something else leaves the thresholds as they are', () => {
    const { state, tell } = started()
    tell('gate.opened', { ...gate, kind: 'delete', choices: [], evidence: [] })
    state.budgetSeen = 95
    tell('gate.answered', answer('yes'))
    expect(state.budgetSeen).toBe(95)
  })
})

describe('the breaker', () => {
  const move = (to: 'OPEN' | 'CLOSED' | 'HALF_OPEN', pass: number, lift?: number) => ({
    from: 'CLOSED' as const,
    to,
    reason: `because of pass ${pass}`,
    evidence: [`seen in pass ${pass}`],
    signals: ['stagnation.denials'],
    pass,
    ...(lift === undefined ? {} : { lift }),
  })

  test('keeps what it opened for while it is tried out, and counts from there', () => {
    const { state, tell } = started()
    tell('breaker.transition', move('OPEN', 3))
    expect(state.breaker).toMatchObject({ state: 'OPEN', reason: 'because of pass 3', since: 0, looked: 3 })
    tell('breaker.transition', move('HALF_OPEN', 4, 1))
    expect(state.breaker).toMatchObject({
      state: 'HALF_OPEN',
      reason: 'because of pass 3',
      evidence: ['seen in pass 4'],
      signals: ['stagnation.denials'],
      since: 4,
      looked: 4,
      lift: 1,
    })
    tell('breaker.transition', move('OPEN', 5, 1))
    expect(state.breaker).toMatchObject({ reason: 'because of pass 5', since: 4, looked: 5, lift: 2 })
    expect(state.breaker.moves.map(({ to }) => to)).toEqual(['OPEN', 'HALF_OPEN', 'OPEN'])
  })
})

describe('the end of a run', () => {
  test('for its budget is counted', () => {
    const { state, tell } = started()
    tell('run.complete', { exit_code: 24 })
    expect([state.budgetEnds, state.ended?.exit_code, state.endedAt]).toEqual([1, 24, state.lastAt])
    tell('run.resumed', { reason: 'again', after: 2 })
    tell('run.complete', { exit_code: 10 })
    expect(state.budgetEnds).toBe(1)
  })

  test('is forgotten when it is resumed; "now" forgets limits too', () => {
    const limit = {
      cause: 'limit' as const,
      message: '',
      at: '',
      retryAt: '2026-01-01T05:00:00Z',
      failures: 1,
    }
    const resumed = (more: Partial<DataOf<'run.resumed'>>) => {
      const { state, tell } = started()
      state.troubles = { one: limit }
      tell('run.resumed', { reason: 'again', after: 1, ...more })
      return [state.resumes, Object.keys(state.troubles)]
    }
    expect([resumed({}), resumed({ now: true })]).toEqual([
      [1, ['one']],
      [1, []],
    ])
  })
})

test('what is checked and what hooks say is found by what it is about', () => {
  const { state, tell } = started()
  tell('verify.complete', { kind: 'merged', subject: 'tree', green: true })
  tell('hook.complete', { point: 'pre-merge', commit: HEAD, ok: true })
  tell('work.inspected', { head: HEAD, findings: [] })
  expect(Object.keys(state.verified)).toEqual(['merged:tree'])
  expect(Object.keys(state.hooks)).toEqual([`pre-merge:${HEAD}`])
  expect(Object.keys(state.inspected)).toEqual([HEAD])
})

test('what is only kept is kept', () => {
  const { state, tell } = started()
  tell('run.adopted', {})
  tell('run.interrupted', { signal: 'SIGINT' })
  tell('decision.point', { decision: 'A2' })
  tell('run.reverted', { commit: HEAD })
  tell('wiggum.break', { kind: 'hard' })
  tell('policy.checkpoint', { trigger: 'minutes' })
  tell('detector.disabled', { detector: 'a.b', reason: 'it threw' })
  tell('judge.ruled', { detector: 'a.b', step: 's', attempt: 1, ruling: 'no' })
  tell('detectors.own', { step: 's', attempt: 1, seen: [] })
  tell('shadow.detected', { shadow: 'x.y', step: 's', attempt: 1, trigger: 'x.y.z', action: 'stop' })
  expect(state).toMatchObject({ adopted: true, interrupted: 'SIGINT', fastPathIn: 1 })
  expect(state).toMatchObject({ reverted: { commit: HEAD }, broken: { kind: 'hard' } })
  expect([state.checkpoints.length, state.checkpointAt]).toEqual([1, '2026-01-01T00:00:06.000Z'])
  expect(state.disabled).toEqual({ 'a.b': 'it threw' })
  expect([Object.keys(state.rulings), Object.keys(state.own)]).toEqual([['a.b@s@1'], ['s@1']])
  const at = '2026-01-01T00:00:10.000Z'
  expect(state.signals).toEqual([{ id: 'x.y@s@1', at, shadow: 'x.y', step: 's', attempt: 1 }])
})

test('an event that this version does not know moves the log on, and nothing else', () => {
  const { state, tell } = started()
  const before = structuredClone(state)
  tell('of.tomorrow' as 'decision', {})
  expect(state).toEqual({ ...before, seq: 2, lastAt: '2026-01-01T00:00:01.000Z', trail: state.trail })
})
