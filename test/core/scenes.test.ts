import { describe, expect, test } from 'vitest'
import { compareCycles } from '../../src/core/cycle-quality.ts'
import type { EventData, Finding } from '../../src/core/events.ts'
import { breakScene, cycleScene } from '../../src/core/scenes/break-scene.ts'
import { phaseScene } from '../../src/core/scenes/phase-scene.ts'
import {
  initialState,
  type Review,
  type RunState,
  type Signal,
  type StepState,
} from '../../src/core/state.ts'
import { named } from './named.ts'
import { BASE, finding, HEAD, simulate } from './simulate.ts'

/** What rules see of a state, put together by hand where a whole run would say it at length. */

function stateOf(over: Partial<RunState>): RunState {
  return { ...initialState('run'), ...over }
}

function review(step: string, findings: Finding[], over: Partial<Review> = {}): Record<string, Review> {
  const role = step.split('-')[2]!
  const judged = { step, role, verdict: 'REJECTED' as const, problem: null, head: HEAD, facts: undefined }
  return { [step]: { ...judged, findings, effective: findings, ...over } }
}

function step(id: string, over: Partial<StepState> = {}): Record<string, StepState> {
  const [, phase, role] = id.split('-') as [string, StepState['phase'], string]
  const whole = simulate().state.steps['1-do-maker']!
  return { [id]: { ...whole, id, identity: named(id, role), role, phase, ...over } }
}

function stepsOf(reviews: Record<string, Review>): Record<string, StepState> {
  return Object.assign({}, ...Object.keys(reviews).map((id) => step(id)))
}

const issue = (name: string, over: Partial<Finding> = {}) =>
  finding({ file: `src/${name}.js`, description: `${name} overflows`, ...over })

describe('what may break a run', () => {
  test('is what failed, what was seen in this cycle, and what a hook said after landing', () => {
    const trigger = { detector: 'a', evidence: ['one', 'two'] }
    const signal = (cycle: number, at: string | null) =>
      ({ shadow: 'maker.rogue', cycle, step: at, triggers: [trigger, trigger] }) as Signal
    const hook = { ok: false } as EventData['hook.complete']
    const scene = breakScene(
      stateOf({
        cycle: 2,
        failedCalls: [{ step: '1-do-maker', cause: 'crash', message: 'it broke' }],
        signals: [signal(1, 'x'), signal(2, '2-do-maker'), signal(2, null)],
        merged: { commit: HEAD } as EventData['run.merged'],
        hooks: { [`post-merge:${HEAD}`]: hook },
      }),
    )
    expect(scene.agentFailures).toEqual([{ what: '1-do-maker', why: 'crash: it broke' }])
    expect(scene.shadows).toEqual([
      { shadow: 'maker.rogue', evidence: '2-do-maker, one; two; one; two' },
      { shadow: 'maker.rogue', evidence: 'the run, one; two; one; two' },
    ])
    expect(scene.afterMerge).toBe(hook)
    expect(breakScene(stateOf({})).afterMerge).toBeNull()
    expect(breakScene(stateOf({ merged: { commit: HEAD } as EventData['run.merged'] })).afterMerge).toBeNull()
  })

  const counted = (cycle: number, reviews: Record<string, Review>) =>
    cycleScene(stateOf({ cycle, reviews, steps: stepsOf(reviews) }), { standing: [], convergence: null })
      .counted

  test('is counted from the second cycle on, by those who were asked in both', () => {
    const both = {
      ...review('1-check-sage', [issue('a')]),
      ...review('1-check-guardian', [issue('b'), issue('c')]),
      ...review('2-check-sage', [issue('a'), issue('d'), issue('e', { severity: 'INFO' })]),
      ...review('2-check-guardian', [issue('a')]),
      ...review('2-check-trickster', [issue('f'), issue('g')]),
    }
    expect(counted(1, both)).toBeNull()
    expect(counted(2, both)).toEqual({ before: 3, now: 2, reviewers: ['guardian', 'sage'] })
  })

  test('is counted by the second asking, whichever of the two is there first', () => {
    const before = review('1-check-sage', [])
    const [first, second] = [review('2-check-sage', [issue('a')]), review('2-check-sage-again', [])]
    expect(counted(2, { ...before, ...first, ...second })?.now).toBe(0)
    expect(counted(2, { ...before, ...second, ...first })?.now).toBe(0)
    expect(counted(2, { ...before, ...first })?.now).toBe(1)
  })

  test('is how the cycles converge, the present one last', () => {
    const counts = { new: 1, resolved: 2, persistent: 3, regressed: 4 }
    const told = { score: 0.5, band: 'stalling', ...counts }
    const history = [
      { findings: [], convergence: null },
      { findings: [], convergence: told },
    ]
    const present = { standing: [], convergence: { score: 0.25, band: 'stalling', counts } }
    // Of a cycle's end only these matter here.
    const scene = cycleScene(stateOf({ history } as unknown as RunState), present as never)
    expect(scene.convergence).toEqual([
      { score: 0.5, counts },
      { score: 0.25, counts },
    ])
  })
})

describe('how cycles compare', () => {
  const first = { cycle: 1, findings: [issue('a')], green: null } as unknown as EventData['cycle.boundary']
  const now = (over: Partial<RunState>) =>
    compareCycles(stateOf({ cycle: 2, history: [first], steps: step('2-check-sage'), ...over }))

  test('is by what reviewers have said of the present work', () => {
    const reviews = {
      ...review('1-check-sage', [issue('z')]),
      ...review('2-check-guardian', [issue('b')], { head: BASE }),
      ...review('2-check-sage', [issue('c', { severity: 'WARNING' }), issue('d', { severity: 'WARNING' })]),
    }
    const steps = { ...step('1-check-sage'), ...step('2-check-guardian'), ...step('2-check-sage') }
    const merge = { head: HEAD, tree: 't' } as EventData['merge.built']
    const verified = (ran: boolean) => ({ 'merged:t': { green: false, ran } as EventData['verify.complete'] })
    expect(now({ reviews, steps, merge, verified: verified(true) })).toEqual([
      'CRITICAL: 1 in cycle 1, 0 in cycle 2',
      'WARNING: 0 in cycle 1, 2 in cycle 2',
      'checks: not run in cycle 1, red in cycle 2',
    ])
    const notRun = 'checks: not run in cycle 1, not run in cycle 2'
    expect(now({ reviews, steps, merge, verified: verified(false) })[2]).toBe(notRun)
    expect(now({ reviews, steps, merge: { ...merge, head: BASE }, verified: verified(true) })[2]).toBe(notRun)
  })

  test('is not told before there are two', () => {
    const alone = ['not yet comparable: there is one cycle to look at']
    expect([now({}), compareCycles(initialState('run'))]).toEqual([alone, alone])
  })
})

describe('a run at the end of a phase', () => {
  const work = { step: '2-do-maker', start: BASE, head: HEAD, files: [], touched: ['a.js', 'a.js', 'b.js'] }
  const collected = work as unknown as EventData['work.collected']
  const contract = (files: string[]) => ({ ...simulate().state.steps['1-do-maker']!.contract!, files })
  const scene = (over: Partial<RunState>, at: 'plan' | 'do' | 'check' | 'end' = 'check') =>
    phaseScene(stateOf({ cycle: 2, workflow: 'standard', ...over }), at, collected)

  test('has this cycle’s times, and the plan that came last', () => {
    const steps = {
      ...step('1-plan-creator', { totalMs: 1000 }),
      ...step('2-plan-explorer', { totalMs: 20, answers: 2 }),
      ...step('2-plan-creator', { totalMs: 4, attempt: 3, contract: contract(['late.js']) }),
      ...step('2-plan-creator-old', { totalMs: 1, attempt: 2, contract: contract(['early.js']) }),
      ...step('2-plan-creator-cut', { totalMs: 0, attempt: 9, outcome: 'failed', contract: null }),
      ...step('2-do-maker', { totalMs: 7 }),
    }
    expect(scene({ steps })).toMatchObject({ planMs: 25, doMs: 7, explored: 2, planned: ['late.js'] })
    expect(scene({ steps }).alsoInScope).toEqual(['late.js', 'early.js'])
    expect(scene({ steps }).work?.touched).toEqual(['a.js', 'b.js'])
  })

  test('has what was said of the work before, and in scope what weighs of it', () => {
    const before = [issue('a'), issue('b', { severity: 'INFO' }), issue('c', { file: null })]
    const about = review('1-check-sage', before, { head: BASE })
    expect(scene({ reviews: about }).before).toEqual(before)
    expect(scene({ reviews: about }).alsoInScope).toEqual(['src/a.js'])
    const start = { ...simulate().state.start!, task: 'Fix lib/x.js', files: ['given.js'] }
    expect(scene({ start }).alsoInScope.toSorted()).toEqual(['given.js', 'lib/x.js'])
  })

  test('has the reviews of the present work at the end of Check alone, but for adversarial and adopted ones', () => {
    const reviews = {
      ...review('2-check-sage', [issue('a')]),
      ...review('2-check-guardian-adversarial', []),
      ...review('2-check-skeptic', []),
    }
    const timed = { startedAt: '2026-01-01T00:00:10.000Z', endedAt: '2026-01-01T00:00:25.000Z' }
    const steps = {
      ...step('2-check-sage', timed),
      ...step('2-check-guardian-adversarial'),
      ...step('2-check-skeptic', { agent: 'adopted' }),
    }
    const { reviews: seen, reviewMs } = scene({ reviews, steps })
    expect([seen, reviewMs]).toEqual([
      [{ step: '2-check-sage', role: 'sage', verdict: 'REJECTED', findings: [issue('a')] }],
      15_000,
    ])
    expect(scene({ reviews, steps }, 'do')).toMatchObject({ reviews: [], reviewMs: 0 })
  })

  test('has what the last run left, and what this one leaves only at its end', () => {
    const deferred = ['one', 'two'].map((run) => ({ run, warnings: 1, findings: [issue(run)] }))
    const context = { deferred } as unknown as EventData['context.loaded']
    expect(scene({ context }).deferred).toEqual({
      now: [],
      earlier: { run: 'two', findings: [issue('two')] },
    })
    const warned = review('2-check-sage', [issue('a', { severity: 'WARNING' })])
    const landed = {
      merged: { commit: HEAD } as EventData['run.merged'],
      merge: { head: HEAD } as EventData['merge.built'],
      reviews: warned,
    }
    expect(scene(landed, 'end').deferred).toMatchObject({ now: [{ file: 'src/a.js' }], earlier: null })
    expect(scene({ ...landed, steps: step('2-check-sage') }, 'check').deferred.now).toEqual([])
  })
})
