import { describe, expect, test } from 'vitest'
import { defaultConfig } from '../../src/config/load.ts'
import type { Command } from '../../src/core/commands.ts'
import { aboutShown, isRefusal, needChoice, needText, needYes } from '../../src/core/decide/gates.ts'
import { standingOf } from '../../src/core/decide/standing.ts'
import {
  type Decided,
  decideBy,
  finish,
  inPhase,
  together,
  type View,
  viewOf,
} from '../../src/core/decide/strategy.ts'
import {
  type GateState,
  initialState,
  type RunState,
  type StepState,
  type Trouble,
} from '../../src/core/state.ts'
import { pauses } from '../../src/policy/failures.ts'
import { named } from './named.ts'
import { simulate } from './simulate.ts'

const NOW = '2026-01-01T00:00:00.000Z'

function view(over: Partial<RunState> = {}, start: object = {}): View {
  const state = { ...initialState('run'), ...over, start: { ...simulate().state.start!, ...start } }
  return viewOf(state, NOW)!
}

const record = (key: string) => ({ do: 'judge', key, step: key }) as Command
const wait = (wakeAt: string) => ({ wakeAt, why: wakeAt })

describe('several wishes at once', () => {
  test.each<[string, Decided[], Decided]>([
    ['none of which has something to say', [null, null], null],
    ['are done together', [[record('a')], null, [record('b')]], [record('a'), record('b')]],
    ['wait only while nothing else is to be done', [wait('1'), [record('a')]], [record('a')]],
    ['wait for what comes first', [wait('2'), wait('1'), wait('3')], wait('1')],
    ['of which one has work under way are under way', [[], null], []],
    ['of which one ends the run end it', [[record('a')], finish('x', 1, 'y')], finish('x', 1, 'y')],
  ])('%s', (_, all, expected) => {
    expect(together(all)).toEqual(expected)
  })
})

describe('a strategy', () => {
  const by = (rules: Decided[], over: Partial<RunState> = {}, start = {}) =>
    decideBy({ name: 'x', stages: {}, rules: rules.map((decided) => () => decided) }, view(over, start))

  test('does what its first rule says that has something to say', () => {
    expect(by([null, [record('a')], [record('b')]])).toEqual({
      commands: [record('a')],
      wakeAt: null,
      why: null,
    })
    expect(by([null, wait('5')])).toEqual({ commands: [], wakeAt: '5', why: '5' })
    expect(by([null])).toEqual({ commands: [], wakeAt: null, why: null })
  })

  test('says first what was chosen at the start, each once', () => {
    const choices = {
      workflow: { chosen: 'fast', alternatives: [], rationale: 'short' },
      strategy: { chosen: 'x' },
    }
    const said = { what: 'workflow' as const, chosen: 'fast', alternatives: [], rationale: 'short' }
    const { commands } = by([[record('a')]], { decisions: [said] }, { choices })
    expect(commands).toEqual([
      {
        do: 'record',
        key: 'choice:strategy',
        event: { type: 'decision', data: { what: 'strategy', chosen: 'x' } },
      },
    ])
  })

  test('ends a run with one command', () => {
    const ending = { status: 'conflict', exit_code: 13, reason: 'by hand', head: null }
    expect(finish('conflict', 13, 'by hand')).toEqual([{ do: 'finish', key: 'finish', ending }])
    expect(finish('conflict', 13, 'by hand', 'x')).toEqual([
      { do: 'finish', key: 'finish', ending: { ...ending, head: 'x' } },
    ])
  })

  test('has nothing to decide before a run begins and after it has ended', () => {
    expect(viewOf(initialState('run'), NOW)).toBeNull()
    expect(viewOf(simulate().state, NOW)).toBeNull()
  })

  test('enters a phase before anything is done in it, with what is there so far', () => {
    const step = (id: string, over: Partial<StepState>) => ({
      [id]: { ...simulate().state.steps['1-do-maker']!, id, identity: named(id, over.role), ...over },
    })
    const steps = {
      ...step('1-plan-creator', { role: 'creator', phase: 'plan' }),
      ...step('1-do-maker', {}),
      ...step('2-plan-creator', { role: 'creator', phase: 'plan' }),
      ...step('1-do-explorer-mini', { role: 'explorer' }),
      ...step('1-check-sage', { role: 'sage', phase: 'check', outcome: 'failed' }),
    }
    expect(inPhase(view({ steps, phase: 'do' }), 'do', [record('a')])).toEqual([record('a')])
    const data = {
      from: 'do',
      to: 'check',
      artifacts_so_far: ['do-maker.md', 'plan-creator.md', 'plan-mini-explorer.md'],
    }
    expect(inPhase(view({ steps, phase: 'do' }), 'check', [record('a')])).toEqual([
      { do: 'record', key: 'phase:do:check', event: { type: 'phase.transition', phase: 'check', data } },
    ])
  })
})

describe('a question', () => {
  const wish = { kind: 'delete' as const, about: 'x', question: 'Really?', evidence: ['a'] }
  const answered = (answer: string | null, text: string | null = null) =>
    ({ gates: { 'delete-x': { kind: 'delete', answer, text } as GateState } }) satisfies Partial<RunState>
  const opened = (choices: string[]) => [
    {
      do: 'open-gate',
      key: 'gate:delete-x',
      gate: 'delete-x',
      kind: 'delete',
      question: 'Really?',
      choices,
      evidence: ['a'],
    },
  ]

  test('that needs a yes is opened, waited for, and ends the run with a no', () => {
    const ask = (over: Partial<RunState> = {}, start = {}) => needYes(view(over, start), wish, { exit: 12 })
    expect(ask()).toEqual(opened(['yes', 'no']))
    expect(ask(answered(null))).toEqual([])
    expect(ask(answered('yes'))).toBeNull()
    expect(ask(answered('no'))).toEqual(finish('refused', 12, 'answered no (delete)'))
    expect(ask(answered('no', 'not today'))).toEqual(finish('refused', 12, 'answered no (delete): not today'))
  })

  test('may be answered beforehand', () => {
    const gates = (delete_: string) => ({
      policy: { ...defaultConfig(), gates: { ...defaultConfig().gates, delete: delete_ } },
    })
    const ask = (start: object) => needYes(view({}, start), wish, { exit: 12 })
    expect(ask({ options: { merge: true, yes: false, allow: ['delete'], dry_run: false } })).toBeNull()
    expect(ask(gates('allow'))).toBeNull()
    expect(ask(gates('ask'))).toEqual(opened(['yes', 'no']))
    expect(ask(gates('deny'))).toEqual(finish('refused', 12, 'Really? The configuration says no.'))
  })

  test('that needs words has them, or ends the run', () => {
    const ask = (over: Partial<RunState> = {}) => needText(view(over), wish)
    expect(ask()).toEqual(opened(['answer']))
    expect(ask(answered(null))).toEqual([])
    expect([ask(answered('answer', 'in CSV')), ask(answered('answer'))]).toEqual([
      { text: 'in CSV' },
      { text: '' },
    ])
    expect(ask(answered('no'))).toEqual(finish('refused', 10, 'answered no (delete)'))
  })

  test('with choices has the one that was taken', () => {
    const ask = (over: Partial<RunState> = {}) =>
      needChoice(view(over), { ...wish, choices: ['help', 'abort'] })
    expect(ask()).toEqual(opened(['help', 'abort']))
    expect([ask(answered(null)), ask(answered('help'))]).toEqual([[], { choice: 'help' }])
  })

  test('is refused where the run ends for it', () => {
    expect(isRefusal([record('a'), ...finish('x', 1, 'y')])).toBe(true)
    expect([finish('x', 1, 'y'), [record('a')], wait('1'), null].map(isRefusal)).toEqual([
      true,
      false,
      false,
      false,
    ])
  })

  test('is another one if what was shown is another', () => {
    const [one, two] = [aboutShown('a'.repeat(40), ['x', 'y']), aboutShown('a'.repeat(40), ['xy'])]
    expect(one).toMatch(/^a{12}-[0-9a-f]{6}$/)
    expect(one).not.toBe(two)
  })
})

describe('what stands between an agent and a call', () => {
  const AT = '2025-12-31T23:59:58.000Z'
  const standing = (cause: Trouble['cause'], over: Partial<Trouble> = {}) => {
    const trouble = { cause, message: '', at: AT, retryAt: null, failures: 1, ...over }
    const found = standingOf(view({ troubles: { 'one ': trouble } }), { role: 'maker', step: 's' }, 'one')
    const { kind, until = null, short = null } = { until: null, short: null, ...found }
    return [kind, until, short]
  }
  const later = (seconds: number) => new Date(Date.parse(AT) + seconds * 1000).toISOString()

  test.each(['context', 'budget', 'crash'] as const)('is nothing after %s: that was one call', (cause) => {
    expect(standing(cause)[0]).toBe('free')
  })

  test('is the user, where nobody else can mend it', () => {
    expect(standing('authentication')).toEqual(['gone', null, null])
  })

  test('is a pause that grows, and then a rest', () => {
    const { backoffSeconds: waits, restSeconds } = pauses
    expect(standing('overload')).toEqual(['pausing', later(waits[0]!), true])
    expect(standing('overload', { failures: 0 })).toEqual(['pausing', later(waits[0]!), true])
    expect(standing('overload', { failures: 2 })).toEqual(['pausing', later(waits[1]!), true])
    expect(standing('overload', { failures: 4 })).toEqual(['pausing', later(waits.at(-1)!), true])
    expect(standing('overload', { failures: 5 })).toEqual(['gone', later(restSeconds), null])
    expect(standing('limit', { failures: 9 })).toEqual(['pausing', later(waits.at(-1)!), false])
    expect(standing('limit', { failures: waits.length })[2]).toBe(true)
  })

  test('is a limit until the instant that was named, and not a second less', () => {
    expect(standing('limit', { retryAt: later(300) })).toEqual(['pausing', later(300), true])
    expect(standing('limit', { retryAt: later(301) })).toEqual(['pausing', later(301), false])
    expect(standing('limit', { at: NOW, retryAt: AT })).toEqual(['pausing', '2026-01-01T00:00:01.000Z', true])
  })

  test('is over once its time has come', () => {
    expect(standing('limit', { retryAt: NOW })[0]).toBe('free')
    expect(standing('limit', { retryAt: later(2.001) })[0]).toBe('pausing')
    expect(standing('limit', { retryAt: later(0) })[0]).toBe('free')
  })
})
