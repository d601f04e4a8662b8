import { describe, expect, test } from 'vitest'
import type { AgentCall } from '../../src/core/commands.ts'
import { decide } from '../../src/core/decide/index.ts'
import { systemActions } from '../../src/core/decide/system-actions.ts'
import type { Contract, EventOf, Finding, WiggumEvent } from '../../src/core/events.ts'
import { applyEvent } from '../../src/core/fold.ts'
import { initialState } from '../../src/core/state.ts'
import { systemDetectors } from '../../src/detectors/system/index.ts'
import { finding, type Script, simulate } from './simulate.ts'
import { systemPolicy } from './system-policy.ts'

const SURE = { task_understanding: 0.9, solution_completeness: 0.9, risk_coverage: 0.9 }
const heads = ['1', '2', '3', '4', '5', '6'].map((digit) => digit.repeat(40))
const MINUTE = 60_000

/** A pdca run in which nothing is wrong, unless `over` says so. */
function orderly(over: Script = {}): Script {
  return {
    heads,
    files: [{ path: 'src/a.js' }, { path: 'test/a.test.js', test: true, change: 'added' }],
    ...over,
    agent: (role, attempt) =>
      over.agent?.(role, attempt) ??
      (role === 'creator' ? { confidence: SURE, files: ['src/a.js'], test_strategy: ['a case'] } : undefined),
    start: { strategy: 'pdca', workflow: 'standard', max_cycles: 2, policy: systemPolicy(), ...over.start },
  }
}

const paths = (count: number) => Array.from({ length: count }, (_, at) => ({ path: `src/part-${at}.js` }))
const big = [1, 2, 3, 4].map((at) => ({ path: `src/big-${at}.js`, added: 20 }))
const creatorPlans =
  (files: string[], more: NonNullable<Script['agent']> = () => undefined): NonNullable<Script['agent']> =>
  (role, attempt) =>
    more(role, attempt) ??
    (role === 'creator' ? { confidence: SURE, files, test_strategy: ['a case'] } : undefined)

function told(script: Script, before: WiggumEvent[] = []) {
  const { events, state, commands } = simulate(script, before)
  const of = <T extends WiggumEvent['type']>(type: T) =>
    // The filter is by the event's own type; TypeScript cannot follow that correlation for a generic.
    (events.filter((event) => event.type === type) as unknown as EventOf<T>[]).map(({ data }) => data)
  const calls = commands.flatMap((command): AgentCall[] => (command.do === 'agent' ? [command.call] : []))
  return { events, state, commands, calls, of, signals: of('shadow.detected').map(({ shadow }) => shadow) }
}

const steps = ({ calls }: ReturnType<typeof told>) => calls.map(({ step, attempt }) => `${step}#${attempt}`)

test('every rule about the whole run has something that is done about it', () => {
  expect(systemDetectors.map(({ shadow }) => shadow).sort()).toEqual(Object.keys(systemActions).sort())
})

describe('a run in which nothing is wrong', () => {
  test.each(['fast', 'standard', 'thorough'])('shows no shadow (%s)', (workflow) => {
    const run = told(orderly({ start: { workflow } }))
    expect(run.signals).toEqual([])
    expect(run.state.ended).toMatchObject({ status: 'landed' })
  })

  test('nor does a pipeline that needs its one fix', () => {
    const rejects = (role: string, attempt: number) =>
      role === 'guardian' && attempt === 1
        ? { verdict: 'REJECTED' as const, findings: [finding({ file: 'src/a.js' })] }
        : undefined
    const run = told(orderly({ agent: creatorPlans(['src/a.js'], rejects), start: { strategy: 'pipeline' } }))
    expect(run.signals).toEqual([])
    expect(run.state).toMatchObject({ round: 2, ended: { status: 'landed' } })
  })
})

describe('scope creep', () => {
  const creeping = (
    attempts: number,
    status: Contract['status'] = 'DONE',
    replanned = ['src/a.js'],
  ): Script =>
    orderly({
      made: (_, attempt) => ({
        head: heads[attempt - 1]!,
        files: [
          ...(attempt <= attempts ? paths(4) : []),
          { path: 'src/a.js' },
          { path: 'test/a.test.js', test: true, change: 'added' },
        ],
      }),
      agent: (role, attempt) => {
        if (role === 'maker' && attempt > 1) return { status, notes: 'the parts have to move together' }
        if (role !== 'creator') return undefined
        return {
          confidence: SURE,
          files: attempt === 1 ? ['src/a.js'] : replanned,
          test_strategy: ['a case'],
        }
      },
    })

  test('the Maker is called again, with the files that are too many, and lands within the plan', () => {
    const run = told(creeping(1))
    expect(steps(run).slice(2, 5)).toEqual(['1-do-maker#1', '1-do-maker#2', '1-check-guardian#1'])
    expect(run.calls[3]?.corrects).toContain('not in the plan: src/part-3.js')
    expect(run.signals).toEqual(['system.scope-creep'])
    expect(run.of('correction.applied')).toMatchObject([{ rung: 'correct', step: '1-do-maker', attempt: 1 }])
    expect(run.state.ended).toMatchObject({ status: 'landed' })
    expect(run.state.merge?.head).toBe(heads[1])
  })

  test('a second time the run pauses, and a yes lets it go on', () => {
    const paused = told(creeping(2))
    expect(paused.signals).toHaveLength(2)
    const [gate] = Object.values(paused.state.gates)
    expect(gate).toMatchObject({ kind: 'shadow', answer: null })
    expect(gate?.evidence.filter((line) => line.startsWith('1-do-maker: 5 files'))).toHaveLength(2)
    const on = told({ ...creeping(2), answers: { shadow: 'yes' } })
    expect(on.state.ended).toMatchObject({ status: 'landed' })
    const refused = told({ ...creeping(2), answers: { shadow: 'no' } })
    expect(refused.state.ended).toMatchObject({ status: 'refused', exit_code: 10 })
  })

  test('--yes goes on by itself', () => {
    const script = creeping(2)
    const options = { merge: true, yes: true, allow: [], dry_run: false }
    const run = told({ ...script, start: { ...script.start, options } })
    expect(run.of('correction.applied').map(({ rung }) => rung)).toEqual(['correct', 'ask'])
    expect(run.state.ended).toMatchObject({ status: 'landed' })
  })

  test('a Maker that needs the files has the plan changed first, and nobody is asked', () => {
    const run = told(creeping(2, 'DONE_WITH_CONCERNS', ['src/a.js', 'src/part-*.js']))
    expect(steps(run).slice(1)).toEqual([
      ...['1-plan-creator#1', '1-do-maker#1', '1-do-maker#2', '1-plan-creator#2', '1-check-guardian#1'],
    ])
    expect(run.calls[4]?.corrects).toContain('the parts have to move together')
    expect(run.signals).toEqual(['system.scope-creep'])
    expect(run.state.ended).toMatchObject({ status: 'landed' })
  })

  test('a changed plan that does not list them either is the second time', () => {
    const run = told(creeping(2, 'DONE_WITH_CONCERNS'))
    expect(run.signals).toHaveLength(2)
    expect(Object.values(run.state.gates)).toMatchObject([{ kind: 'shadow', answer: null }])
  })

  test('a Maker that had asked something is called again with the answer', () => {
    const script = creeping(2)
    const agent: Script['agent'] = (role, attempt) =>
      role === 'maker' && attempt === 1
        ? { status: 'NEEDS_CONTEXT', notes: 'Which?' }
        : script.agent?.(role, attempt)
    const run = told({ ...script, agent, answers: { context: 'answer' } })
    const makers = run.calls.filter(({ role }) => role === 'maker')
    expect(makers.map(({ step, attempt }) => `${step}#${attempt}`)).toEqual([
      ...['1-do-maker#1', '1-do-maker-answer1#2', '1-do-maker-answer1#3'],
    ])
    expect(makers[2]?.note).toContain('in CSV')
    expect(makers[2]?.corrects).toContain('not in the plan')
    expect(run.signals).toEqual(['system.scope-creep'])
    expect(run.state.ended).toMatchObject({ status: 'landed' })
  })

  test('a third time, in a later cycle, it is called a systemic issue', () => {
    const script = creeping(9)
    const agent: Script['agent'] = (role, attempt) =>
      role === 'guardian' && attempt === 1
        ? { verdict: 'REJECTED', findings: [finding({ file: 'src/a.js' })] }
        : script.agent?.(role, attempt)
    const made: Script['made'] = (_, attempt) => ({
      head: heads[attempt - 1]!,
      files: [
        ...paths(4 + attempt),
        { path: 'src/a.js' },
        { path: 'test/a.test.js', test: true, change: 'added' },
      ],
    })
    const { state } = told({ ...script, agent, made, answers: { shadow: 'yes' } })
    const asked = Object.values(state.gates).map(({ question }) => question)
    expect(asked[0]).toContain('shows again')
    expect(asked[1]).toContain('systemic issue')
    expect(state.ended).toMatchObject({ status: 'landed' })
  })

  test('switched off, it sees nothing', () => {
    const script = creeping(1)
    const run = told({ ...script, start: { ...script.start, policy: systemPolicy('system.scope-creep') } })
    expect(run.signals).toEqual([])
  })

  test('cut off after any event, the run goes on to the same signals, corrections and calls', () => {
    const whole = told(creeping(1))
    for (let cut = 1; cut < whole.events.length; cut++) {
      const again = told(creeping(1), whole.events.slice(0, cut))
      expect(again.signals).toEqual(whole.signals)
      expect(again.of('correction.applied')).toEqual(whole.of('correction.applied'))
      expect(again.state.ended).toMatchObject({ status: 'landed' })
      expect(again.of('agent.complete')).toHaveLength(whole.of('agent.complete').length)
    }
  })
})

describe('gold plating', () => {
  const critical = finding({ file: 'src/a.js' })
  const minor = finding({
    file: 'src/names.js',
    severity: 'INFO',
    category: 'quality',
    description: 'a short name',
  })
  const plating = (strategy: string, touched: (attempt: number) => string[]): Script =>
    orderly({
      made: (_, attempt) => ({
        head: heads[attempt - 1]!,
        files: [...new Set(['src/a.js', 'src/names.js', ...touched(attempt)])].map((path) => ({
          path,
          test: path.startsWith('test/'),
        })),
        touched: touched(attempt),
      }),
      agent: (role, attempt) => {
        if (role === 'creator')
          return { confidence: SURE, files: ['src/a.js', 'src/names.js'], test_strategy: [] }
        if (role === 'guardian' && attempt === 1) return { verdict: 'REJECTED', findings: [critical, minor] }
        return undefined
      },
      start: { strategy },
    })
  const second = (path: string) => (attempt: number) =>
    attempt === 2 ? [path] : ['src/a.js', 'test/a.test.js']

  test.each(['pdca', 'pipeline'])('the Maker is called again for what is CRITICAL (%s)', (strategy) => {
    const run = told(plating(strategy, second('src/names.js')))
    expect(run.signals).toEqual(['system.gold-plating'])
    const maker = run.calls.filter(({ role }) => role === 'maker')
    expect(maker.map(({ attempt }) => attempt)).toEqual([1, 2, 3])
    expect(maker[2]?.corrects).toContain('open: src/a.js:1: it loses the last item')
    expect(run.of('correction.applied')[0]?.text).toContain('parked: src/names.js:1: a short name')
    expect(run.state.ended).toMatchObject({ status: 'landed' })
  })

  test.each(['pdca', 'pipeline'])('a Maker that mends it is left in peace (%s)', (strategy) => {
    expect(told(plating(strategy, second('src/a.js'))).signals).toEqual([])
  })

  test('what is parked is in no feedback', () => {
    const run = told(plating('pdca', second('src/names.js')))
    for (const call of run.calls) expect(call.note ?? '').not.toContain('a short name')
  })
})

describe('tunnel vision', () => {
  const secure = (name: string): Finding =>
    finding({
      file: `src/${name}.js`,
      severity: 'WARNING',
      category: 'security',
      description: `${name} leaks`,
    })
  const tunnel = (more: Finding[] = []): Script =>
    orderly({
      files: [...big, { path: 'test/a.test.js', test: true, change: 'added' }],
      agent: creatorPlans(['src/'], (role, attempt) => {
        if (role === 'guardian') return { verdict: 'APPROVED', findings: [secure('big-1'), secure('big-2')] }
        if (role === 'skeptic') return { verdict: 'APPROVED', findings: [secure('big-3'), secure('big-4')] }
        return role === 'sage' && attempt === 2 ? { verdict: 'REJECTED', findings: more } : undefined
      }),
    })

  test('the Sage is called again for what nobody looked at, and what it finds counts', () => {
    const untested = finding({ file: 'src/big-1.js', category: 'testing', description: 'no test at all' })
    const run = told(tunnel([untested]))
    expect(run.signals[0]).toBe('system.tunnel-vision')
    expect(
      run.calls.find(({ step, attempt }) => step === '1-check-sage' && attempt === 2)?.corrects,
    ).toContain('all of them about security')
    const [boundary] = run.of('cycle.boundary')
    expect(boundary?.findings.map(({ category }) => category)).toContain('testing')
  })

  test('one further look settles it, whatever it says', () => {
    const script = tunnel()
    const run = told({
      ...script,
      agent: (role, attempt) => (role === 'sage' ? { verdict: 'APPROVED' } : script.agent?.(role, attempt)),
    })
    expect(run.signals).toEqual(['system.tunnel-vision'])
    expect(steps(run).slice(-3).sort()).toEqual(['1-check-sage#1', '1-check-sage#2', '1-check-skeptic#1'])
    expect(run.state.ended).toMatchObject({ status: 'landed' })
  })
})

describe('echo chamber', () => {
  /** Thorough: all four reviewers look, however little the Guardian finds. */
  const echo = (over: Script = {}): Script =>
    orderly({
      files: [...big, { path: 'test/a.test.js', test: true, change: 'added' }],
      takesMs: () => 1000,
      ...over,
      agent: creatorPlans(['src/'], over.agent),
      start: { workflow: 'thorough', max_cycles: 3, ...over.start },
    })
  const LAST = '1-check-guardian-adversarial'

  test('the Guardian looks again, told that something is wrong; if nothing is, the change lands', () => {
    const run = told(echo())
    expect(run.signals).toEqual(['system.echo-chamber'])
    expect(run.calls.at(-1)).toMatchObject({ step: LAST, role: 'guardian' })
    expect(run.calls.at(-1)?.note).toContain('something is wrong')
    expect(run.state.ended).toMatchObject({ status: 'landed' })
  })

  test('what it finds counts with the others', () => {
    const hidden = finding({ file: 'src/big-1.js', description: 'the last page is lost' })
    const run = told(
      echo({
        agent: (role, attempt) =>
          role === 'guardian' && attempt === 2 ? { verdict: 'REJECTED', findings: [hidden] } : undefined,
      }),
    )
    const [boundary] = run.of('cycle.boundary')
    expect(boundary?.findings.map(({ description }) => description)).toEqual(['the last page is lost'])
    expect(run.state.merge?.head).toBe(heads[1])
  })

  test('an adversarial look without a verdict is no approval: it is asked once more, then a person', () => {
    const silent: NonNullable<Script['agent']> = (role, attempt) =>
      role === 'guardian' && attempt > 1 ? { verdict: null } : undefined
    const run = told(echo({ agent: silent }))
    expect(run.calls.at(-1)?.step).toBe(`${LAST}-again`)
    expect(Object.values(run.state.gates)).toMatchObject([{ kind: 'review', answer: null }])
    expect(run.state.merged).toBeNull()
  })

  test('half a minute of reading is enough', () => {
    expect(told(echo({ takesMs: ({ phase }) => (phase === 'check' ? 7500 : 1) })).signals).toEqual([])
  })

  test('with the budget nearly spent nobody looks again, and the change lands as it was approved', () => {
    const policy = { ...systemPolicy(), budget: { usd: 0.073, tokens: null } }
    const run = told(echo({ start: { workflow: 'thorough', max_cycles: 3, policy } }))
    expect(run.of('correction.applied').find(({ layer }) => layer === 'system')).toMatchObject({
      rung: 'stop',
    })
    expect(run.calls.map(({ step }) => step)).not.toContain(LAST)
    expect(run.state.ended).toMatchObject({ status: 'landed' })
  })

  test('a small change is read in no time', () => {
    const files = [{ path: 'src/a.js' }, { path: 'test/a.test.js', test: true }]
    expect(told(echo({ files })).signals).toEqual([])
  })
})

describe('analysis paralysis', () => {
  const long = (planMinutes: number, doMinutes: number, over: Script = {}): Script =>
    orderly({
      ...over,
      takesMs: ({ phase, role }) =>
        phase === 'plan' ? planMinutes * (MINUTE / 2) : role === 'maker' ? doMinutes * MINUTE : 1000,
    })
  const rejectOnce: NonNullable<Script['agent']> = (role, attempt) =>
    role === 'guardian' && attempt === 1
      ? { verdict: 'REJECTED', findings: [finding({ file: 'src/a.js' })] }
      : undefined

  test('whoever comes next is told to go on with known gaps', () => {
    const run = told(long(30, 10, { agent: creatorPlans(['src/a.js'], rejectOnce) }))
    expect(run.signals[0]).toBe('system.analysis-paralysis')
    const [first, second] = run.calls.filter(({ role }) => role === 'maker')
    expect(first?.note).toBeNull()
    expect(second?.note).toContain('enough research')
    const later = run.calls.find(({ step }) => step === '2-plan-creator')
    expect(later?.note).toContain('which gaps are left')
  })

  test('nobody explores any more in this run, not even beside the Maker', () => {
    const unsure = { ...SURE, risk_coverage: 0.2 }
    const agent: NonNullable<Script['agent']> = (role, attempt) =>
      rejectOnce(role, attempt) ??
      (role === 'creator'
        ? { confidence: attempt === 1 ? SURE : unsure, files: ['src/a.js'], test_strategy: ['a case'] }
        : undefined)
    const answers = { shadow: 'yes' }
    const quick = told(long(1, 10, { agent, answers }))
    expect(quick.calls.filter(({ role }) => role === 'explorer')).toHaveLength(2)
    const slow = told(long(30, 10, { agent, answers }))
    expect(slow.calls.filter(({ role }) => role === 'explorer')).toHaveLength(1)
  })

  test('planning twice as long as making, or short planning, is no shadow', () => {
    expect(told(long(20, 10)).signals).toEqual([])
    expect(told(long(9, 1)).signals).toEqual([])
  })
})

describe('broken window', () => {
  const left = (file: string): Finding =>
    finding({ file, severity: 'WARNING', category: 'quality', description: `${file} is hard to read` })
  const landing = (now: Finding[]): Script =>
    orderly({
      agent: creatorPlans(['src/a.js'], (role) =>
        role === 'sage' || role === 'guardian'
          ? { verdict: 'APPROVED', findings: role === 'sage' ? now : [left('src/g.js')].slice(0, now.length) }
          : undefined,
      ),
    })

  function withHistory(script: Script, earlier: Finding[]) {
    const [begin] = simulate(script).events
    const deferred = [{ run: '2026-01-01-earlier', warnings: earlier.length, findings: earlier }]
    const loaded = { ...begin!, seq: 2, type: 'context.loaded' as const, data: { deferred } }
    return told(script, [begin!, loaded as WiggumEvent])
  }

  test('a cleanup task is queued after landing, with what both runs left', () => {
    const run = withHistory(landing([left('src/a.js')]), [left('src/old.js')])
    expect(run.signals).toEqual(['system.broken-window'])
    const [queued] = run.commands.filter((command) => command.do === 'queue-task')
    expect(queued?.task).toContain('src/old.js is hard to read')
    expect(queued?.task).toContain('src/a.js is hard to read')
    const merged = run.events.findIndex(({ type }) => type === 'run.merged')
    expect(run.events.findIndex(({ type }) => type === 'shadow.detected')).toBeGreaterThan(merged)
    expect(run.state.ended).toMatchObject({ status: 'landed', exit_code: 0 })
  })

  test('nothing left by this run, or by the one before, is no shadow', () => {
    expect(withHistory(landing([]), [left('src/1.js'), left('src/2.js'), left('src/3.js')]).signals).toEqual(
      [],
    )
    expect(told(landing([left('src/a.js'), left('src/b.js')])).signals).toEqual([])
  })
})

describe('a rule that came after a run began', () => {
  const all = systemDetectors.map(({ id }) => id)

  /** After which events of a run without such rules they would see something, were they there now. */
  function seenAfter(script: Script): string[] {
    const without = { ...script, start: { ...script.start, policy: systemPolicy(...all) } }
    const retold = simulate(without).events.map((event) =>
      event.type === 'run.start' ? { ...event, data: { ...event.data, policy: systemPolicy() } } : event,
    )
    const state = initialState('run')
    return retold.flatMap((event) => {
      applyEvent(state, event)
      const { commands } = decide(state, event.ts)
      const sees = commands.some(
        (command) => command.do === 'record' && command.event.type === 'shadow.detected',
      )
      return sees ? [event.type] : []
    })
  }

  test('sees the end of Do until somebody reads the work, and not afterwards', () => {
    const wide = orderly({
      files: [...paths(4), { path: 'src/a.js' }, { path: 'test/a.test.js', test: true }],
    })
    for (const strategy of ['pdca', 'pipeline'])
      expect(seenAfter({ ...wide, start: { ...wide.start, strategy } })).toEqual([
        'work.inspected',
        'phase.transition',
      ])
  })
})
