import { describe, expect, test } from 'vitest'
import type { WiggumEvent } from '../../src/core/events.ts'
import { fold } from '../../src/core/fold.ts'
import { stepScene } from '../../src/core/scenes/step-scene.ts'
import { initialState } from '../../src/core/state.ts'
import { finding, type Script, simulate } from './simulate.ts'

const SURE = { task_understanding: 0.9, solution_completeness: 0.9, risk_coverage: 0.9 }
const CONCERNS = ['it loses the last item', 'accents are dropped', 'a number throws a TypeError']

/** Three cycles; the Guardian rejects each time, over something else. */
const script: Script = {
  heads: ['1', '2', '3'].map((digit) => digit.repeat(40)),
  files: [{ path: 'src/x.js' }, { path: 'test/x.test.js', test: true }],
  agent: (role, attempt) => {
    if (role === 'creator') return { confidence: SURE, files: ['src/x.js'], test_strategy: ['a case'] }
    if (role !== 'guardian') return undefined
    const description = CONCERNS[(attempt - 1) % CONCERNS.length]!
    return { verdict: 'REJECTED', findings: [finding({ description })] }
  },
  start: { strategy: 'pdca', workflow: 'fast', max_cycles: 3 },
}

describe('the scene of a step', () => {
  const sceneOf = (id: string, of = simulate(script).state) => stepScene(of, of.steps[id]!)
  const corrected = (rung: 'correct' | 'replace') =>
    simulate(script, afterCorrection(simulate(script).events, rung)).state

  test('has the verdicts of the cycles before', () => {
    expect(sceneOf('3-check-guardian')?.verdictsBefore).toEqual(['REJECTED', 'REJECTED'])
  })

  test('has no verdict of a reviewer that was replaced since', () => {
    const on = corrected('replace')
    expect(on.steps['3-check-guardian']).toMatchObject({ attempt: 4, outcome: 'complete' })
    expect(sceneOf('3-check-guardian', on)?.verdictsBefore).toEqual([])
  })

  test('has them all where the reviewer was only corrected', () => {
    const on = corrected('correct')
    expect(on.steps['3-check-guardian']).toMatchObject({ attempt: 4, outcome: 'complete' })
    expect(sceneOf('3-check-guardian', on)?.verdictsBefore).toEqual(['REJECTED', 'REJECTED'])
  })

  test('says whether its work began at the base', () => {
    const began = ['1-do-maker', '2-do-maker', '1-check-guardian', '2-check-guardian']
    const { state } = simulate(script)
    expect(began.map((id) => sceneOf(id, state)?.change?.fromBase)).toEqual([true, false, true, false])
  })

  test('is none before the run has started, nor before the step has said something', () => {
    const { events, state } = simulate(script)
    const maker = state.steps['1-do-maker']!
    expect(stepScene({ ...initialState(), steps: state.steps }, maker)).toBeNull()
    expect(sceneOf(maker.id, fold(without(events, 'agent.complete', maker.id)))).toBeNull()
    expect(sceneOf(maker.id, state)).toMatchObject({ role: 'maker', step: '1-do-maker', task: 'fix it' })
  })

  test.each([
    ['npm test', [], true],
    [null, ['npm run e2e'], true],
    ['npm test', ['npm run e2e'], true],
    [null, [], false],
  ])('with the test %s and for acceptance %j it verifies: %s', (command, acceptance, verifies) => {
    const [start, ...rest] = simulate(script).events
    if (start?.type !== 'run.start') throw new Error('a log begins with its start')
    const verify = { ...start.data.verify, test: command, acceptance }
    const state = fold([{ ...start, data: { ...start.data, verify } }, ...rest])
    expect(sceneOf('1-do-maker', state)?.verifies).toBe(verifies)
  })
})

describe('the plan in a scene', () => {
  const { events } = simulate({
    ...script,
    agent: (role, attempt) =>
      role === 'creator' ? { confidence: SURE, files: [`src/${attempt}.js`] } : script.agent?.(role, attempt),
  })
  const planFor = (step: string, log = events) => {
    const state = fold(log)
    return stepScene(state, state.steps[step]!)?.plan?.contract.files ?? null
  }
  const upTo = (step: string) => events.slice(0, 1 + events.findLastIndex((event) => isOf(event, step)))

  test('is the last one', () => {
    const steps = ['1-do-maker', '1-check-guardian', '2-do-maker', '3-check-guardian']
    const plans = [['src/1.js'], ['src/1.js'], ['src/2.js'], ['src/3.js']]
    expect(steps.map((step) => planFor(step, upTo(step)))).toEqual(plans)
  })

  test('is none for whoever plans', () => {
    expect(planFor('1-plan-creator')).toBeNull()
    expect(planFor('3-plan-creator')).toBeNull()
  })

  test('is none while nobody has planned', () => {
    const unplanned = events.filter((event) => !/^\d-plan-creator$/.test(stepOf(event) ?? ''))
    expect(planFor('1-do-maker', unplanned)).toBeNull()
  })

  test('is the one before where the next has not ended', () => {
    expect(planFor('3-do-maker', without(events, 'agent.complete', '3-plan-creator'))).toEqual(['src/2.js'])
  })

  test('goes by the attempt, not by the place in the log', () => {
    const first = events.filter((event) => isOf(event, '1-plan-creator'))
    const late = [...events.filter((event) => !first.includes(event)), ...first]
    expect(Object.keys(fold(late).steps).at(-1)).toBe('1-plan-creator')
    expect(planFor('3-do-maker', late)).toEqual(['src/3.js'])
  })

  test('is the later one of two first attempts: one that was taken over does not count as a call', () => {
    const first = { attempt: 1 }
    const again = ['agent.start', 'agent.complete'].reduce(
      (log, type) => retold(log, type, '2-plan-creator', first),
      upTo('2-do-maker'),
    )
    expect(planFor('2-do-maker', again)).toEqual(['src/2.js'])
  })
})

describe('the change in a scene', () => {
  const files = [
    { path: 'src/x.js', added: 3, deleted: 1 },
    { path: 'test/x.test.js', test: true, added: 40, deleted: 20 },
  ]
  const { events } = simulate({ ...script, files })
  const changeFor = (step: string, log = events) => {
    const state = fold(log)
    return stepScene(state, state.steps[step]!)?.change
  }

  test('is what the Maker did, and what a reviewer was asked about', () => {
    const paths = files.map(({ path }) => path)
    const figures = { touched: paths, commits: 1, fromBase: true, tookAlong: false, added: 43, deleted: 21 }
    expect(changeFor('1-do-maker')).toMatchObject({ files, ...figures })
    expect(changeFor('1-check-guardian')).toEqual(changeFor('1-do-maker'))
  })

  test('is none for whoever plans', () => {
    expect(changeFor('1-plan-creator')).toBeNull()
  })

  test('says whether it took something along', () => {
    const took = retold(events, 'work.collected', '1-do-maker', { took_along: ['notes.txt'] })
    expect(changeFor('1-do-maker', took)?.tookAlong).toBe(true)
    expect(changeFor('2-do-maker', took)?.tookAlong).toBe(false)
  })
})

describe('what is also in scope', () => {
  const at = (file: string | null) => finding({ file, description: `it is wrong in ${file}` })
  const run = (over: Partial<Script> = {}) =>
    simulate({
      ...script,
      agent: (role) => {
        if (role === 'creator') return { confidence: SURE, files: ['src/plan.js', 'src/x.js'] }
        if (role === 'maker') return { files: ['src/maker.js'] }
        return { verdict: 'REJECTED', findings: [at('src/x.js'), at(null), at('src/review.js')] }
      },
      inspect: { findings: [at('src/inspected.js'), at(null)] },
      start: { ...script.start, max_cycles: 2 },
      ...over,
    }).events
  const scopeIn = (log: WiggumEvent[]) => {
    const state = fold(log)
    return stepScene(state, state.steps['1-do-maker']!)?.alsoInScope
  }
  const found = ['src/review.js', 'src/inspected.js']

  test('is what plans list and findings name, each once', () => {
    expect(scopeIn(run())).toEqual(['src/plan.js', 'src/x.js', ...found])
  })

  test('has what was found in earlier cycles', () => {
    const log = run().map((event) =>
      event.type === 'cycle.boundary'
        ? { ...event, data: { ...event.data, findings: [at('src/earlier.js'), at(null)] } }
        : event,
    )
    expect(scopeIn(log)).toEqual(['src/plan.js', 'src/x.js', ...found, 'src/earlier.js'])
  })

  test('has nothing of a plan that has not ended', () => {
    const open = ['1-plan-creator', '2-plan-creator'].reduce(
      (log, step) => without(log, 'agent.complete', step),
      run(),
    )
    expect(scopeIn(open)).toEqual(['src/x.js', ...found])
  })
})

describe('the review in a scene', () => {
  const events = simulate({
    ...script,
    agent: (role, attempt) =>
      role === 'guardian'
        ? {
            verdict: 'REJECTED',
            findings: CONCERNS.slice(0, 2).map((description) => finding({ description })),
          }
        : script.agent?.(role, attempt),
  }).events
  const step = '1-check-guardian'
  const at = events.findIndex((event) => event.type === 'review.verdict' && isOf(event, step))

  test('says which findings count', () => {
    const state = fold([...events.slice(0, at), downgrade(events[at]!, step, 1), ...events.slice(at)])
    const review = stepScene(state, state.steps[step]!)?.review
    expect(review?.verdict).toBe('REJECTED')
    expect(review?.findings).toMatchObject([
      { description: CONCERNS[0], severity: 'CRITICAL', counts: true, facts: null },
      { description: CONCERNS[1], severity: 'CRITICAL', counts: false, facts: null },
    ])
  })

  test('is none for whoever did not review', () => {
    const state = fold(events)
    expect(stepScene(state, state.steps['1-do-maker']!)?.review).toBeNull()
  })
})

describe('the verdicts before', () => {
  const SAID = ['REJECTED', 'NONE', 'APPROVED'] as const
  const guardians = ['1', '2', '3'].map((cycle) => `${cycle}-check-guardian`)
  /** Three reviews of the Guardian that each came to something else. */
  const events = guardians.reduce(
    (log, step, at) => retold(log, 'review.verdict', step, { verdict: SAID[at] }),
    simulate(script).events,
  )
  const verdictsIn = (log: WiggumEvent[]) => {
    const state = fold(log)
    return stepScene(state, state.steps['3-check-guardian']!)?.verdictsBefore
  }
  const verdictOf = (step: string) =>
    events.find((event) => event.type === 'review.verdict' && stepOf(event) === step)!
  const replaced = (step: string | null, attempt: number | null) => {
    const signal = { signal: 's', shadow: 'guardian.paranoid', layer: 'archetype' as const }
    const data = { ...signal, rung: 'replace' as const, step, attempt, text: 'afresh' }
    return { ...events.at(-1)!, type: 'correction.applied' as const, data }
  }

  test('are in the order of the attempts, without its own', () => {
    const first = verdictOf('1-check-guardian')
    const late = [...events.filter((event) => event !== first), first]
    expect(Object.keys(fold(late).reviews).at(-1)).toBe('1-check-guardian')
    expect(verdictsIn(late)).toEqual(['REJECTED', 'NONE'])
    expect(verdictsIn(events)).toEqual(['REJECTED', 'NONE'])
  })

  test('begin after the attempt that was replaced', () => {
    expect(verdictsIn([...events, replaced('1-check-guardian', 1)])).toEqual(['NONE'])
  })

  test('have none of the replaced attempt itself', () => {
    const told = [...events, replaced('1-check-guardian', 1), verdictOf('1-check-guardian')]
    expect(verdictsIn(told)).toEqual(['NONE'])
  })

  test('stay where another role was replaced, or no step is named', () => {
    expect(verdictsIn([...events, replaced('3-do-maker', 3)])).toEqual(['REJECTED', 'NONE'])
    expect(verdictsIn([...events, replaced(null, null)])).toEqual(['REJECTED', 'NONE'])
    expect(verdictsIn([...events, replaced('9-check-guardian', 3)])).toEqual(['REJECTED', 'NONE'])
  })

  test('are of the same role only', () => {
    const other = retold(events, 'review.verdict', '2-check-guardian', { archetype: 'skeptic' })
    expect(verdictsIn(other)).toEqual(['REJECTED'])
  })

  test('leave out a review whose call is not in the log', () => {
    const uncalled = without(events, 'agent.start', '1-check-guardian')
    expect(fold(uncalled).reviews['1-check-guardian']?.verdict).toBe('REJECTED')
    expect(verdictsIn(uncalled)).toEqual(['NONE'])
  })
})

function stepOf({ data }: WiggumEvent): string | null {
  return ('step' in data && data.step) || null
}

function isOf(event: WiggumEvent, step: string): boolean {
  return stepOf(event) === step
}

function without(events: WiggumEvent[], type: string, step: string): WiggumEvent[] {
  return events.filter((event) => event.type !== type || !isOf(event, step))
}

/** The log with one event of a step told otherwise. */
function retold(events: WiggumEvent[], type: string, step: string, over: object): WiggumEvent[] {
  return events.map((event) =>
    event.type === type && isOf(event, step)
      ? ({ ...event, data: { ...event.data, ...over } } as WiggumEvent)
      : event,
  )
}

function downgrade(verdict: WiggumEvent, step: string, index: number): WiggumEvent {
  const about = { archetype: 'guardian', step, index, finding: 'f', reason: 'no evidence' }
  const data = { ...about, from: 'CRITICAL' as const, to: 'INFO' as const, head: '1'.repeat(40) }
  return { ...verdict, type: 'evidence.downgrade', data }
}

/** The log up to the third verdict, and what was done about it. */
function afterCorrection(events: WiggumEvent[], rung: 'correct' | 'replace'): WiggumEvent[] {
  const step = '3-check-guardian'
  const at = events.findIndex((event) => event.type === 'review.verdict' && event.data.step === step)
  const before = events.slice(0, at + 1)
  const last = before.at(-1)!
  const shadow = 'guardian.paranoid'
  const data = { signal: `${shadow}@${step}@3`, shadow, rung, step, attempt: 3, text: 'show it' }
  const event = { ...last, seq: last.seq + 1, type: 'correction.applied' as const, parent: [last.seq] }
  return [...before, { ...event, data: { ...data, layer: 'archetype' } }]
}
