import { describe, expect, test } from 'vitest'
import { defaultConfig } from '../../src/config/load.ts'
import type { AgentCall, Command } from '../../src/core/commands.ts'
import { decide } from '../../src/core/decide/index.ts'
import type { Contract } from '../../src/core/events.ts'
import { applyEvent } from '../../src/core/fold.ts'
import { initialState } from '../../src/core/state.ts'
import { BASE, finding, HEAD, type Script, type Simulation, simulate } from './simulate.ts'

const heads = ['a', 'c', 'd', 'e', 'f', '1', '2', '3', '4', '5'].map((digit) => digit.repeat(40))
const loop = { max_passes: 5, suppressed: null, accept: false }

function run(script: Script & { loop?: object }, before: Simulation['events'] = []): Simulation {
  const { loop: own, ...rest } = script
  return simulate(
    { heads, ...rest, start: { strategy: 'loop', loop: { ...loop, ...own }, ...rest.start } },
    before,
  )
}

/** Green from this pass on; the merged tree is what is checked. */
const greenFrom = (pass: number) => (kind: string, nth: number) =>
  kind === 'merged' ? nth >= pass : !['proof', 'can-fail'].includes(kind)

const onlyMergedRed = (kind: string) => kind !== 'merged'

const moves = (events: Simulation['events']) =>
  events.flatMap((event) =>
    event.type === 'breaker.transition' ? [`${event.data.from}>${event.data.to}`] : [],
  )

const said = (status: string) => [{ content: 'the change', status }]
const makers = (commands: Command[]): AgentCall[] =>
  commands.flatMap((command) =>
    command.do === 'agent' && command.call.role === 'maker' ? [command.call] : [],
  )

describe('the loop', () => {
  test('one pass is enough for work that is proven in it', () => {
    const { state } = run({})
    expect(state.passes).toMatchObject([{ pass: 1, check: 'green', review: 'APPROVED', left: [] }])
    expect(state.ended).toMatchObject({ status: 'landed', exit_code: 0 })
  })

  test('a red pass, one with a finding, and a clean one: three, and landed', () => {
    const agent = (role: string, attempt: number): Partial<Contract> | undefined =>
      role === 'sage' && attempt === 1
        ? { verdict: 'REJECTED', findings: [finding({ category: 'quality' })] }
        : undefined
    const { state, commands } = run({ green: greenFrom(2), agent })
    expect(state.passes.map(({ check, review }) => [check, review])).toEqual([
      ['red', null],
      ['green', 'REJECTED'],
      ['green', 'APPROVED'],
    ])
    expect(state.ended?.exit_code).toBe(0)
    const [, second, third] = makers(commands)
    expect(second).toMatchObject({ step: '1-do-maker-2', head: heads[0] })
    expect(second?.note).toContain('npm test exited 1')
    expect(third?.note).toContain('it loses the last item')
  })

  test('each pass says what it is for', () => {
    const { commands } = run({ green: () => false, loop: { max_passes: 4 } })
    const focus = makers(commands).map(
      ({ note }) => /pass \d of at most \d: ([a-z ]+)\./.exec(note ?? '')?.[1],
    )
    expect(focus).toEqual(['implement', 'verify', 'edge cases'])
  })

  test('green and approved is not complete while the agent’s own list is not', () => {
    const agent = (role: string, attempt: number) =>
      role === 'maker' ? { todos: said(attempt === 1 ? 'in_progress' : 'completed') } : undefined
    const { state } = run({ agent })
    expect(state.passes).toMatchObject([{ left: ['to do: the change'] }, { left: [], issues_fixed: 1 }])
    expect(state.ended?.exit_code).toBe(0)
  })

  test('a pass in which something was asked is judged by the call that had the answer', () => {
    const play = ({ step, role }: AgentCall) => {
      if (role !== 'maker') return undefined
      return step.endsWith('answer1')
        ? { status: 'DONE' as const, todos: said('completed') }
        : { status: 'NEEDS_CONTEXT' as const, notes: 'which format?', todos: said('pending') }
    }
    const { state } = run({ play, answers: { context: 'answer' } })
    expect(state.passes).toMatchObject([{ claims_done: true, left: [], todos: said('completed') }])
    expect(state.ended?.exit_code).toBe(0)
  })

  test('what a question was refused is not held against the answer', () => {
    const play = ({ step, role }: AgentCall) =>
      role === 'maker' && !step.endsWith('answer1')
        ? { status: 'NEEDS_CONTEXT' as const, notes: 'which format?' }
        : undefined
    let makers = 0
    const denials = (role: string) => (role === 'maker' && makers++ === 0 ? ['Bash'] : [])
    const { state } = run({ play, denials, answers: { context: 'answer' } })
    expect(state.passes[0]?.facts.denials).toBe(0)
  })

  test('"done" in words changes nothing while the checks are red', () => {
    const { state } = run({ green: () => false, agent: () => ({ status: 'DONE' }) })
    expect(state.merged).toBeNull()
    expect(state.passes.every(({ claims_done, check }) => claims_done && check === 'red')).toBe(true)
  })

  test('a killed run goes on in the pass it was in', () => {
    const whole = run({ green: greenFrom(3) })
    for (let cut = 1; cut < whole.events.length; cut++) {
      const { state } = run({ green: greenFrom(3) }, whole.events.slice(0, cut))
      expect([state.passes.map(({ pass }) => pass), state.ended?.exit_code]).toEqual([[1, 2, 3], 0])
    }
  })
})

describe('when the passes are used up', () => {
  const open: Script = {
    agent: (role, attempt) =>
      role === 'sage'
        ? {
            verdict: 'REJECTED',
            findings: [finding({ category: 'quality', description: `issue ${'abcdefgh'[attempt]} stands` })],
          }
        : undefined,
  }

  test('a person is asked: more, or what is there', () => {
    const { state } = run({ ...open, loop: { max_passes: 2 } })
    expect(Object.values(state.gates)).toMatchObject([{ kind: 'passes', answer: null }])
    expect(state.ended).toBeNull()
  })

  test('yes gives as many again', () => {
    const { state } = run({ ...open, loop: { max_passes: 2 }, answers: { passes: 'yes' } })
    expect(state.maxRounds).toBeGreaterThanOrEqual(4)
  })

  test('no accepts what is there, if its checks are green', () => {
    expect(run({ ...open, loop: { max_passes: 2 }, answers: { passes: 'no' } }).state.ended?.exit_code).toBe(
      0,
    )
    const red = run({ loop: { max_passes: 2 }, green: onlyMergedRed, answers: { passes: 'no' } })
    expect(red.state.ended).toMatchObject({ status: 'verification-red', exit_code: 12 })
  })

  test('--accept answers it beforehand; --yes gives one more round of passes and then ends', () => {
    expect(run({ ...open, loop: { max_passes: 2, accept: true } }).state.ended?.exit_code).toBe(0)
    const options = { merge: true, yes: true, allow: [], dry_run: false }
    const { state } = run({ ...open, loop: { max_passes: 2 }, start: { options } })
    expect(state.passes).toHaveLength(4)
    expect(state.ended).toMatchObject({ status: 'findings-open', exit_code: 10 })
  })

  test('a single pass is verified, and asks nothing', () => {
    const single = { max_passes: 1, suppressed: 'asked for with --single-pass' }
    expect(run({ loop: single }).state.ended?.exit_code).toBe(0)
    expect(run({ loop: single, green: onlyMergedRed }).state.ended?.exit_code).toBe(12)
    expect(run({ ...open, loop: single }).state.ended?.exit_code).toBe(10)
  })
})

describe('what was red before', () => {
  const red: Script = { green: () => false }
  const kinds = ({ state }: Simulation) => Object.values(state.gates).map(({ kind }) => kind)

  test('a single pass asks whether it may land so, and only a yes lands it', () => {
    const single = { ...red, loop: { max_passes: 1, suppressed: 'asked for' } }
    expect(kinds(run(single))).toEqual(['baseline-red'])
    const exit = (answer: string) =>
      run({ ...single, answers: { 'baseline-red': answer } }).state.ended?.exit_code
    expect([exit('yes'), exit('no')]).toEqual([0, 12])
  })

  test('it is not asked about while passes are left that may mend it', () => {
    const { state } = run({ green: (kind, nth) => kind === 'merged' && nth === 2 })
    expect(Object.keys(state.gates)).toEqual([])
    expect(state.passes).toHaveLength(2)
  })

  test('accepting what is there leads to it when the passes are used up', () => {
    const used = run({ ...red, loop: { max_passes: 2 }, answers: { passes: 'no', 'baseline-red': 'yes' } })
    expect(kinds(used)).toEqual(['passes', 'baseline-red'])
    expect(used.state.ended?.exit_code).toBe(0)
  })

  test('a run that stands still asks about it first; yes lands, no leaves the usual question', () => {
    expect(kinds(run(red))).toEqual(['baseline-red'])
    const yes = run({ ...red, answers: { 'baseline-red': 'yes' } })
    expect([yes.state.passes.length, yes.state.ended?.exit_code]).toEqual([3, 0])
    const no = run({ ...red, answers: { 'baseline-red': 'no' } })
    expect(kinds(no)).toEqual(['baseline-red', 'stagnation'])
  })

  test('it does not land unread, nor with a finding open', () => {
    const agent = (role: string) =>
      role === 'sage'
        ? { verdict: 'REJECTED' as const, findings: [finding({ category: 'quality' })] }
        : undefined
    const single = { ...red, agent, loop: { max_passes: 1, suppressed: 'asked for' } }
    const { state } = run(single)
    expect(state.passes).toMatchObject([{ check: 'red', review: 'REJECTED' }])
    expect(Object.keys(state.gates)).toEqual([])
    expect(state.ended?.exit_code).toBe(12)
  })

  test('a check that was green before is never asked about', () => {
    expect(kinds(run({ green: onlyMergedRed, loop: { max_passes: 2 }, answers: { passes: 'no' } }))).toEqual([
      'passes',
    ])
  })
})

describe('the best work', () => {
  const rejected = (role: string) =>
    role === 'sage'
      ? { verdict: 'REJECTED' as const, findings: [finding({ category: 'quality' })] }
      : undefined
  const single = { start: { options: { merge: true, yes: true, allow: [], dry_run: false } } }

  test('is the last green pass, not a red one after it', () => {
    const green = (kind: string, nth: number) => kind !== 'merged' || nth === 1
    const { state } = run({ ...single, green, agent: rejected, loop: { max_passes: 1 } })
    expect(state.passes.map(({ check }) => check)).toEqual(['green', 'red'])
    expect(state.ended).toMatchObject({ exit_code: 12, head: heads[0] })
  })

  test('is the latest of several that are green', () => {
    const { state } = run({ ...single, agent: rejected, loop: { max_passes: 1 } })
    expect(state.ended).toMatchObject({ exit_code: 10, head: heads[1] })
  })
})

describe('the breaker', () => {
  const red: Script = { green: () => false }

  test('opens after three passes that change nothing, and asks', () => {
    const { state } = run({ heads: [BASE] })
    expect(state.breaker).toMatchObject({ state: 'OPEN', reason: expect.stringContaining('No file changes') })
    const [gate] = Object.values(state.gates)
    expect(gate).toMatchObject({
      kind: 'stagnation',
      choices: ['continue', 'skip', 'abort', 'retry', 'help'],
    })
    expect(state.passes).toHaveLength(3)
  })

  test('a repository that stays as an earlier pass left it is no change either', () => {
    const { state } = run({ ...red, heads: [HEAD] })
    expect(state.breaker.state).toBe('OPEN')
  })

  test('five different errors leave it closed', () => {
    const { state } = run({
      green: (kind) => kind !== 'merged',
      agent: () => ({ status: 'DONE_WITH_CONCERNS' }),
      failing: 'test',
      tails: ['a', 'b', 'c', 'd', 'e'].map((name) => `Error: ${name} is missing\n    at x.js:1:1`),
    })
    expect(state.passes).toHaveLength(5)
    expect(state.breaker.state).toBe('CLOSED')
  })

  const fewer = (...failed: number[]) =>
    failed.map(
      (count) =>
        ` FAIL  test/a.test.js > adds\n Test Files  1 failed (1)\n      Tests  ${count} failed (10)\n`,
    )

  test('fewer failing tests each time leave it closed, whichever is named first', () => {
    const { state } = run({ green: onlyMergedRed, tails: fewer(9, 5, 2, 1), loop: { max_passes: 4 } })
    expect(state.passes.map(({ facts }) => facts.failed_tests)).toEqual([9, 5, 2, 1])
    expect(new Set(state.passes.flatMap(({ facts }) => facts.errors)).size).toBe(1)
    expect(state.breaker.state).toBe('CLOSED')
  })

  test('as many failing tests as before open it', () => {
    const { state } = run({ green: onlyMergedRed, tails: fewer(9, 5, 5, 5) })
    expect(state.passes).toHaveLength(4)
    expect(state.breaker.signals).toContain('stagnation.repeated-error')
  })

  test('fewer failing tests in the probe pass close it again', () => {
    const { events } = run({
      green: onlyMergedRed,
      tails: fewer(5, 5, 5, 4),
      loop: { max_passes: 4 },
      answers: { stagnation: 'continue' },
    })
    expect(moves(events)).toEqual(['CLOSED>OPEN', 'OPEN>HALF_OPEN', 'HALF_OPEN>CLOSED'])
  })

  test('an exit code alone is no signature', () => {
    const { state } = run({ green: onlyMergedRed, agent: () => ({ status: 'DONE_WITH_CONCERNS' }) })
    expect(state.passes.length).toBeGreaterThan(3)
    expect(state.passes[0]).toMatchObject({ left: ['npm test exited 1'], facts: { errors: [] } })
  })

  test('errors that go round in a circle open it', () => {
    const { state } = run({
      green: (kind) => kind !== 'merged',
      agent: () => ({ status: 'DONE_WITH_CONCERNS' }),
      tails: ['a', 'b', 'a', 'b'].map((name) => `Error: ${name} is missing\n    at x.js:1:1`),
    })
    expect(state.passes).toHaveLength(4)
    expect(state.breaker).toMatchObject({ state: 'OPEN', reason: 'Errors go round in a circle' })
  })

  const policy = (stagnation: object) => ({ start: { policy: policyWith(stagnation) } })

  test('abort ends with 23 and keeps the work', () => {
    const { state } = run({ ...red, heads: [HEAD], ...policy({ action: 'abort' }) })
    expect(state.ended).toMatchObject({ status: 'stagnation', exit_code: 23 })
  })

  test('alert goes on', () => {
    const { state } = run({ heads: [BASE], ...policy({ action: 'alert' }) })
    expect(state.passes.length).toBeGreaterThan(3)
  })

  const minutesLater = (at: string, minutes: number) =>
    new Date(Date.parse(at) + minutes * 60_000).toISOString()

  test('30 minutes without an answer are one probe pass, and 29 are none', () => {
    const { state } = run({ heads: [BASE] })
    const [gate] = Object.values(state.gates)
    expect(decide(state, minutesLater(gate!.openedAt, 29)).commands).toEqual([])
    const data = { gate: gate!.id, answer: 'continue', text: null, by: 'cooldown' }
    const event = { type: 'gate.answered', data }
    expect(decide(state, minutesLater(gate!.openedAt, 30)).commands).toEqual([
      { do: 'record', key: `cooldown:${gate!.id}`, event },
    ])
  })

  test('a question after help waits as long', () => {
    const { events } = run({ heads: [BASE], answers: { stagnation: 'help' } })
    // Up to the second question; the answer to it is left out.
    const upTo = events.findLastIndex(({ type }) => type === 'gate.opened') + 1
    const state = events.slice(0, upTo).reduce((made, event) => {
      applyEvent(made, event)
      return made
    }, initialState('run'))
    const [asked] = Object.values(state.gates).filter(({ answer }) => answer === null)
    expect(asked?.id).toMatch(/-help$/)
    expect(decide(state, minutesLater(asked!.openedAt, 29)).commands).toEqual([])
    expect(decide(state, minutesLater(asked!.openedAt, 30)).commands).toMatchObject([
      { event: { data: { gate: asked!.id, by: 'cooldown' } } },
    ])
  })

  test('escalate lifts the model, gives one probe pass, and pauses when nothing is above', () => {
    const config = policyWith({ action: 'escalate' })
    const models = { ...config.models, default: 'haiku' }
    const { state, events } = run({
      heads: [BASE],
      loop: { max_passes: 9 },
      start: { policy: { ...config, models } },
    })
    expect(moves(events)).toEqual([
      'CLOSED>OPEN',
      'OPEN>HALF_OPEN',
      'HALF_OPEN>OPEN',
      'OPEN>HALF_OPEN',
      'HALF_OPEN>OPEN',
    ])
    expect(state.breaker.lift).toBe(2)
    expect(Object.values(state.gates)).toMatchObject([{ kind: 'stagnation' }])
  })

  test('escalate has nothing to raise where no model is configured, and asks', () => {
    const { state } = run({ heads: [BASE], ...policy({ action: 'escalate' }) })
    expect(state.breaker).toMatchObject({ state: 'OPEN', lift: 0 })
    expect(Object.values(state.gates)).toMatchObject([{ kind: 'stagnation' }])
  })

  test('a probe pass that makes progress closes it', () => {
    const { state, events } = run({
      heads: [BASE, BASE, BASE, heads[0]!],
      answers: { stagnation: 'continue' },
    })
    expect(moves(events)).toEqual(['CLOSED>OPEN', 'OPEN>HALF_OPEN', 'HALF_OPEN>CLOSED'])
    expect(state.ended?.exit_code).toBe(0)
  })

  test('help tells what was tried and asks again; abort ends it', () => {
    const { state } = run({ heads: [BASE], answers: { stagnation: 'help' } })
    const gates = Object.values(state.gates)
    expect(gates).toHaveLength(2)
    expect(gates[1]?.choices).not.toContain('help')
    expect(gates[1]?.evidence.join('\n')).toContain('pass 3: nothing to check, nothing changed')
    expect(run({ heads: [BASE], answers: { stagnation: 'abort' } }).state.ended?.exit_code).toBe(23)
    expect(run({ heads: [BASE], answers: { stagnation: 'skip' } }).state.ended?.exit_code).toBe(23)
  })

  test('resuming after an abort goes through one probe pass', () => {
    const ended = run({ heads: [BASE], ...policy({ action: 'abort' }) })
    const last = ended.events.at(-1)!
    const resumed = {
      ...last,
      seq: last.seq + 1,
      type: 'run.resumed' as const,
      data: { reason: 'asked', after: last.seq },
    }
    const { state, events } = run({ heads: [BASE], ...policy({ action: 'abort' }) }, [
      ...ended.events,
      resumed as (typeof ended.events)[number],
    ])
    expect(state.passes).toHaveLength(4)
    expect(moves(events).at(-1)).toBe('HALF_OPEN>OPEN')
    expect(state.ended?.exit_code).toBe(23)
  })

  test('a signal that is switched off says nothing', () => {
    const off = {
      signals: {
        no_file_changes: false,
        repeated_errors: false,
        task_timeout_iterations: null,
        completion_without_evidence: false,
      },
    }
    const { state } = run({ heads: [BASE], ...policy(off) })
    expect(state.breaker.state).toBe('CLOSED')
    expect(state.passes).toHaveLength(5)
  })

  test('a rule’s own threshold wins over the one for all', () => {
    const detectors = { 'stagnation.no-file-changes': { thresholds: { passes: 2 } } }
    const { state } = run({
      heads: [BASE],
      start: { policy: { ...policyWith({ threshold: 4 }), detectors } },
    })
    expect(state.passes).toHaveLength(2)
    expect(state.breaker.signals).toEqual(['stagnation.no-file-changes'])
  })

  test('the threshold is the configuration’s', () => {
    const { state } = run({ heads: [BASE], ...policy({ threshold: 2 }) })
    expect(state.passes).toHaveLength(2)
    expect(state.breaker.state).toBe('OPEN')
  })
})

function policyWith(stagnation: object) {
  const base = defaultConfig()
  return { ...base, stagnation: { ...base.stagnation, ...stagnation } }
}
