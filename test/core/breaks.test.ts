import { describe, expect, test } from 'vitest'
import { defaultConfig } from '../../src/config/load.ts'
import { pardoned } from '../../src/core/decide/breaks.ts'
import { viewOf } from '../../src/core/decide/strategy.ts'
import type { Finding, WiggumEvent } from '../../src/core/events.ts'
import { fold } from '../../src/core/fold.ts'
import { finding, type Script, simulate } from './simulate.ts'

const SURE = { task_understanding: 0.9, solution_completeness: 0.9, risk_coverage: 0.9 }
const heads = ['1', '2', '3', '4'].map((digit) => digit.repeat(40))
const issue = (name: string, over: Partial<Finding> = {}): Finding =>
  finding({
    file: `src/${name}.js`,
    description: `${name} overflows its buffer when the queue is full`,
    ...over,
  })
const issues = (names: string, over: Partial<Finding> = {}) => [...names].map((name) => issue(name, over))

type Cycles = Record<string, Finding[]>[]

/** What each reviewer finds, cycle by cycle; none approves. */
function cycles(all: Cycles, over: Script = {}): Script {
  return {
    heads,
    files: [{ path: 'src/a.js' }, { path: 'test/a.test.js', test: true }],
    agent: (role, attempt) => {
      if (role === 'creator') return { confidence: SURE, test_strategy: ['a case'] }
      const found = all[attempt - 1]?.[role] ?? []
      return found.length > 0 ? { verdict: 'REJECTED', findings: found } : undefined
    },
    ...over,
    start: { strategy: 'pdca', workflow: 'thorough', max_cycles: 3, ...over.start },
  }
}

const guardian = (...all: Finding[][]): Cycles => all.map((found) => ({ guardian: found }))

/** The Maker's calls fail with these, one after another; then it works. */
function failing(causes: string[], over: Script = {}): Script {
  return {
    agent: (role, attempt) => {
      const cause = role === 'maker' ? causes[attempt - 1] : undefined
      return cause === undefined ? undefined : { fails: cause }
    },
    ...over,
  }
}

const settings = (detectors: Record<string, unknown>) => ({ policy: { ...defaultConfig(), detectors } })
const breaks = ({ events }: { events: WiggumEvent[] }) =>
  events.flatMap((event) => (event.type === 'wiggum.break' ? [event.data] : []))

/** The same log, after somebody said `wiggum resume`. */
function resumed(events: WiggumEvent[]): WiggumEvent[] {
  const last = events.at(-1)!
  const data = { reason: 'asked for', after: last.seq }
  // A made-up line of the log: only its type, its place and its data matter to the fold.
  return [...events, { ...last, seq: last.seq + 1, type: 'run.resumed', data } as WiggumEvent]
}

describe('failures of agents in a row', () => {
  test('three are a hard break, on the record before the end, with what each said', () => {
    const run = simulate(failing(['overload', 'connection', 'overload']))
    expect(run.state.ended).toMatchObject({ status: 'hard-break', exit_code: 22 })
    expect(breaks(run)).toMatchObject([
      {
        detector: 'break.agent-failures',
        kind: 'hard',
        evidence: [
          '1-do-maker: overload: it broke',
          '1-do-maker: connection: it broke',
          '1-do-maker: overload: it broke',
        ],
        run_state: { cycle: 1, phase: 'do' },
      },
    ])
    expect(run.events.at(-1)?.type).toBe('run.complete')
  })

  test('two are tried again, and one that works begins the count anew', () => {
    expect(simulate(failing(['overload', 'overload'])).state.ended?.exit_code).toBe(0)
    const between = simulate({
      agent: (role, attempt) =>
        (role === 'maker' || role === 'guardian') && attempt < 3 ? { fails: 'overload' } : undefined,
    })
    expect(between.state.ended?.exit_code).toBe(0)
  })

  test('a limit is none of them, however often it comes', () => {
    const run = simulate(failing(['overload', 'limit', 'overload', 'limit']))
    expect(run.state.ended?.exit_code).toBe(0)
  })

  test('a crash that is the third is a break; alone it ends the run as before', () => {
    expect(simulate(failing(['overload', 'overload', 'crash'])).state.ended?.exit_code).toBe(22)
    expect(simulate(failing(['crash'])).state.ended?.exit_code).toBe(14)
  })

  test('what only the user can mend keeps its own ending', () => {
    const run = simulate(failing(['overload', 'overload', 'authentication']))
    expect(run.state.ended?.exit_code).toBe(4)
    expect(breaks(run)).toEqual([])
  })

  test('while another agent of the chain has not been tried, it takes over', () => {
    const chain = { agents: { default: ['one', 'two'] } }
    const takesOver = simulate({
      play: ({ role, agent }) => (role === 'maker' && agent === 'one' ? { fails: 'overload' } : undefined),
      start: chain,
    })
    expect(takesOver.state.ended?.exit_code).toBe(0)
    const allFail = simulate({
      play: ({ role }) => (role === 'maker' ? { fails: 'overload' } : undefined),
      start: chain,
    })
    expect(breaks(allFail)).toMatchObject([{ detector: 'break.agent-failures' }])
  })

  test('how many is the user’s to say', () => {
    const four = settings({ 'break.agent-failures': { thresholds: { failures: 4 } } })
    const three = ['overload', 'overload', 'overload']
    expect(simulate(failing(three, { start: four })).state.ended?.exit_code).toBe(0)
    expect(simulate(failing([...three, 'overload'], { start: four })).state.ended?.exit_code).toBe(22)
  })

  test('a resumed run counts anew, and can break anew', () => {
    const first = simulate(failing(['overload', 'overload', 'overload']))
    const works = simulate({}, resumed(first.events))
    expect(works.state.ended?.exit_code).toBe(0)
    const again = simulate(failing(Array.from({ length: 9 }, () => 'overload')), resumed(first.events))
    expect(again.state.ended?.exit_code).toBe(22)
    expect(breaks(again)).toHaveLength(2)
  })
})

describe('more findings than in the last cycle', () => {
  const rising = (before: string, now: string) => simulate(cycles(guardian(issues(before), issues(now), [])))

  test('two more are a soft break, although a cycle is left', () => {
    const run = rising('a', 'bcd')
    expect(run.state.ended).toMatchObject({ status: 'soft-break', exit_code: 21 })
    expect(breaks(run)).toMatchObject([
      { detector: 'break.rising-findings', kind: 'soft', run_state: { cycle: 2, max_cycles: 3 } },
    ])
    expect(breaks(run)[0]?.unresolved_findings).toHaveLength(3)
    // The best cycle, not the last.
    expect(run.state.ended?.head).toBe(heads[0])
  })

  test('one more goes on', () => {
    expect(rising('a', 'bc').state.ended?.exit_code).toBe(0)
  })

  test('INFO does not count', () => {
    const script = cycles(guardian(issues('a'), [issue('b'), ...issues('cde', { severity: 'INFO' })], []))
    expect(simulate(script).state.ended?.exit_code).toBe(0)
  })

  test('a reviewer that was not asked in both cycles does not make it rise', () => {
    // The Guardian's clean approval leaves the others out of cycle 1, which is red; in cycle 2 they are asked.
    const found = [{}, { guardian: issues('b'), sage: issues('cdefg') }, {}]
    const start = { workflow: 'standard', max_cycles: 3 }
    const green = (kind: string, nth: number) => kind !== 'merged' || nth > 1
    expect(simulate(cycles(found, { start, green })).state.ended?.exit_code).toBe(0)
    const both = [{ guardian: issues('a') }, ...found.slice(1)]
    expect(breaks(simulate(cycles(both, { start })))[0]?.evidence).toEqual([
      '1 CRITICAL and WARNING, then 6 (guardian, sage, skeptic)',
    ])
  })
})

describe('the order in Act', () => {
  test('hard before soft', () => {
    const swinging = cycles(guardian(issues('ab'), issues('c'), issues('abde')))
    expect(breaks(simulate(swinging))).toMatchObject([
      { detector: 'break.oscillating-findings', kind: 'hard' },
    ])
  })

  test('soft before no cycles left', () => {
    const last = cycles(guardian(issues('a'), issues('a')), {
      start: { workflow: 'standard', max_cycles: 2 },
    })
    expect(simulate(last).state.ended?.exit_code).toBe(21)
  })

  test('a rule that is switched off lets the next one speak', () => {
    const off = settings({ 'break.oscillating-findings': { enabled: false } })
    const script = cycles(guardian(issues('ab'), issues('c'), issues('abde')), { start: off })
    expect(breaks(simulate(script))).toMatchObject([{ detector: 'break.rising-findings' }])
  })
})

describe('going on after a break', () => {
  const stuck = cycles(guardian(issues('a'), issues('a')))

  test('a soft break: one cycle more, without asking what was just answered', () => {
    const first = simulate(stuck)
    expect(first.state.ended?.exit_code).toBe(21)
    const second = simulate(stuck, resumed(first.events))
    expect(second.state.ended?.exit_code).toBe(0)
    expect(second.state.cycle).toBe(3)
    expect(second.state.gates).toEqual({})
  })

  test('breaks again if the next cycle gives reason to', () => {
    const always = cycles(guardian(...Array.from({ length: 9 }, () => issues('a'))))
    const second = simulate(always, resumed(simulate(always).events))
    expect(second.state.ended?.exit_code).toBe(21)
    expect(breaks(second).map(({ run_state }) => run_state.cycle)).toEqual([2, 3])
  })

  test('a run that was cut off between the break and its end has shown nobody anything: it ends', () => {
    const first = simulate(stuck)
    const cut = first.events.slice(0, -1)
    expect(cut.at(-1)?.type).toBe('wiggum.break')
    const second = simulate(stuck, resumed(cut))
    expect(second.state.ended).toEqual(first.state.ended)
    expect(second.state.pardons).toEqual([])
    expect(breaks(second)).toHaveLength(1)
  })

  test('one word is enough, however many rules the same findings speak to', () => {
    const swinging = cycles(guardian(issues('ab'), issues('c'), issues('abde')))
    const second = simulate(swinging, resumed(simulate(swinging).events))
    expect(breaks(second)).toHaveLength(1)
    expect(second.state.ended?.exit_code).toBe(0)
    expect(second.state.cycle).toBe(4)
  })

  test('the word is about findings only: a shadow in the same cycle still halts the run', () => {
    const view = viewOf(fold(resumed(simulate(stuck).events)), '2026-01-01T00:00:00Z')!
    expect(pardoned(view)).toContain('break.rising-findings')
    expect(pardoned(view)).not.toContain('break.same-shadow')
  })

  test('passes that were left are not taken away', () => {
    const loop = { max_passes: 5, suppressed: null, accept: false }
    const { state, events } = simulate(
      failing(['overload', 'overload', 'overload'], { start: { strategy: 'loop', loop } }),
    )
    expect(state.ended?.exit_code).toBe(22)
    expect(fold(resumed(events)).maxRounds).toBe(5)
  })

  test('a merge that was taken back stays taken back', () => {
    const hooks = [{ point: 'post-merge', run: 'smoke', on_failure: 'abort', timeout_minutes: 1 }]
    const script: Script = { hooks: 'fail', start: { hooks } }
    const second = simulate(script, resumed(simulate(script).events))
    expect(second.state.ended).toMatchObject({ exit_code: 22 })
    expect(second.events.filter(({ type }) => type === 'run.reverted')).toHaveLength(1)
  })
})

test.each([
  ['failures of agents', failing(['overload', 'overload', 'overload'])],
  ['rising findings', cycles(guardian(issues('a'), issues('bcd')))],
  ['oscillating findings', cycles(guardian(issues('ab'), issues('c'), issues('ab')))],
])('cut after any event, %s break the run once and the same', (_, script) => {
  const whole = simulate(script)
  for (let upTo = 1; upTo < whole.events.length; upTo++) {
    const again = simulate(script, whole.events.slice(0, upTo))
    expect(breaks(again)).toHaveLength(1)
    expect(again.state.ended).toEqual(whole.state.ended)
  }
})
