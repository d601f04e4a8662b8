import { describe, expect, test } from 'vitest'
import type { Contract, Finding } from '../../src/core/events.ts'
import { BASE, finding, HEAD, type Script, simulate } from './simulate.ts'

type Agent = NonNullable<Script['agent']>

const SURE = { task_understanding: 0.9, solution_completeness: 0.9, risk_coverage: 0.9 }
const heads = ['1', '2', '3', '4'].map((digit) => digit.repeat(40))
const issue = (name: string, over: Partial<Finding> = {}): Finding =>
  finding({
    file: `src/${name}.js`,
    description: `${name} overflows its buffer when the queue is full`,
    ...over,
  })

/** A pdca run. Guardian's findings a cycle: a list rejects, none approves. */
function pdca(workflow: string, guardian: Finding[][] = [], over: Script = {}): Script {
  const maxCycles = { fast: 1, standard: 2, thorough: 3 }[workflow] ?? 1
  return {
    heads,
    files: [{ path: 'src/a.js' }, { path: 'src/b.js' }, { path: 'test/a.test.js', test: true }],
    agent: (role, attempt) => {
      if (role === 'creator') return { confidence: SURE, test_strategy: ['a case'] }
      const found = role === 'guardian' ? (guardian[attempt - 1] ?? []) : []
      if (found.length > 0) return { verdict: 'REJECTED', findings: found }
      return undefined
    },
    ...over,
    start: { strategy: 'pdca', workflow, max_cycles: maxCycles, ...over.start },
  }
}

const roles = (script: Script) =>
  simulate(script).commands.flatMap((command) => (command.do === 'agent' ? [command.call.role] : []))
const ending = (script: Script) => simulate(script).state.ended
const creatorSays =
  (over: Partial<Contract>[], rest: Partial<Contract> = {}): Agent =>
  (role, attempt) =>
    role === 'creator'
      ? { confidence: SURE, test_strategy: ['a case'], ...rest, ...over[Math.min(attempt, over.length) - 1] }
      : undefined

describe('workflows', () => {
  test('fast: Creator, Maker, Guardian; approved and landed', () => {
    expect(roles(pdca('fast'))).toEqual(['creator', 'maker', 'guardian'])
    expect(ending(pdca('fast'))).toMatchObject({ status: 'landed', exit_code: 0 })
  })

  const reflecting = (script: Script) =>
    simulate(script).commands.flatMap((command) =>
      command.do === 'agent' && command.call.reflects ? [command.call.role] : [],
    )

  test('fast: the Creator reflects first', () => {
    expect(reflecting(pdca('fast'))).toEqual(['creator'])
    expect(reflecting({ start: { strategy: 'pipeline' } })).toEqual(['creator'])
  })

  test('standard: an Explorer went ahead, so the Creator does not reflect', () => {
    expect(reflecting(pdca('standard'))).toEqual([])
    expect(reflecting(pdca('thorough'))).toEqual([])
  })

  test('standard: the Explorer first; thorough: all seven', () => {
    const info = [[issue('a', { severity: 'INFO' })]]
    const approving = (script: Script): Script => ({
      ...script,
      agent: (role, attempt) =>
        role === 'guardian'
          ? { verdict: 'APPROVED', findings: [issue('a', { severity: 'WARNING' })] }
          : script.agent?.(role, attempt),
    })
    expect(roles(approving(pdca('standard', info)))).toEqual([
      'explorer',
      'creator',
      'maker',
      'guardian',
      'skeptic',
      'sage',
    ])
    expect(roles(pdca('thorough'))).toEqual([
      'explorer',
      'creator',
      'maker',
      'guardian',
      'skeptic',
      'sage',
      'trickster',
    ])
  })

  test('standard: rejected, fixed in the second cycle, landed; the Explorer is not asked again', () => {
    const script = pdca('standard', [[issue('a')]])
    expect(ending(script)?.exit_code).toBe(0)
    expect(roles(script)).toEqual([
      'explorer',
      'creator',
      'maker',
      'guardian',
      'skeptic',
      'sage',
      'creator',
      'maker',
      'guardian',
    ])
    const { commands } = simulate(script)
    const makers = commands.flatMap((command) =>
      command.do === 'agent' && command.call.role === 'maker' ? [command.call] : [],
    )
    expect(makers.map((call) => call.head)).toEqual([BASE, heads[0]])
    expect(makers.map((call) => call.step)).toEqual(['1-do-maker', '2-do-maker'])
  })
})

describe('A1: escalation', () => {
  test('fast with two CRITICAL of the Guardian becomes standard and lands in cycle 2', () => {
    const script = pdca('fast', [[issue('a'), issue('b')]])
    const { state } = simulate(script)
    expect(state.ended?.exit_code).toBe(0)
    expect(state).toMatchObject({ escalated: true, workflow: 'standard', maxCycles: 2, cycle: 2 })
    expect(roles(script)).toEqual([
      'creator',
      'maker',
      'guardian',
      'explorer',
      'creator',
      'maker',
      'guardian',
      'skeptic',
      'sage',
    ])
  })

  test('one CRITICAL does not escalate: no cycles left', () => {
    const { state } = simulate(pdca('fast', [[issue('a')]]))
    expect(state).toMatchObject({ escalated: false, workflow: 'fast' })
    expect(state.ended?.exit_code).toBe(10)
  })
})

describe('A2: the fast path', () => {
  test('standard without CRITICAL and WARNING skips the others and says so', () => {
    const { events } = simulate(pdca('standard'))
    expect(roles(pdca('standard'))).toEqual(['explorer', 'creator', 'maker', 'guardian'])
    const said = events.filter(({ type }) => type === 'decision.point')
    expect(said).toMatchObject([{ data: { decision: expect.stringContaining('fast path') } }])
  })

  test('a WARNING is enough to ask the others', () => {
    const script = pdca('standard', [], {
      agent: (role) => {
        if (role === 'creator') return { confidence: SURE, test_strategy: ['x'] }
        return role === 'guardian'
          ? { verdict: 'APPROVED', findings: [issue('a', { severity: 'WARNING' })] }
          : undefined
      },
    })
    expect(roles(script)).toContain('sage')
  })

  test('not in the first cycle of thorough', () => {
    expect(roles(pdca('thorough'))).toContain('trickster')
  })
})

describe('A3: the confidence gate', () => {
  const low = (axis: string, value: number) => ({ confidence: { ...SURE, [axis]: value } })

  test('low understanding asks the user and starts no Maker', () => {
    const script = pdca('fast', [], { agent: creatorSays([low('task_understanding', 0.49), {}]) })
    expect(roles(script)).toEqual(['creator'])
    expect(Object.values(simulate(script).state.gates)[0]?.kind).toBe('context')
    const answered = simulate({ ...script, answers: { context: 'answer' } })
    expect(answered.state.ended?.exit_code).toBe(0)
    const second = answered.commands.find((command) => command.do === 'agent' && command.call.attempt === 2)
    expect(second?.do === 'agent' && second.call.note).toContain('in CSV')
  })

  test('0.5 is enough on every axis', () => {
    const script = pdca('fast', [], {
      agent: creatorSays([
        { confidence: { task_understanding: 0.5, solution_completeness: 0.5, risk_coverage: 0.5 } },
      ]),
    })
    expect(roles(script)).toEqual(['creator', 'maker', 'guardian'])
  })

  test('unreadable confidence counts as none', () => {
    expect(roles(pdca('fast', [], { agent: creatorSays([{ confidence: null }]) }))).toEqual(['creator'])
  })

  test('low completeness makes fast standard: Explorer, then the Creator again', () => {
    const script = pdca('fast', [], { agent: creatorSays([low('solution_completeness', 0.4), {}]) })
    expect(roles(script)).toEqual(['creator', 'explorer', 'creator', 'maker', 'guardian'])
    expect(simulate(script).state).toMatchObject({ workflow: 'standard', maxCycles: 2 })
  })

  test('low completeness in standard changes nothing', () => {
    const script = pdca('standard', [], { agent: creatorSays([low('solution_completeness', 0.4)]) })
    expect(roles(script)).toEqual(['explorer', 'creator', 'maker', 'guardian'])
  })

  test('low risk coverage sends a small Explorer beside the Maker, five minutes at most', () => {
    const script = pdca('fast', [], {
      agent: creatorSays([low('risk_coverage', 0.3)], { risks: ['it may lock'] }),
    })
    const { commands, state } = simulate(script)
    const mini = commands.find((command) => command.do === 'agent' && command.call.step.endsWith('-mini'))
    expect(mini?.do === 'agent' && mini.call).toMatchObject({ role: 'explorer', minutes: 5 })
    expect(mini?.do === 'agent' && mini.call.note).toContain('it may lock')
    expect(state.ended?.exit_code).toBe(0)
  })

  test('a small Explorer that fails does not stop the run', () => {
    const agent: Agent = (role, attempt) =>
      role === 'explorer' ? { fails: 'crash' } : creatorSays([low('risk_coverage', 0.3)])(role, attempt)
    expect(ending(pdca('fast', [], { agent }))?.exit_code).toBe(0)
  })
})

describe('test-first gate', () => {
  const bare = [{ path: 'src/a.js' }]

  test('no test file and a test strategy: one targeted retry, not a full cycle', () => {
    const script = pdca('fast', [], { files: bare })
    expect(roles(script)).toEqual(['creator', 'maker', 'maker', 'guardian'])
    expect(simulate(script).state.decisions.some((each) => each.what === 'test-first')).toBe(true)
  })

  test('no test strategy: a warning, and on', () => {
    const script = pdca('fast', [], { files: bare, agent: creatorSays([{ test_strategy: [] }]) })
    expect(roles(script)).toEqual(['creator', 'maker', 'guardian'])
    expect(simulate(script).state.decisions.some((each) => each.what === 'test-first')).toBe(true)
  })

  test('writing needs no tests; a change with tests is left alone', () => {
    expect(roles(pdca('fast', [], { files: bare, start: { domain: 'writing' } }))).toEqual([
      'creator',
      'maker',
      'guardian',
    ])
    expect(simulate(pdca('fast')).state.decisions.some((each) => each.what === 'test-first')).toBe(false)
  })
})

describe('convergence', () => {
  test('stuck: the same findings again end it at once with a soft break', () => {
    const { state } = simulate(pdca('thorough', [[issue('a')], [issue('a')], []]))
    expect(state.ended).toMatchObject({ status: 'soft-break', exit_code: 21 })
    expect(state.broken).toMatchObject({ kind: 'soft', trigger: 'findings identical to the last cycle' })
    expect(state.cycle).toBe(2)
  })

  test('diverging once goes on, twice running ends it', () => {
    const once = pdca('thorough', [[issue('a')], [issue('b'), issue('c')], []])
    expect(ending(once)?.exit_code).toBe(0)
    const twice = pdca('thorough', [
      [issue('a')],
      [issue('b'), issue('c')],
      [issue('d'), issue('e'), issue('f')],
    ])
    expect(simulate(twice).state.broken).toMatchObject({
      kind: 'soft',
      trigger: 'convergence below 0.5 twice',
    })
    expect(ending(twice)?.exit_code).toBe(21)
  })

  test('BL5: two findings that come, go and come back, reworded, are a hard break in cycle 3', () => {
    const again = (name: string) =>
      issue(name, { description: `when the queue is full, ${name} overflows the buffer it has` })
    const { state } = simulate(
      pdca('thorough', [[issue('a'), issue('b')], [issue('c')], [again('a'), again('b')]]),
    )
    expect(state.ended).toMatchObject({ status: 'hard-break', exit_code: 22 })
    expect(state.broken).toMatchObject({ kind: 'hard', trigger: 'oscillating findings' })
  })

  test('one that swings is not enough', () => {
    const { state } = simulate(pdca('thorough', [[issue('a')], [issue('c')], [issue('a')]]))
    expect(state.broken?.kind).not.toBe('hard')
  })

  test('max cycles: the best implementation is named, not the last', () => {
    const script = pdca('standard', [[issue('a')], [issue('b'), issue('c')]])
    const { state } = simulate(script)
    expect(state.ended).toMatchObject({ status: 'findings-open', exit_code: 10, head: heads[0] })
  })

  test('the same finding twice beside a resolved one: a question; yes goes round again, --yes answers it', () => {
    const script = pdca('thorough', [[issue('a'), issue('b')], [issue('a')], []])
    expect(Object.values(simulate(script).state.gates)[0]?.kind).toBe('same-finding')
    expect(ending({ ...script, answers: { 'same-finding': 'yes' } })?.exit_code).toBe(0)
    expect(ending({ ...script, answers: { 'same-finding': 'no' } })?.exit_code).toBe(10)
    const eager = { ...script, start: { ...script.start, options: { merge: true, yes: true, allow: [] } } }
    expect(ending(eager)?.exit_code).toBe(0)
  })

  test('fix.applied: a finding that is gone in a touched file', () => {
    const { events } = simulate(pdca('standard', [[issue('a'), issue('z')]]))
    const fixes = events.flatMap((event) => (event.type === 'fix.applied' ? [event.data.file] : []))
    expect(fixes).toEqual(['src/a.js'])
  })

  test('red on the merged tree cycles back with that as feedback, then exit 12', () => {
    const script = pdca('standard', [], { green: (kind, nth) => kind !== 'merged' || nth > 1 })
    expect(ending(script)?.exit_code).toBe(0)
    const { state } = simulate(script)
    expect(state.history[0]?.feedback.maker).toContain('integration test failure')
    expect(ending(pdca('standard', [], { green: (kind) => kind !== 'merged' }))?.exit_code).toBe(21)
    expect(ending(pdca('fast', [], { green: (kind) => kind !== 'merged' }))?.exit_code).toBe(12)
  })

  test.each([
    ['fast', 1],
    ['standard', 2],
    ['thorough', 2],
  ] as const)(
    '%s: red as before is asked about before the run ends for it, in cycle %i',
    (workflow, cycle) => {
      const red = pdca(workflow, [], { green: () => false })
      const { state } = simulate(red)
      expect(state.cycle).toBe(cycle)
      expect(Object.values(state.gates)).toMatchObject([{ kind: 'baseline-red', answer: null }])
      expect(ending({ ...red, answers: { 'baseline-red': 'yes' } })?.exit_code).toBe(0)
      const no = workflow === 'thorough' ? 21 : 12
      expect(ending({ ...red, answers: { 'baseline-red': 'no' } })?.exit_code).toBe(no)
    },
  )

  test('red as before is not asked about while a finding is open', () => {
    const { state } = simulate(pdca('fast', [[issue('a')]], { green: () => false }))
    expect(state.gates).toEqual({})
    expect(state.ended?.exit_code).toBe(10)
  })

  test('a Maker that changes nothing is not reviewed', () => {
    expect(ending(pdca('fast', [], { heads: [BASE] }))?.exit_code).toBe(10)
    expect(roles(pdca('fast', [], { heads: [BASE] }))).toEqual(['creator', 'maker'])
    const second = pdca('standard', [[issue('a')]], { heads: [HEAD, HEAD] })
    expect(ending(second)?.exit_code).toBe(21)
  })
})

describe('feedback', () => {
  test('each role is told only its own issues', () => {
    const security = issue('a', { category: 'security' })
    const quality = issue('b', { category: 'quality', sources: ['sage'] })
    const script = pdca('standard', [[security]], {
      agent: (role, attempt) => {
        if (role === 'creator') return { confidence: SURE, test_strategy: ['x'] }
        if (attempt > 1) return undefined
        if (role === 'guardian') return { verdict: 'REJECTED', findings: [security] }
        return role === 'sage' ? { verdict: 'REJECTED', findings: [quality] } : undefined
      },
    })
    const calls = simulate(script).commands.flatMap((command) =>
      command.do === 'agent' && command.call.attempt === 2 ? [command.call] : [],
    )
    const creator = calls.find((call) => call.role === 'creator')!.note
    const maker = calls.find((call) => call.role === 'maker')!.note
    expect(creator).toContain('a overflows')
    expect(creator).not.toContain('b overflows')
    expect(maker).toContain('b overflows')
    expect(maker).not.toContain('a overflows')
  })
})

describe('resuming', () => {
  const scripts: [string, Script][] = [
    ['two cycles of standard', pdca('standard', [[issue('a')]])],
    ['an escalated fast run', pdca('fast', [[issue('a'), issue('b')]])],
    ['three cycles of thorough', pdca('thorough', [[issue('a'), issue('b')], [issue('c')], []])],
    ['a soft break', pdca('thorough', [[issue('a')], [issue('a')]])],
  ]

  test.each(scripts)(
    'cut after any event, %s ends the same and runs no completed step again',
    (_name, script) => {
      const whole = simulate(script)
      for (let cut = 1; cut < whole.events.length; cut++) {
        const before = whole.events.slice(0, cut)
        const rest = simulate(script, before)
        expect(rest.state.ended, `cut after event ${cut}`).toEqual(whole.state.ended)
        const done = before.flatMap((event) =>
          event.type === 'agent.complete' ? [`${event.data.step}:${event.data.attempt}`] : [],
        )
        const called = rest.commands.flatMap((command) =>
          command.do === 'agent' ? [`${command.call.step}:${command.call.attempt}`] : [],
        )
        expect(called.filter((call) => done.includes(call))).toEqual([])
      }
    },
  )
})
