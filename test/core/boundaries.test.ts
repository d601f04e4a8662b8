import { describe, expect, test } from 'vitest'
import { defaultConfig } from '../../src/config/load.ts'
import type { Command } from '../../src/core/commands.ts'
import { withinBudget } from '../../src/core/decide/last-work.ts'
import { type View, viewOf } from '../../src/core/decide/strategy.ts'
import type { EventOf, WiggumEvent } from '../../src/core/events.ts'
import { fold } from '../../src/core/fold.ts'
import { modelOfCall } from '../../src/core/model-of-call.ts'
import { finding, HEAD, type Script, type Simulation, simulate } from './simulate.ts'

const SURE = { task_understanding: 0.9, solution_completeness: 0.9, risk_coverage: 0.9 }
const tiers = ['small', 'middle', 'large']

function policy(over: Record<string, unknown>) {
  return { ...defaultConfig(), ...over }
}

/** A pipeline run with a budget of one dollar: Creator, Maker, Guardian, Sage. */
function run(script: Script, over: Record<string, unknown> = {}): Simulation {
  const start = { policy: policy({ budget: { usd: 1, tokens: null }, ...over }), ...script.start }
  return simulate({ ...script, start })
}

function of<T extends WiggumEvent['type']>({ events }: Simulation, type: T): EventOf<T>['data'][] {
  // The filter is by the event's own type; TypeScript cannot follow that correlation for a generic.
  return events.filter((event) => event.type === type).map(({ data }) => data) as EventOf<T>['data'][]
}

const called = ({ commands }: Simulation) =>
  commands.flatMap((command) => (command.do === 'agent' ? [command.call.step] : []))
const percents = (simulated: Simulation) => of(simulated, 'budget.threshold').map(({ percent }) => percent)
const rejecting: Script['agent'] = (role) =>
  role === 'guardian' ? { verdict: 'REJECTED', findings: [finding()] } : undefined

function resumed({ events }: Simulation): WiggumEvent[] {
  const last = events.at(-1)!
  const data = { reason: 'again', after: last.seq }
  const again = { ...last, seq: last.seq + 1, type: 'run.resumed', phase: null, agent: null, data }
  // Written by hand, as a log holds it.
  return [...events, again as WiggumEvent]
}

describe('the budget', () => {
  test('is said at each threshold, once, and a run below 95 % lands', () => {
    const simulated = run({ usd: 0.2 })
    expect(simulated.state.ended?.exit_code).toBe(0)
    expect(percents(simulated)).toEqual([50, 80])
    expect(of(simulated, 'budget.threshold')[0]).toMatchObject({ budget: 1, unit: 'usd' })
  })

  test('is said at the lower thresholds too, where one call goes past several', () => {
    expect(percents(run({ cost: (nth) => (nth === 1 ? 0.96 : 0) }))).toEqual([50, 80, 95])
  })

  test('counts in tokens as well', () => {
    const simulated = run({ usd: 0 }, { budget: { usd: null, tokens: 40 } })
    expect(simulated.state.ended).toMatchObject({ status: 'budget', exit_code: 24 })
    expect(called(simulated)).toHaveLength(2)
    expect(of(simulated, 'budget.threshold').at(-1)).toEqual({
      percent: 100,
      spent: 40,
      budget: 40,
      unit: 'tokens',
    })
  })

  test('spent is the end, at once, with the work kept on the branch', () => {
    const simulated = run({ usd: 0.5 })
    expect(simulated.state.ended).toMatchObject({ status: 'budget', exit_code: 24 })
    expect(simulated.state.ended?.reason).toContain('$1.00 of $1.00 is spent (100 %)')
    expect(called(simulated)).toEqual(['1-plan-creator', '1-do-maker'])
    expect(of(simulated, 'correction.applied').at(-1)).toMatchObject({ rung: 'stop', layer: 'boundary' })
  })

  test('never matters to a run without one', () => {
    expect(run({ usd: 1000 }, { budget: { usd: null, tokens: null } }).state.ended?.exit_code).toBe(0)
  })

  test('has thresholds that a user may move or switch off', () => {
    const moved = { 'boundary.budget.warn': { enabled: true, thresholds: { percent: 30 } } }
    expect(percents(run({ usd: 0.1 }, { detectors: moved }))).toEqual([30])
    const off = Object.fromEntries(
      ['warn', 'downgrade', 'finish', 'stop'].map((name) => [`boundary.budget.${name}`, { enabled: false }]),
    )
    const simulated = run({ usd: 0.5 }, { detectors: off })
    expect(percents(simulated)).toEqual([])
    expect(simulated.state.ended?.exit_code, 'the limit itself stands').toBe(24)
  })
})

describe('at 80 % of the budget', () => {
  const models = { ...defaultConfig().models, default: 'middle', archetypes: { sage: 'small' }, tiers }
  const modelOf = ({ state }: Simulation, role: string) =>
    modelOfCall(state, { models }, { role, agent: 'scripted', step: `9-check-${role}` })

  test('reviewers play one tier lower, and nobody else does', () => {
    const simulated = run({ usd: 0.28 }, { models })
    expect(modelOf(simulated, 'guardian')).toBe('small')
    expect(modelOf(simulated, 'sage'), 'there is no lower one').toBe('small')
    expect(modelOf(simulated, 'maker')).toBe('middle')
    const [lowered, ...more] = of(simulated, 'correction.applied').filter(({ rung }) => rung === 'correct')
    expect(more).toEqual([])
    expect(lowered).toMatchObject({ layer: 'boundary', shadow: 'boundary.budget', step: null })
    expect(lowered?.text).toContain('guardian by small instead of middle')
  })

  test('and not before', () => {
    const simulated = run({ usd: 0.19 }, { models })
    expect(modelOf(simulated, 'guardian')).toBe('middle')
    expect(of(simulated, 'correction.applied')).toEqual([])
  })

  test('a model outside the tiers stays, and the record says so', () => {
    const simulated = run({ usd: 0.21 })
    expect(of(simulated, 'correction.applied')[0]?.text).toContain('keep their models')
  })

  test('an attempt that was cut off goes on with the model it had', () => {
    const { events } = run({ usd: 0.28 }, { models })
    const begun = events.find((event) => event.type === 'agent.start' && event.data.archetype === 'guardian')
    const state = fold(events.filter((event) => event.seq <= begun!.seq))
    state.steps['1-check-guardian']!.model = 'large'
    const asked = { role: 'guardian', agent: 'scripted', step: '1-check-guardian' }
    expect(modelOfCall(state, { models }, asked)).toBe('large')
  })
})

describe('at 95 % of the budget', () => {
  test('what is under way is finished, and lands', () => {
    const simulated = run({ usd: 0.24 })
    expect(percents(simulated)).toContain(95)
    expect(simulated.state.ended?.exit_code).toBe(0)
  })

  test('no targeted fix begins: the run ends with 24 and its work on the branch', () => {
    const simulated = run({ usd: 0.19, agent: rejecting })
    expect(percents(simulated)).toEqual([50, 80, 95])
    expect(simulated.state.ended).toMatchObject({ status: 'budget', exit_code: 24, head: HEAD })
    expect(called(simulated)).not.toContain('1-do-maker-2')
    expect(run({ usd: 0.1, agent: rejecting }).state.round, 'with enough left it does').toBe(2)
  })

  test('no second asking begins', () => {
    const unclear: Script['agent'] = (role) => (role === 'guardian' ? { verdict: null } : undefined)
    const simulated = run({ usd: 0.32, agent: unclear })
    expect(simulated.state.ended?.exit_code).toBe(24)
    expect(called(simulated)).not.toContain('1-check-guardian-again')
    expect(called(run({ usd: 0.1, agent: unclear }))).toContain('1-check-guardian-again')
  })

  const pdca = (usd: number, over: Script = {}) =>
    run({
      usd,
      heads: [HEAD, 'd'.repeat(40)],
      files: [{ path: 'src/x.js' }, { path: 'test/x.test.js', test: true }],
      agent: (role, attempt) => {
        if (role === 'creator') return { confidence: SURE, test_strategy: ['a case'] }
        return role === 'guardian' && attempt === 1
          ? { verdict: 'REJECTED', findings: [finding()] }
          : undefined
      },
      ...over,
      start: { strategy: 'pdca', workflow: 'fast', max_cycles: 2 },
    })

  test('no further cycle begins', () => {
    expect(pdca(0.1).state.cycle).toBe(2)
    const simulated = pdca(0.32)
    expect(simulated.state).toMatchObject({ cycle: 1, ended: { exit_code: 24, head: HEAD } })
  })

  test('a change without tests is reviewed as it is, with a warning', () => {
    const untested = pdca(0.48, { files: [{ path: 'src/x.js' }] })
    expect(called(untested)).not.toContain('1-do-maker-tests')
    expect(of(untested, 'decision').map(({ rationale }) => rationale)).toContain(
      'cycle 1: the budget is nearly spent',
    )
  })

  function within(view: View, commands: Command[]): Command[] {
    const decided = withinBudget(() => commands)(view)
    return Array.isArray(decided) ? decided : []
  }

  test.each(['fix-round', 'next-pass', 'more-passes'] as const)('%s is not decided any more', (what) => {
    const { state } = run({ usd: 0.24 })
    const view = viewOf({ ...state, ended: null, merged: null }, '2026-01-01T01:00:00.000Z')!
    const data = { what, chosen: 'on', alternatives: [], rationale: '' }
    const further: Command = { do: 'record', key: what, event: { type: 'decision', data } }
    expect(within(view, [further])).toMatchObject([{ event: { type: 'correction.applied' } }])
    const early = viewOf({ ...view.state, spend: { ...state.spend, usd: 0.5 } }, view.now)!
    expect(within(early, [further])).toEqual([further])
  })

  test('a correction calls nobody again, and the record says why', () => {
    const { state } = run({ usd: 0.24 })
    const view = viewOf({ ...state, ended: null, merged: null }, '2026-01-01T01:00:00.000Z')!
    const correction = {
      signal: 'maker.rogue@1-do-maker@1',
      shadow: 'maker.rogue',
      layer: 'archetype' as const,
      rung: 'correct' as const,
      step: '1-do-maker',
      attempt: 1,
      text: 'write a test',
    }
    const event = { type: 'correction.applied' as const, data: correction }
    const [kept] = within(view, [{ do: 'record', key: 'c', event }])
    expect(kept).toMatchObject({ event: { data: { signal: correction.signal, rung: 'stop' } } })
    expect(JSON.stringify(kept)).toContain('not called again')
    const asked = { type: 'correction.applied' as const, data: { ...correction, rung: 'ask' as const } }
    expect(within(view, [{ do: 'record', key: 'c', event: asked }])).toMatchObject([{ event: asked }])
  })
})

describe('BL1: a call that does not say what it cost', () => {
  const UNSAID = [null, -1, Number.NaN]

  test.each(UNSAID)('(%s) counts like the dearest known one', (unsaid) => {
    const simulated = run({ cost: (nth) => (nth === 1 ? 0.4 : unsaid) })
    expect(simulated.state.ended?.exit_code).toBe(24)
    expect(called(simulated)).toHaveLength(3)
  })

  test.each(UNSAID)('(%s) ends a run in which none has said it: nobody could keep that budget', (unsaid) => {
    const simulated = run({ cost: () => unsaid })
    expect(simulated.state.ended).toMatchObject({ status: 'budget', exit_code: 24 })
    expect(simulated.state.ended?.reason).toContain('no call has said what it cost')
    expect(called(simulated)).toHaveLength(1)
  })

  test('because it failed is no reason to end: it is tried again', () => {
    let failed = false
    const play: Script['play'] = () => {
      if (failed) return undefined
      failed = true
      return { fails: 'overload' }
    }
    expect(run({ play, cost: (nth) => (nth === 1 ? null : 0.01) }).state.ended?.exit_code).toBe(0)
  })

  test('of a plan that costs nothing is free, and the run goes on', () => {
    expect(run({ usd: 0 }).state.ended?.exit_code).toBe(0)
  })
})

describe('a run that ended for its budget, and is resumed', () => {
  const again = (answer?: string) => {
    const stopped = run({ usd: 0.5 })
    const answers = answer ? { answers: { limits: answer } } : {}
    return simulate({ usd: 0.1, ...answers, start: stopped.state.start! }, resumed(stopped))
  }

  test('asks whether it goes on, with as much again', () => {
    const { state } = again()
    expect(state.ended).toBeNull()
    const [gate] = Object.values(state.gates)
    expect(gate).toMatchObject({ kind: 'limits', answer: null })
    expect(gate?.question).toMatch(/^Resource limits reached: .* with as much again\?$/)
    expect(gate?.evidence.length).toBeGreaterThan(0)
  })

  test('goes on after a yes, and says the thresholds of the larger budget', () => {
    const simulated = again('yes')
    expect(simulated.state.ended?.exit_code).toBe(0)
    expect(percents(simulated)).toEqual([50, 80, 95, 100, 50])
    expect(of(simulated, 'budget.threshold').at(-1)).toMatchObject({ budget: 2 })
  })

  test('ends as before after a no', () => {
    expect(again('no').state.ended).toMatchObject({ exit_code: 24 })
  })

  test('asks once more when that is spent too', () => {
    const stopped = run({ usd: 0.5 })
    const script = { usd: 0.5, answers: { limits: 'yes' }, start: stopped.state.start! }
    const { state } = simulate({ ...script, agent: rejecting }, resumed(stopped))
    const gates = Object.keys(state.gates).filter((id) => id.startsWith('limits-'))
    expect(gates.slice(0, 2)).toEqual(['limits-budget-1', 'limits-budget-2'])
  })
})
