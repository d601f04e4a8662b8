import { describe, expect, test } from 'vitest'
import { defaultConfig } from '../../src/config/load.ts'
import { type Script, simulate } from './simulate.ts'

type Tier = 'nudge' | 'halt'

const SURE = { task_understanding: 0.9, solution_completeness: 0.9, risk_coverage: 0.9 }

const STRATEGIES = [
  ['pipeline', {}],
  ['pdca', { workflow: 'standard', max_cycles: 2 }],
  ['loop', { loop: { max_passes: 5, suppressed: null, accept: false } }],
] as const

/** The Maker's n-th call is ended in this way; after the list it works. */
function makerStuck(tiers: Tier[], over: Script = {}) {
  return simulate({
    session: (attempt) => `talk-${attempt}`,
    ...over,
    agent: (role, attempt) => {
      if (role === 'creator') return { confidence: SURE }
      const tier = role === 'maker' ? tiers[attempt - 1] : undefined
      return tier && { stuck: tier }
    },
  })
}

function makers(run: ReturnType<typeof simulate>) {
  return run.commands.flatMap((command) =>
    command.do === 'agent' && command.call.role === 'maker' ? [command.call] : [],
  )
}

function acting(action: string): Script {
  const config = defaultConfig()
  return { start: { policy: { ...config, stagnation: { ...config.stagnation, action } } } }
}

describe('a nudge', () => {
  test.each(STRATEGIES)('in %s goes on with its conversation, told what stood out', (strategy, start) => {
    const run = makerStuck(['nudge'], { start: { strategy, ...start } })
    const [first, second] = makers(run)
    expect(second).toMatchObject({ step: first!.step, attempt: 2, continues: 'talk-1' })
    expect(second!.corrects).toContain('stopped in the middle of your work')
    expect(second!.corrects).toContain('the same call 5 times')
    expect(run.state.ended?.exit_code).toBe(0)
    expect(run.state.corrections).toMatchObject([{ shadow: 'trace.repeats', rung: 'correct' }])
  })

  test('a second one is answered by a fresh agent', () => {
    const run = makerStuck(['nudge', 'nudge'])
    expect(makers(run)[2]).toMatchObject({ attempt: 3, continues: null })
    expect(run.state.corrections.map(({ rung }) => rung)).toEqual(['correct', 'replace'])
    expect(run.state.ended?.exit_code).toBe(0)
  })

  test('a third one in a cycle is a hard break: the same shadow three times', () => {
    const run = makerStuck(['nudge', 'nudge', 'nudge', 'nudge'])
    expect(makers(run)).toHaveLength(3)
    expect(run.state.ended).toMatchObject({ exit_code: 22 })
  })

  test('is no failure of the agent: two and a crash are not three in a row', () => {
    const run = makerStuck(['nudge', 'nudge'])
    expect(run.state.failedCalls).toEqual([])
  })
})

describe('a halt', () => {
  test.each(STRATEGIES)('in %s opens the breaker, and a person is asked', (strategy, start) => {
    const run = makerStuck(['halt'], { start: { strategy, ...start } })
    expect(run.state.breaker).toMatchObject({ state: 'OPEN', signals: ['trace.same-call'] })
    expect(Object.values(run.state.gates)).toMatchObject([
      { kind: 'stagnation', evidence: ['the same call 5 times'], answer: null },
    ])
    expect(makers(run)).toHaveLength(1)
  })

  test.each(STRATEGIES)('in %s is gone on with in a fresh conversation', (strategy, start) => {
    const run = makerStuck(['halt'], { start: { strategy, ...start }, answers: { stagnation: 'continue' } })
    expect(makers(run)[1]).toMatchObject({ attempt: 2, continues: null })
    expect(run.state.ended?.exit_code).toBe(0)
  })

  test('is asked about anew each time: an answer does not carry over', () => {
    const run = makerStuck(['halt', 'halt', 'halt'], { answers: { stagnation: 'continue' } })
    expect(Object.values(run.state.gates).filter(({ kind }) => kind === 'stagnation')).toHaveLength(3)
    expect(run.state.ended?.exit_code).toBe(0)
  })

  test('where that is configured, ends the run with 23', () => {
    const run = makerStuck(['halt'], acting('abort'))
    expect(run.state.ended).toMatchObject({ status: 'stagnation', exit_code: 23 })
    expect(makers(run)).toHaveLength(1)
  })

  test('that is only to be told of is so twice, not for ever', () => {
    const run = makerStuck(Array<Tier>(20).fill('halt'), acting('alert'))
    expect(run.state.ended).toMatchObject({ status: 'stagnation', exit_code: 23 })
    expect(makers(run)).toHaveLength(3)
  })

  test('resumed after its end, the run calls again', () => {
    const ended = makerStuck(['halt'], acting('abort'))
    const resumed = { type: 'run.resumed', data: { from_status: 'stagnation' } }
    const last = ended.events.at(-1)!
    const again = { ...last, ...resumed, seq: last.seq + 1 } as unknown as typeof last
    const run = simulate({ ...acting('abort') }, [...ended.events, again])
    expect(makers(run)).toMatchObject([{ attempt: 2 }])
    expect(run.state.ended?.exit_code).toBe(0)
  })
})

test('whoever answers every question with yes is not called for ever: after three nudges it is the breaker’s', () => {
  const yes = { options: { merge: true, yes: true, allow: [], dry_run: false } }
  const config = defaultConfig()
  const policy = { ...config, detectors: { 'break.same-shadow': { enabled: false } } }
  const run = makerStuck(Array<Tier>(50).fill('nudge'), { start: { ...yes, policy } })
  expect(makers(run)).toHaveLength(4)
  expect(run.state.breaker.state).toBe('OPEN')
  expect(Object.values(run.state.gates)).toMatchObject([{ kind: 'stagnation', answer: null }])
})
