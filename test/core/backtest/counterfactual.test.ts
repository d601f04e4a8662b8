import { describe, expect, test } from 'vitest'
import { counterfactual } from '../../../src/core/backtest/counterfactual.ts'
import { effectOf } from '../../../src/core/backtest/effect.ts'
import type { PolicyChange } from '../../../src/core/backtest/policy-change.ts'
import type { WiggumEvent } from '../../../src/core/events.ts'
import { greenFrom, missing, onlyMergedRed, policyWith, run } from '../loop-play.ts'
import { cycles, pipelines } from '../recorded-scripts.ts'
import { simulate } from '../simulate.ts'

/** Single runs, worked out by hand. */

const concerned = (role: string) => (role === 'maker' ? { status: 'DONE_WITH_CONCERNS' as const } : undefined)
const same = { tails: [...'aaaaaaaaaa'].map(missing), agent: concerned }
const stuck = { ...same, green: onlyMergedRed }
const mended = { ...same, green: greenFrom(3) }

function told(events: WiggumEvent[], change: PolicyChange) {
  const one = counterfactual(events, change)!
  return { ...one, ...effectOf(one) }
}

const threshold = (passes: number) => ({ stagnation: { threshold: passes } })
const rule = (id: string, settings: object) => ({ detectors: { [id]: settings } })

describe('the breaker', () => {
  test('opens a pass earlier: the halt is certain, and what came after it is what it saves', () => {
    const { events } = run({ ...stuck, answers: { stagnation: 'abort' }, usd: 0.5 })
    const one = told(events, threshold(2))
    const second = events.filter(({ type }) => type === 'pass.complete')[1]!
    expect(one).toMatchObject({
      verdict: 'halts',
      right: true,
      halt: { seq: second.seq, pass: 2, how: 'question', what: 'stagnation', certain: true },
      after: { passes: 1, tokens: 20, usd: 0.5, unknown_calls: 0 },
      otherwise: null,
    })
    expect(one.fired).toContainEqual(
      expect.objectContaining({ kind: 'breaker', change: 'earlier', passes: -1 }),
    )
  })

  test('is wrong about a run that gets there', () => {
    expect(told(run(mended).events, threshold(2))).toMatchObject({ verdict: 'halts', right: false })
  })

  test('opens later where the log goes on that far, if agents had done the same', () => {
    const { events } = run({
      ...stuck,
      answers: { stagnation: 'continue', passes: 'no' },
      loop: { max_passes: 6 },
    })
    const one = told(events, threshold(4))
    expect(one).toMatchObject({ verdict: 'otherwise', halt: null })
    expect(one.otherwise).not.toBeNull()
    const late = told(events, { stagnation: { threshold: 4, action: 'abort' } })
    expect(late).toMatchObject({ verdict: 'halts', halt: { pass: 4, what: 'stagnation', certain: false } })
  })

  test('that would not have opened lets the run go on, to nobody knows what', () => {
    const { events } = run({ ...stuck, start: { policy: policyWith({ action: 'abort' }) } })
    const one = told(events, threshold(5))
    expect(one).toMatchObject({
      verdict: 'goes-on',
      right: null,
      after: null,
      halt: null,
      goesOn: { pass: 3 },
    })
    expect(one.fired.map(({ change }) => change)).toEqual(['gone', 'gone'])
  })

  test('asks instead of ending: the same place, no saving', () => {
    const { events } = run({ ...stuck, start: { policy: policyWith({ action: 'abort' }) } })
    const one = told(events, { stagnation: { action: 'pause' } })
    expect(one).toMatchObject({
      verdict: 'otherwise',
      right: null,
      after: null,
      halt: { pass: 3, work: false },
    })
  })
})

describe('rules about agents', () => {
  const rogue = () => simulate(pipelines['rules see a rogue Maker, three times']).events

  test('a rule that is off: its signals and its break are gone, and agents were told otherwise since', () => {
    const one = told(rogue(), rule('maker.rogue.no-tests', { enabled: false }))
    expect(one.verdict).toBe('goes-on')
    expect(one.fired.filter(({ change }) => change === 'gone').map(({ kind }) => kind)).toEqual([
      'signal',
      'signal',
      'signal',
      'break',
      'end',
    ])
    expect(one.otherwise).toMatchObject({ pass: 2 })
  })

  test('a break that needs two instead of three', () => {
    const one = told(rogue(), rule('break.same-shadow', { thresholds: { times: 2 } }))
    expect(one).toMatchObject({
      verdict: 'halts',
      right: true,
      halt: { what: 'hard-break', certain: true },
      after: { passes: 1 },
    })
  })

  test('a signal that was not there: agents would have been told, so what follows is not certain', () => {
    const { events } = simulate({ files: [{ path: 'src/a.js' }, { path: 'src/b.js' }] })
    const one = told(events, rule('maker.rogue.no-tests', { thresholds: { files: 2 } }))
    expect(one.fired).toContainEqual(
      expect.objectContaining({ kind: 'signal', what: 'maker.rogue', change: 'new' }),
    )
    expect(one).toMatchObject({ verdict: 'otherwise', halt: null, goesOn: null })
    expect(one.otherwise).not.toBeNull()
  })
})

describe('limits', () => {
  test('fewer passes end in a question, more in what nobody knows', () => {
    const policy = policyWith({
      threshold: 20,
      signals: { ...policyWith({}).stagnation.signals, task_timeout_iterations: 20 },
    })
    const { events } = run({
      ...stuck,
      loop: { max_passes: 5 },
      answers: { passes: 'no' },
      start: { policy: { ...policy, loop: { ...policy.loop, max_passes: 5 } } },
    })
    expect(told(events, { loop: { max_passes: 3 } })).toMatchObject({
      verdict: 'halts',
      halt: { pass: 3, what: 'passes' },
      after: { passes: 2 },
    })
    expect(told(events, { loop: { max_passes: 9 } })).toMatchObject({
      verdict: 'goes-on',
      goesOn: { pass: 5 },
    })
  })

  test('what the command line said of passes wins over any policy', () => {
    const { events } = run({ ...mended, loop: { max_passes: 4 } })
    expect(told(events, { loop: { max_passes: 1 } })).toMatchObject({ verdict: 'unchanged' })
  })

  test('one cycle fewer', () => {
    const { events } = simulate(cycles['one finding stands after two cycles']!)
    expect(told(events, { limits: { max_cycles: 1 } })).toMatchObject({
      verdict: 'halts',
      halt: { pass: 1, how: 'end', what: 'findings-open', certain: true },
    })
  })

  test('a gate that the policy answers', () => {
    const { events } = simulate({ ...pipelines['there is no way to verify'], answers: { unverified: 'yes' } })
    expect(told(events, { gates: { unverified: 'deny' } })).toMatchObject({
      verdict: 'halts',
      right: false,
      halt: { what: 'refused' },
    })
  })

  test('a budget', () => {
    const { events } = run({ ...mended, usd: 1, start: { policy: policyWith({ threshold: 9 }) } })
    expect(told(events, { budget: { usd: 2 } })).toMatchObject({
      verdict: 'halts',
      right: false,
      halt: { pass: 2, what: 'budget' },
    })
  })
})

test('the policy that it had changes nothing', () => {
  const { events } = run(stuck)
  const one = told(events, threshold(3))
  expect(one).toMatchObject({ verdict: 'unchanged', changed: [], diverges: null })
  expect(one.would).toEqual(one.real)
})
