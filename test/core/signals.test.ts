import { describe, expect, test } from 'vitest'
import type { EventData, EventOf } from '../../src/core/events.ts'
import { applyCorrection, lookId, rulingId, signalId } from '../../src/core/fold-signals.ts'
import { manyShadows, rungOf } from '../../src/core/ladder.ts'
import { answeredStep, lastAnswered, openRecall } from '../../src/core/recall.ts'
import { initialState, type RunState, type Signal, type StepState } from '../../src/core/state.ts'
import { ladder } from '../../src/policy/ladder.ts'
import { named } from './named.ts'

type Correction = EventData['correction.applied']

const STEP = '1-do-maker'

function correction(over: Partial<Correction> = {}): EventOf<'correction.applied'> {
  const data = {
    signal: `maker.rogue@${STEP}@1`,
    shadow: 'maker.rogue',
    layer: 'archetype',
    rung: 'correct',
    step: STEP,
    attempt: 1,
    text: 'keep to the plan',
    ...over,
  }
  // Only its data is looked at.
  return { type: 'correction.applied', data } as EventOf<'correction.applied'>
}

function corrected(...all: Partial<Correction>[]): RunState {
  const state = initialState('run')
  for (const over of all) applyCorrection(state, correction(over))
  return state
}

function called(state: RunState, id: string, attempt: number, outcome: StepState['outcome'] = 'complete') {
  // Of a step only these matter here.
  state.steps[id] = { id, identity: named(id), attempt, outcome } as StepState
}

function signal(shadow: string, cycle = 1): Signal {
  // Of a signal only these matter here.
  return { id: `${shadow}@${cycle}`, shadow, cycle } as Signal
}

describe('the names of what was seen', () => {
  test('a signal is a shadow at an attempt of a step, or of the whole run', () => {
    expect(signalId({ shadow: 'maker.rogue', step: STEP, attempt: 2 })).toBe('maker.rogue@1-do-maker@2')
    expect(signalId({ shadow: 'system.scope-creep', step: null, attempt: null })).toBe('system.scope-creep@@')
  })

  test('a look is at an attempt of a step, and a ruling is by a rule about it', () => {
    expect(lookId({ step: STEP, attempt: 2 })).toBe('1-do-maker@2')
    expect(rulingId({ detector: 'a.b', step: STEP, attempt: 2 })).toBe('a.b@1-do-maker@2')
  })
})

describe('a correction', () => {
  test('has the step called again after its attempt, with what is said to it', () => {
    const note = 'keep to the plan'
    expect(corrected({}).recalls).toEqual({ [STEP]: { after: 1, rung: 'correct', note, lift: 0 } })
    expect(corrected({ rung: 'replace' }).recalls[STEP]).toEqual({ after: 1, rung: 'replace', note, lift: 1 })
  })

  test('of no step, of no attempt, or of another rung is only kept', () => {
    for (const over of [{ step: null }, { attempt: null }, { rung: 'ask' as const }]) {
      const state = corrected(over)
      expect([state.corrections.length, state.recalls]).toEqual([1, {}])
    }
  })

  test('counts from the last attempt that the step has had', () => {
    const state = initialState('run')
    called(state, STEP, 3)
    applyCorrection(state, correction({ attempt: 1 }))
    applyCorrection(state, correction({ step: '1-plan-creator', attempt: 2 }))
    expect([state.recalls[STEP]?.after, state.recalls['1-plan-creator']?.after]).toEqual([3, 2])
  })

  test('is for the call that had the answer, if something was asked on the way', () => {
    const state = initialState('run')
    called(state, STEP, 1)
    called(state, `${STEP}-answer1`, 2)
    applyCorrection(state, correction({ attempt: 2 }))
    expect(Object.keys(state.recalls)).toEqual([`${STEP}-answer1`])
  })

  test('takes back what came of the step, and nothing of another', () => {
    const state = initialState('run')
    const other = '1-do-maker-tests'
    for (const step of [STEP, other]) {
      state.reviews[step] = {} as RunState['reviews'][string]
      state.collected[step] = {} as RunState['collected'][string]
      state.downgrades[`${step}:0`] = 'no such line'
    }
    applyCorrection(state, correction())
    expect([state.reviews, state.collected, state.downgrades].map((each) => Object.keys(each))).toEqual([
      [other],
      [other],
      [`${other}:0`],
    ])
  })
})

describe('two corrections of one step', () => {
  test('of one attempt are one call that is told of both, with the higher rung', () => {
    const note = 'one\n\ntwo'
    const both = (...rungs: ('correct' | 'replace')[]) =>
      corrected({ rung: rungs[0]!, text: 'one' }, { rung: rungs[1]!, text: 'two' }).recalls[STEP]
    expect(both('correct', 'correct')).toEqual({ after: 1, rung: 'correct', note, lift: 0 })
    expect(both('correct', 'replace')).toEqual({ after: 1, rung: 'replace', note, lift: 1 })
    expect(both('replace', 'correct')).toEqual({ after: 1, rung: 'replace', note, lift: 1 })
    expect(both('replace', 'replace')).toEqual({ after: 1, rung: 'replace', note, lift: 1 })
  })

  test('of two attempts are two calls: the later note counts, and the model goes up by both', () => {
    const { recalls } = corrected(
      { rung: 'replace', text: 'one' },
      { rung: 'replace', attempt: 2, text: 'two' },
    )
    expect(recalls[STEP]).toEqual({ after: 2, rung: 'replace', note: 'two', lift: 2 })
  })
})

describe('a recall', () => {
  const recalled = (outcome: StepState['outcome'], attempt: number) => {
    const state = corrected({})
    called(state, STEP, attempt, outcome)
    return openRecall(state, state.steps[STEP]!)
  }

  test('is open until the step has ended once more', () => {
    expect(recalled('complete', 1)).toMatchObject({ after: 1, note: 'keep to the plan' })
    expect(recalled('complete', 2)).toBeNull()
    expect(recalled('running', 1)).toBeNull()
    expect(openRecall(initialState('run'), { id: STEP } as StepState)).toBeNull()
  })

  test('the last call of a step is the one after all of its questions', () => {
    const state = initialState('run')
    expect([lastAnswered(state, STEP), answeredStep(state, STEP)]).toEqual([STEP, null])
    called(state, STEP, 1)
    called(state, `${STEP}-answer1`, 2)
    called(state, `${STEP}-answer2`, 3)
    expect(lastAnswered(state, STEP)).toBe(`${STEP}-answer2`)
    expect(answeredStep(state, STEP)).toMatchObject({ id: STEP, attempt: 3 })
  })
})

describe('the count of the ladder', () => {
  test('is of one shadow, up to the signal in question', () => {
    const state = initialState('run')
    state.signals = [signal('maker.rogue', 1), signal('sage.bureaucrat', 1), signal('maker.rogue', 2)]
    expect(state.signals.map((each) => rungOf(state, each))).toEqual([
      ladder.rungs[0],
      ladder.rungs[0],
      ladder.rungs[1],
    ])
  })

  test('stays at the last rung', () => {
    const state = initialState('run')
    state.signals = Array.from({ length: 9 }, (_, at) => signal('maker.rogue', at))
    expect(rungOf(state, state.signals.at(-1)!)).toBe(ladder.rungs.at(-1))
  })

  test('many shadows are different ones of this cycle, by name', () => {
    const state = initialState('run')
    state.cycle = 2
    const names = ['d', 'c', 'b', 'a'].slice(-ladder.differentShadows)
    state.signals = [...names.slice(1), names[1]!].map((name) => signal(name, 2))
    state.signals.push(signal('z', 1))
    expect(manyShadows(state)).toEqual([])
    state.signals.push(signal(names[0]!, 2))
    expect(manyShadows(state)).toEqual(names.toSorted())
  })
})
