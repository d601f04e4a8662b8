import { describe, expect, test } from 'vitest'
import type { AgentCall } from '../../src/core/commands.ts'
import { isCompleted } from '../../src/core/completed.ts'
import type { Draft, EventOf, WiggumEvent } from '../../src/core/events.ts'
import { fold } from '../../src/core/fold.ts'
import { figuresAt } from '../../src/core/fold-passes.ts'
import { ADOPTED, type RunState } from '../../src/core/state.ts'
import { BASE, finding, type Script, simulate } from './simulate.ts'

const heads = ['a', 'c', 'd', 'e', 'f'].map((digit) => digit.repeat(40))
const play = (script: Script) => simulate({ heads, ...script })
const loop = { strategy: 'loop', loop: { max_passes: 5, suppressed: null, accept: false } }
const ZERO = Date.parse('2026-01-01T00:00:00Z')
const instant = (minutes: number) => new Date(ZERO + minutes * 60_000).toISOString()

/** Events of a log at given minutes; `run.start` comes first, at 0. */
function log(...timed: [number, Draft][]): RunState {
  const begin = play({}).events[0]!
  const rest = timed.map(([minutes, draft], at) => ({
    ...begin,
    seq: at + 2,
    ts: instant(minutes),
    phase: null,
    agent: null,
    ...draft,
  }))
  return fold([{ ...begin, ts: instant(0) }, ...rest] as WiggumEvent[], 'run')
}

const begins = (over: Partial<EventOf<'agent.start'>['data']> = {}): Draft => ({
  type: 'agent.start',
  data: {
    step: '1-do-maker',
    attempt: 1,
    archetype: 'maker',
    agent: 'scripted',
    model: null,
    prompt_summary: '',
    prompt_artifact: '',
    head: BASE,
    about: null,
    ...over,
  },
})

const fails: Draft = {
  type: 'agent.failed',
  data: {
    step: '1-do-maker',
    attempt: 1,
    archetype: 'maker',
    duration_ms: 1,
    cause: 'limit',
    message: 'the usage limit',
    usage: { input_tokens: 0, output_tokens: 0, cost_usd: null, turns: null },
    retry_at: null,
  },
}

const ends = (over: { step?: string; attempt?: number } = {}): Draft => ({
  type: 'agent.complete',
  data: {
    step: '1-do-maker',
    attempt: 1,
    archetype: 'maker',
    duration_ms: 1,
    artifacts: [],
    text: null,
    summary: '',
    contract: { form: 'none', status: 'DONE', status_assumed: true },
    usage: { input_tokens: 100, output_tokens: 20, cost_usd: null, turns: null },
    session: null,
    denials: [],
    killed_after_result: false,
    truncated_bytes: 0,
    ...over,
  },
})

const breaks: Draft = {
  type: 'agent.timeout',
  data: {
    step: '1-do-maker',
    attempt: 1,
    archetype: 'maker',
    duration_ms: 1,
    limit: 'idle',
    limit_ms: 1,
    usage: { input_tokens: 1, output_tokens: 1, cost_usd: null, turns: null },
  },
}

const over: Draft = {
  type: 'run.complete',
  data: { status: 'x', exit_code: 12, reason: '', cycles: 1, agents_total: 1, fixes_total: 0, head: null },
}
const resumed: Draft = { type: 'run.resumed', data: { reason: '', after: 1 } }
const answered: Draft = { type: 'gate.answered', data: { gate: 'g', answer: 'yes', text: null, by: 'x' } }
const times = ({ figures }: RunState) => figures.map(({ startedAt, endedAt }) => [startedAt, endedAt])

describe('a pass outside the loop', () => {
  test('goes from the Maker’s call to the end of the run, with its time and tokens', () => {
    const state = log([1, begins()], [4, ends()], [5, over])
    expect(state.figures).toMatchObject([
      {
        pass: 1,
        step: '1-do-maker',
        attempt: 1,
        ms: 4 * 60_000,
        tokens: 120,
        settled: null,
        checkpoint: false,
      },
    ])
    expect(times(state)).toEqual([[instant(1), instant(5)]])
  })

  test('ends where the next one begins, and each has what it took itself', () => {
    const second = { step: '1-do-maker-2', attempt: 2 }
    const state = log([1, begins()], [4, ends()], [6, begins(second)], [8, ends(second)], [9, over])
    expect(times(state)).toEqual([
      [instant(1), instant(6)],
      [instant(6), instant(9)],
    ])
    expect(state.figures.map(({ pass, ms, tokens }) => [pass, ms / 60_000, tokens])).toEqual([
      [1, 5, 120],
      [2, 3, 120],
    ])
  })

  test('is a further one when the step is called again after an answer, and the same one after none', () => {
    const again = { attempt: 2 }
    expect(log([1, begins()], [2, ends()], [3, begins(again)]).figures).toHaveLength(2)
    const after = log([1, begins()], [2, breaks], [3, begins(again)])
    expect(times(after)).toEqual([[instant(1), null]])
    // Cut off, and called again under the same number.
    expect(log([1, begins()], [3, begins()]).figures).toHaveLength(1)
  })

  test.each([
    ['1-do-maker-answer1', 1],
    ['1-do-maker-tests', 1],
    ['1-do-maker-tests-answer1', 1],
    ['1-do-maker-2', 2],
    ['2-do-maker', 2],
    ['2-do-maker-tests', 2],
    ['x-1-do-maker-tests', 2],
  ])('%s after 1-do-maker: %i in all', (step, count) => {
    expect(log([1, begins()], [2, ends()], [3, begins({ step, attempt: 2 })]).figures).toHaveLength(count)
  })

  test('is nobody else’s, and not what was taken over', () => {
    expect(log([1, begins({ archetype: 'guardian' })]).figures).toEqual([])
    expect(log([1, begins({ agent: ADOPTED })]).figures).toEqual([])
    expect(log([1, ends()], [2, over]).figures).toEqual([])
  })

  test('that ended with the run goes on if its call does', () => {
    const state = log(
      [1, begins()],
      [2, breaks],
      [3, over],
      [13, resumed],
      [13, begins({ attempt: 2 })],
      [15, over],
    )
    expect(times(state)).toEqual([[instant(1), instant(15)]])
    expect(state.figures[0]?.ms).toBe(4 * 60_000)
  })

  test('does not end twice', () => {
    const state = log([1, begins()], [2, ends()], [3, over], [13, resumed], [14, over])
    expect(times(state)).toEqual([[instant(1), instant(3)]])
  })
})

describe('time in which nobody worked', () => {
  const gap: Draft = { type: 'clock.gap', data: { slept_ms: 120_000 } }

  test.each([
    [
      'until a resume, whoever was at work',
      [
        [1, begins()],
        [11, resumed],
      ],
      10,
    ],
    [
      'until an answer, if nobody is at work',
      [
        [1, begins()],
        [2, ends()],
        [12, answered],
      ],
      10,
    ],
    [
      'not until an answer while somebody is',
      [
        [1, begins()],
        [11, answered],
      ],
      0,
    ],
    [
      'while the machine slept',
      [
        [1, begins()],
        [11, gap],
      ],
      2,
    ],
    [
      'until a call that failed is made again',
      [
        [1, begins()],
        [3, fails],
        [63, begins()],
      ],
      60,
    ],
    [
      'not for a further call of one that did not',
      [
        [1, begins()],
        [3, ends()],
        [63, begins()],
      ],
      0,
    ],
    [
      'not for other events',
      [
        [1, begins()],
        [11, ends()],
      ],
      0,
    ],
    [
      'not where the clock was set back',
      [
        [10, begins()],
        [5, resumed],
      ],
      0,
    ],
  ] as [string, [number, Draft][], number][])('counts %s', (_, events, minutes) => {
    expect(log(...events).waitedMs).toBe(minutes * 60_000)
  })

  test('is left out of a pass, if it was in it', () => {
    const state = log([1, begins()], [11, resumed], [12, begins()], [14, ends()])
    expect(figuresAt(state, state.figures[0]!, instant(14))).toEqual({ ms: 3 * 60_000, tokens: 120 })
    const before = log([5, resumed], [6, begins()], [8, ends()], [9, over])
    expect(before.figures[0]?.ms).toBe(3 * 60_000)
  })

  test('is never more than the pass itself', () => {
    const slept: Draft = { type: 'clock.gap', data: { slept_ms: 3_600_000 } }
    expect(log([1, begins()], [2, slept], [3, over]).figures[0]?.ms).toBe(0)
  })

  test('counts once, however many agents slept', () => {
    const slept = (step: string, minutes: number): Draft => ({
      type: 'clock.gap',
      data: { slept_ms: minutes * 60_000, step },
    })
    const reviewer = (step: string) => begins({ step, archetype: step })
    const both: [number, Draft][] = [
      [1, reviewer('sage')],
      [1, reviewer('guardian')],
      [61, slept('sage', 50)],
    ]
    expect(log(...both, [66, slept('guardian', 50)]).waitedMs).toBe(50 * 60_000)
    // What the one slept after the other had ended is its own.
    expect(log(...both, [80, slept('guardian', 60)]).waitedMs).toBe(60 * 60_000)
    expect(log(...both, [66, slept('guardian', 20)]).waitedMs).toBe(50 * 60_000)
    // Who begins later slept at another time.
    expect(log(...both, [62, reviewer('skeptic')], [80, slept('skeptic', 10)]).waitedMs).toBe(60 * 60_000)
    expect(log(...both, [61, reviewer('skeptic')], [80, slept('skeptic', 10)]).waitedMs).toBe(60 * 60_000)
  })

  test('of a pass that is over, nothing changes any more', () => {
    const state = log([1, begins()], [2, ends()], [3, over])
    expect(figuresAt(state, state.figures[0]!, instant(30))).toEqual({ ms: 2 * 60_000, tokens: 120 })
  })
})

describe('a pass of the loop', () => {
  const rejects = (times: number) => (role: string, attempt: number) =>
    role === 'sage' && attempt <= times
      ? {
          verdict: 'REJECTED' as const,
          findings: [finding({ description: `problem ${'abcd'[attempt]} stands` })],
        }
      : undefined

  test('is a round, and has what its end says', () => {
    const { state } = play({ agent: rejects(2), start: loop })
    expect(state.figures.map(({ pass, settled }) => [pass, settled])).toEqual([
      [1, { found: 1, fixed: 0 }],
      [2, { found: 1, fixed: 1 }],
      [3, { found: 0, fixed: 1 }],
    ])
    expect(state.figures.map(({ endedAt }) => endedAt)).not.toContain(null)
    expect(state.figures.at(-1)?.endedAt).not.toBe(state.endedAt)
  })

  test('is the same one in which something was asked, or the step was called again', () => {
    const asks = ({ role, step }: AgentCall) =>
      role === 'maker' && !step.includes('answer')
        ? { status: 'NEEDS_CONTEXT' as const, notes: 'which?' }
        : undefined
    const { state } = play({ play: asks, answers: { context: 'answer' }, start: loop })
    expect(state.calls.maker).toBe(2)
    expect(state.figures).toHaveLength(1)
  })

  test('knows that a checkpoint was made in it', () => {
    const full = ({ attempt }: AgentCall) => ({
      used: attempt === 1 ? 95 : 10,
      window: 100,
      source: 'agent' as const,
    })
    const green = (kind: string, nth: number) => (kind === 'merged' ? nth >= 3 : kind === 'baseline')
    const { state } = play({ context: full, green, start: loop })
    expect(state.figures.map(({ checkpoint }) => checkpoint)).toEqual([true, false])
  })

  test('that is over is not the one a later checkpoint is about', () => {
    const checkpoint: Draft = {
      type: 'context.checkpoint',
      data: {
        step: '1-do-maker',
        attempt: 1,
        pass: 1,
        trigger: 'occupancy',
        occupancy: 0.85,
        source: 'agent',
        action: 'checkpoint',
        head: BASE,
        artifact: 'checkpoints/1.md',
        text: '',
      },
    }
    const minutes = { ...checkpoint, data: { ...checkpoint.data, trigger: 'interval' as const } } as Draft
    const made = (...events: [number, Draft][]) => log(...events).figures.map((pass) => pass.checkpoint)
    expect(made([1, begins()], [2, checkpoint])).toEqual([true])
    expect(made([1, begins()], [2, minutes])).toEqual([false])
    expect(made([1, begins()], [2, over], [3, checkpoint])).toEqual([false])
    expect(made([1, checkpoint])).toEqual([])
  })
})

describe('what is held against a pass', () => {
  const issues = (script: Script) => play(script).state.figures.map((pass) => pass.issues)
  const notes = finding({ severity: 'INFO', description: 'a remark' })
  const real = finding()

  test('are findings that count, by whoever gave them, and red checks', () => {
    const agent = (role: string) =>
      role === 'guardian' ? { verdict: 'REJECTED' as const, findings: [real, notes] } : undefined
    const [first] = issues({ agent, green: (kind) => kind === 'baseline' })
    expect(first).toMatchObject({ inspected: [], '1-check-guardian': [real.id] })
    const [red] = issues({ green: (kind) => kind === 'baseline' })
    expect(red?.checks).toEqual(['npm test exited 1'])
    const [green] = issues({})
    expect(green?.checks).toEqual([])
  })

  test('are what the supervisor saw in the change', () => {
    expect(issues({ inspect: { findings: [real, notes] } })[0]?.inspected).toEqual([real.id])
  })

  test('what is no longer said of it is gone', () => {
    const { events } = play({
      agent: (role) => (role === 'guardian' ? { verdict: 'REJECTED', findings: [real] } : undefined),
    })
    const at = events.findIndex(({ type }) => type === 'review.verdict')
    const correct = (step: string | null) => ({
      ...events[at]!,
      type: 'correction.applied' as const,
      data: {
        signal: 's',
        shadow: 's',
        layer: 'archetype' as const,
        rung: 'ask' as const,
        step,
        attempt: 1,
        text: '',
      },
    })
    const issuesAfter = (step: string | null) =>
      fold([...events.slice(0, at + 1), correct(step)] as WiggumEvent[], 'run').figures[0]?.issues
    expect(issuesAfter('1-check-guardian')).not.toHaveProperty('1-check-guardian')
    expect(issuesAfter(null)).toHaveProperty('1-check-guardian')
  })
})

test.each([
  [0, 'landed', true],
  [11, 'verified', true],
  [0, 'planned', false],
  [10, 'findings-open', false],
  [12, 'verification-red', false],
])('a run that ended with %i, %s: completed is %s', (exit_code, status, completed) => {
  expect(isCompleted({ exit_code, status })).toBe(completed)
})
