import { describe, expect, test } from 'vitest'
import type { Contract } from '../../src/core/events.ts'
import { heads, policyWith } from './loop-play.ts'
import { BASE, finding, type Script, type Simulation, simulate } from './simulate.ts'

/** Outside the loop a pass is a Maker's attempt: the breaker looks before a further one. */

const cycles = 8
const pdca = (script: Script = {}, stagnation: object = {}, before: Simulation['events'] = []) =>
  simulate(
    {
      ...script,
      answers: { 'same-finding': 'yes', ...script.answers },
      agent: (role, attempt) =>
        script.agent?.(role, attempt) ?? (role === 'creator' ? { confidence: SURE } : undefined),
      start: { strategy: 'pdca', max_cycles: cycles, policy: onlyStagnation(stagnation), ...script.start },
    },
    before,
  )

/** Breaks about findings mostly come first; without them it is the breaker's turn. */
const onlyStagnation = (stagnation: object) => {
  const breaks = ['identical-findings', 'low-convergence', 'oscillating-findings', 'rising-findings']
  const detectors = Object.fromEntries(breaks.map((name) => [`break.${name}`, { enabled: false }]))
  return { ...policyWith(stagnation), detectors }
}

const SURE = { task_understanding: 0.9, solution_completeness: 0.9, risk_coverage: 0.9 }
const idle: Script = { heads: [BASE] }
const asked = ({ state }: Simulation) =>
  Object.values(state.gates).filter(({ kind }) => kind === 'stagnation')
const moves = ({ events }: Simulation) =>
  events.flatMap((event) => (event.type === 'breaker.transition' ? [event.data] : []))

/** Another finding each time: something is mended, and something new is found. */
const rejects =
  (describe: (nth: number) => string) =>
  (role: string, attempt: number): Partial<Contract> | undefined =>
    role === 'guardian'
      ? { verdict: 'REJECTED', findings: [finding({ description: describe(attempt) })] }
      : undefined

describe('the breaker outside the loop', () => {
  test('asks after three attempts that changed nothing', () => {
    const run = pdca(idle)
    expect(moves(run)).toMatchObject([{ to: 'OPEN', pass: 3, signals: ['stagnation.no-file-changes'] }])
    expect(asked(run)).toMatchObject([
      { kind: 'stagnation', choices: ['continue', 'skip', 'abort', 'retry', 'help'] },
    ])
    expect(run.state.cycle).toBe(4)
    expect(run.state.steps['4-plan-creator']).toBeUndefined()
  })

  test('help tells what each attempt came to', () => {
    const [, again] = asked(pdca({ ...idle, answers: { stagnation: 'help' } }))
    expect(again?.evidence.join('\n')).toContain(
      'pass 3: nothing to check, nothing changed, open: nothing was changed',
    )
  })

  test('abort ends with 23; resumed, one attempt shows whether that helped', () => {
    const ended = pdca(idle, { action: 'abort' })
    expect(ended.state.ended).toMatchObject({ status: 'stagnation', exit_code: 23 })
    const last = ended.events.at(-1)!
    const resumed = {
      ...last,
      seq: last.seq + 1,
      type: 'run.resumed' as const,
      data: { reason: 'asked', after: last.seq },
    } as typeof last
    const again = pdca(idle, { action: 'abort' }, [...ended.events, resumed])
    expect(moves(again).at(-1)).toMatchObject({ from: 'HALF_OPEN', to: 'OPEN', pass: 4 })
    const better = pdca({ heads: [heads[0]!] }, { action: 'abort' }, [...ended.events, resumed])
    expect(better.state.ended?.exit_code).toBe(0)
  })

  test('continue gives one more attempt, and progress closes it', () => {
    const made = (step: string) => ({ head: Number(step[0]) < 4 ? BASE : heads[Number(step[0])]! })
    const run = pdca({
      made,
      answers: { stagnation: 'continue' },
      agent: (role, attempt) =>
        role === 'guardian' && attempt === 1 ? { verdict: 'REJECTED', findings: [finding()] } : undefined,
    })
    expect(moves(run).map(({ from, to }) => `${from}>${to}`)).toEqual([
      'CLOSED>OPEN',
      'OPEN>HALF_OPEN',
      'HALF_OPEN>CLOSED',
    ])
    expect(run.state.ended?.exit_code).toBe(0)
  })

  test('refused tools are seen after two attempts', () => {
    const run = pdca({ ...idle, denials: (role) => (role === 'maker' ? ['Bash'] : []) })
    expect(moves(run)[0]).toMatchObject({ pass: 2, signals: ['stagnation.denials'] })
  })

  test('calls that go round are seen, where the same stays open', () => {
    const run = pdca(
      {
        heads,
        agent: rejects(() => 'it loses the last item'),
        work: ({ role }) => (role === 'maker' ? { repeats: { period: 2, times: 5 } } : undefined),
      },
      { threshold: 2 },
    )
    expect(moves(run)[0]?.signals).toContain('stagnation.tool-cycle')
  })

  test('escalate raises the Maker’s model', () => {
    const policy = onlyStagnation({ action: 'escalate' })
    const run = pdca({
      ...idle,
      start: { policy: { ...policy, models: { ...policy.models, default: 'haiku' } } },
    })
    expect(run.state.breaker.lift).toBe(2)
  })

  test('honest runs move nothing', () => {
    const letters = 'abcdefghijklmnopqrstuvwxyz'
    const honest = [
      pdca(),
      simulate({ heads, green: (kind, nth) => kind !== 'merged' || nth > 1 }),
      pdca({ heads, agent: rejects((nth) => `${letters[nth]} is wrong in ${letters[nth]!.repeat(9)}`) }),
      pdca({ heads: [BASE, heads[0]!] }),
      pdca({ ...idle, start: { domain: 'research', max_cycles: 3 } }),
    ]
    for (const run of honest) expect(moves(run)).toEqual([])
  })

  test('killed anywhere, it asks the same question', () => {
    const whole = pdca(idle)
    for (let cut = 1; cut < whole.events.length; cut += 3) {
      const { state } = pdca(idle, {}, whole.events.slice(0, cut))
      expect(Object.keys(state.gates)).toEqual(Object.keys(whole.state.gates))
    }
  })
})
