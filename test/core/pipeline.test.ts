import { describe, expect, test } from 'vitest'
import { defaultConfig } from '../../src/config/load.ts'
import type { WiggumEvent } from '../../src/core/events.ts'
import { fold } from '../../src/core/fold.ts'
import { BASE, finding, HEAD, type Script, simulate } from './simulate.ts'

const roles = (script: Script) =>
  simulate(script).commands.flatMap((command) => (command.do === 'agent' ? [command.call.role] : []))
const ending = (script: Script) => simulate(script).state.ended
const rejecting = (attempts: number) => (role: string, attempt: number) =>
  role === 'guardian' && attempt <= attempts
    ? { verdict: 'REJECTED' as const, findings: [finding()] }
    : undefined

describe('the pipeline', () => {
  test('plans, makes, reviews, verifies and lands', () => {
    const { state, commands } = simulate()
    expect(state.ended).toMatchObject({ status: 'landed', exit_code: 0 })
    expect(commands.map((command) => command.do).filter((what) => what !== 'record')).toEqual([
      'verify',
      'agent',
      'agent',
      'collect',
      'inspect',
      'agent',
      'judge',
      'agent',
      'judge',
      'build-merge',
      'verify',
      'verify',
      'land',
      'finish',
    ])
    expect(roles({})).toEqual(['creator', 'maker', 'guardian', 'sage'])
  })

  test('asks the Skeptic only if Guardian found something, be it an INFO', () => {
    const agent = (role: string) =>
      role === 'guardian'
        ? { verdict: 'APPROVED' as const, findings: [finding({ severity: 'INFO' })] }
        : undefined
    expect(roles({ agent })).toEqual(['creator', 'maker', 'guardian', 'skeptic', 'sage'])
  })

  test('gives one targeted fix for a CRITICAL, reviews and tests again, and lands', () => {
    const { state, commands } = simulate({ agent: rejecting(1) })
    expect(state.ended?.exit_code).toBe(0)
    const makers = commands.flatMap((command) =>
      command.do === 'agent' && command.call.role === 'maker' ? [command.call] : [],
    )
    expect(makers).toHaveLength(2)
    expect(makers[1]).toMatchObject({ attempt: 2, head: HEAD, step: '1-do-maker-2' })
    expect(makers[1]!.note).toContain('it loses the last item')
  })

  test('gives up after the one fix, with the findings open and the branch named', () => {
    expect(ending({ agent: rejecting(9) })).toMatchObject({ status: 'findings-open', exit_code: 10 })
    expect(ending({ agent: rejecting(9) })!.reason).toContain('wiggum/run')
  })

  test('a fix that changes nothing is not reviewed again', () => {
    const script = { agent: rejecting(9), heads: [HEAD, HEAD] }
    expect(ending(script)?.exit_code).toBe(10)
    expect(roles(script)).toEqual(['creator', 'maker', 'guardian', 'skeptic', 'sage', 'maker'])
  })

  test('lands with WARNINGs of a reviewer that approved', () => {
    const agent = (role: string) =>
      role === 'guardian'
        ? { verdict: 'APPROVED' as const, findings: [finding({ severity: 'WARNING' })] }
        : undefined
    expect(ending({ agent })?.exit_code).toBe(0)
  })

  test('does not land a CRITICAL of a reviewer that says APPROVED', () => {
    const agent = (role: string) =>
      role === 'guardian' ? { verdict: 'APPROVED' as const, findings: [finding()] } : undefined
    expect(ending({ agent })?.exit_code).toBe(10)
  })

  test('a Maker that changes nothing gets one more chance and then ends with findings open', () => {
    expect(ending({ heads: [BASE, BASE] })).toMatchObject({ exit_code: 10 })
    expect(roles({ heads: [BASE, BASE] })).toEqual(['creator', 'maker', 'maker'])
    expect(ending({ heads: [BASE, HEAD] })?.exit_code).toBe(0)
  })

  test('a Maker that changes nothing and was refused something: the ending says what, whoever else was', () => {
    const denials = (role: string) => (role === 'maker' ? ['Bash', 'Write'] : ['WebFetch'])
    const message = ending({ heads: [BASE, BASE], denials })?.reason
    expect(message).toContain('the Maker changed nothing')
    expect(message).toContain('it was refused Bash, Write: allow that')
    expect(ending({ heads: [BASE, BASE] })?.reason).not.toContain('refused')
    expect(ending({ denials })?.exit_code).toBe(0)
  })

  test('red on the merged tree: one fix, then exit 12', () => {
    expect(ending({ green: (kind) => kind !== 'merged' })).toMatchObject({
      status: 'verification-red',
      exit_code: 12,
    })
    expect(ending({ green: (kind, nth) => kind !== 'merged' || nth > 1 })?.exit_code).toBe(0)
  })

  test('red before and after: a gate, and only a yes lands it', () => {
    const red = { green: () => false }
    expect(Object.values(simulate(red).state.gates).map((gate) => gate.kind)).toEqual(['baseline-red'])
    expect(ending({ ...red, answers: { 'baseline-red': 'yes' } })?.exit_code).toBe(0)
    expect(ending({ ...red, answers: { 'baseline-red': 'no' } })?.exit_code).toBe(12)
  })

  test('an acceptance command that was red before and stays red is no question: exit 12', () => {
    expect(ending({ green: () => false, failing: 'acceptance' })?.exit_code).toBe(12)
  })

  test('VF3: a review without a verdict is asked again once, then a person decides', () => {
    const agent = (role: string) => (role === 'sage' ? { verdict: null } : undefined)
    const waiting = simulate({ agent })
    expect(waiting.state.ended).toBeNull()
    expect(Object.values(waiting.state.gates).map((gate) => gate.kind)).toEqual(['review'])
    expect(roles({ agent })).toEqual(['creator', 'maker', 'guardian', 'sage', 'sage'])
    expect(ending({ agent, answers: { review: 'no' } })?.exit_code).toBe(10)
    expect(
      ending({ agent: (role, attempt) => (role === 'sage' && attempt === 1 ? { verdict: null } : undefined) })
        ?.exit_code,
    ).toBe(0)
  })

  test('REJECTED without an effective finding is asked again once', () => {
    const agent = (role: string, attempt: number) =>
      role === 'guardian' && attempt === 1
        ? { verdict: 'REJECTED' as const, findings: [finding({ severity: 'INFO' })] }
        : undefined
    expect(ending({ agent })?.exit_code).toBe(0)
  })

  test('VF7: a verdict counts only for the head it was given for', () => {
    const { state, events } = simulate({ agent: rejecting(1) })
    const forFirst = events.filter((event) => event.type === 'review.verdict' && event.data.head === HEAD)
    expect(forFirst).toHaveLength(3)
    expect(
      Object.values(state.reviews)
        .filter((review) => review.head !== HEAD)
        .map((review) => review.role),
    ).toEqual(['guardian', 'sage'])
  })

  test('tampering is a gate that blocks until a person accepts it', () => {
    const inspect = { findings: [finding({ category: 'testing', sources: ['supervisor'] })] }
    expect(simulate({ inspect }).state.ended).toBeNull()
    expect(ending({ inspect, answers: { 'test-tampering': 'yes' } })?.exit_code).toBe(0)
    expect(ending({ inspect, answers: { 'test-tampering': 'no' } })?.exit_code).toBe(12)
    expect(
      ending({ inspect, start: { options: { merge: true, yes: true, allow: ['test-tampering'] } } })
        ?.exit_code,
    ).toBe(0)
    expect(
      simulate({ inspect, start: { options: { merge: true, yes: true, allow: [] } } }).state.ended,
    ).toBeNull()
  })

  test('tests that fail in their old form are a gate even without a tampering finding', () => {
    const script = {
      inspect: { protected_changed: ['test/x.test.js'] },
      green: (kind: string) => kind !== 'base-copies',
    }
    expect(Object.values(simulate(script).state.gates)[0]?.kind).toBe('test-tampering')
    expect(ending({ inspect: { protected_changed: ['test/x.test.js'] } })?.exit_code).toBe(0)
  })

  test('links that lead outside the repository are a gate', () => {
    expect(
      Object.values(simulate({ inspect: { outside_links: ['a → /etc/passwd'] } }).state.gates)[0]?.kind,
    ).toBe('external')
  })

  test('GS4: deleting more than half of the files is a gate; so are deletions the plan does not name', () => {
    expect(
      Object.values(simulate({ inspect: { mass_deletion: { deleted: 6, total: 10 } } }).state.gates)[0]?.kind,
    ).toBe('mass-deletion')
    expect(
      Object.values(simulate({ inspect: { unplanned_deletions: ['README.md'] } }).state.gates)[0]?.kind,
    ).toBe('delete')
  })

  test('nothing to verify with: asked before an agent is paid', () => {
    const start = {
      verify: {
        setup: [],
        test: null,
        acceptance: [],
        required_files: [],
        timeout_minutes: 1,
        detected: 'none',
      },
    }
    expect(roles({ start })).toEqual([])
    expect(Object.values(simulate({ start }).state.gates)[0]?.kind).toBe('unverified')
    expect(ending({ start: { ...start, domain: 'writing' } })?.exit_code).toBe(0)
    expect(ending({ start, answers: { unverified: 'yes' } })?.exit_code).toBe(0)
    expect(ending({ start, answers: { unverified: 'yes' }, ran: false, green: () => false })?.exit_code).toBe(
      0,
    )
  })

  test('a conflict is never forced', () => {
    expect(ending({ conflict: true })).toMatchObject({ status: 'conflict', exit_code: 13 })
  })

  test('the target moved: built, verified and tried again', () => {
    const { state, commands } = simulate({ land: ['moved'] })
    expect(state.ended?.exit_code).toBe(0)
    expect(commands.filter((command) => command.do === 'build-merge')).toHaveLength(2)
  })

  describe('a rewritten target', () => {
    const TIP = 'd'.repeat(40)
    const yes = { 'rewritten-target': 'yes' }
    const policy = (gate: string) => ({
      ...defaultConfig(),
      gates: { ...defaultConfig().gates, 'rewritten-target': gate },
    })
    const gates = (script: Script) => Object.keys(simulate(script).state.gates)

    test('is asked about before anything is verified on it, and only a yes lands the change alone', () => {
      const { state, commands } = simulate({ rewritten: [TIP] })
      expect(Object.values(state.gates)).toMatchObject([
        {
          kind: 'rewritten-target',
          evidence: [expect.stringContaining('bbbbbbb as it was'), expect.any(String)],
        },
      ])
      expect(commands.map((command) => (command.do === 'verify' ? command.kind : ''))).not.toContain('merged')
      expect(ending({ rewritten: [TIP], answers: yes })).toMatchObject({ exit_code: 0 })
      expect(ending({ rewritten: [TIP], answers: yes })!.reason).toContain('the change alone, since main was')
      expect(ending({ rewritten: [TIP], answers: { 'rewritten-target': 'no' } })).toMatchObject({
        status: 'refused',
        exit_code: 10,
      })
    })

    test('is another question when it is rewritten again, and none while it only moves on', () => {
      const script: Script = { land: ['moved'], answers: yes }
      expect(gates({ ...script, rewritten: [TIP, TIP] })).toEqual([`rewritten-target-${'d'.repeat(12)}`])
      expect(gates({ ...script, rewritten: [TIP, 'e'.repeat(40)] })).toHaveLength(2)
    })

    test.each(['allow', 'warn'])('asks nobody with %s, and the ending says it', (gate) => {
      const script: Script = { rewritten: [TIP], start: { policy: policy(gate) } }
      expect(gates(script)).toEqual([])
      expect(ending(script)!.reason).toContain('since main was rewritten')
    })

    test('is refused with deny, also where the change conflicts; asked, a conflict says how to put it there', () => {
      const denied: Script = { rewritten: [TIP], start: { policy: policy('deny') } }
      expect(ending(denied)).toMatchObject({ status: 'refused', exit_code: 10 })
      expect(ending({ ...denied, conflict: true })).toMatchObject({ status: 'refused' })
      const conflict = ending({ rewritten: [TIP], conflict: true, answers: yes })
      expect(conflict).toMatchObject({ status: 'conflict', exit_code: 13 })
      expect(conflict!.reason).toContain('git rebase --onto main bbbbbbbbbb')
    })
  })

  test('files that no filter was run on are asked about, and a yes lands them as they are', () => {
    const inspect = { unfiltered: ['a.bin: raw content'] }
    expect(Object.values(simulate({ inspect }).state.gates)).toMatchObject([
      { kind: 'lfs', evidence: ['a.bin: raw content', expect.stringContaining('git add --renormalize')] },
    ])
    expect(ending({ inspect, answers: { lfs: 'no' } })).toMatchObject({ status: 'refused', exit_code: 10 })
    expect(ending({ inspect, answers: { lfs: 'yes' } })?.reason).toContain('1 file without the filter')
  })

  test('files that their filter left as they are, or that have none, are not asked about', () => {
    expect(Object.values(simulate({ inspect: { unfiltered: [] } }).state.gates)).toEqual([])
    expect(ending({ inspect: { unfiltered: [] } })?.exit_code).toBe(0)
  })

  test('a dirty checkout ends with 11 and the command that finishes it', () => {
    expect(ending({ land: ['dirty'] })).toMatchObject({ exit_code: 11 })
    expect(ending({ land: ['dirty'] })!.reason).toContain('wiggum resume run')
    expect(ending({ start: { options: { merge: false, yes: false, allow: [] } } })).toMatchObject({
      exit_code: 11,
    })
  })

  test('an agent that crashes ends the run; a limit or an overload is waited for', () => {
    expect(ending({ agent: (role) => (role === 'maker' ? { fails: 'crash' } : undefined) })?.exit_code).toBe(
      14,
    )
    expect(
      ending({ agent: (role) => (role === 'maker' ? { fails: 'authentication' } : undefined) })?.exit_code,
    ).toBe(4)
    const limited = simulate({
      agent: (role, attempt) =>
        role === 'maker' && attempt < 3 ? { fails: 'limit', retryAt: '2026-01-01T05:00:00.000Z' } : undefined,
    })
    expect(limited.state.ended?.exit_code).toBe(0)
    const second = limited.events.find(
      (event) => event.type === 'agent.start' && event.data.archetype === 'maker' && event.data.attempt === 2,
    )
    expect(second!.ts >= '2026-01-01T05:00:00.000Z').toBe(true)
    expect(
      ending({ agent: (role) => (role === 'maker' ? { fails: 'overload' } : undefined) })?.exit_code,
    ).toBe(22)
  })

  test('NEEDS_CONTEXT asks the user, and the answer goes into the next call', () => {
    const agent = (role: string, attempt: number) =>
      role === 'creator' && attempt === 1
        ? { status: 'NEEDS_CONTEXT' as const, notes: 'Which format?' }
        : undefined
    const { state, commands } = simulate({ agent, answers: { context: 'answer' } })
    expect(state.ended?.exit_code).toBe(0)
    const second = commands.find((command) => command.do === 'agent' && command.call.attempt === 2)
    expect(second?.do === 'agent' && second.call.note).toContain('in CSV')
  })

  test('BLOCKED aborts with the reason', () => {
    const agent = (role: string) =>
      role === 'maker' ? { status: 'BLOCKED' as const, summary: 'no database' } : undefined
    expect(ending({ agent })).toMatchObject({ exit_code: 14, reason: expect.stringContaining('no database') })
  })

  test('BL2: the budget counts what the log says, also after a crash', () => {
    const policy = { ...defaultConfig(), budget: { usd: 1, tokens: null } }
    const spent = simulate({ start: { policy }, usd: 0.47 })
    expect(spent.state.ended).toMatchObject({ status: 'budget', exit_code: 24 })
    const before = spent.events.slice(
      0,
      spent.events.findIndex((event) => event.type === 'budget.threshold') + 1,
    )
    expect(fold(before, 'run').spend.usd).toBeCloseTo(0.94, 5)
    expect(simulate({ start: { policy }, usd: 0.47 }, before).state.ended?.exit_code).toBe(24)
  })

  test('CR7: a resumed run does not end on its old ending', () => {
    const crashed = simulate({ agent: (role) => (role === 'maker' ? { fails: 'crash' } : undefined) })
    const resumed = {
      v: 1,
      seq: crashed.events.length + 1,
      ts: '2026-01-02T00:00:00.000Z',
      run_id: 'run',
      type: 'run.resumed',
      phase: null,
      agent: null,
      parent: [],
      data: { reason: 'again', after: crashed.events.length },
    } as WiggumEvent
    const { state, commands } = simulate({}, [...crashed.events, resumed])
    expect(state.ended).toMatchObject({ status: 'landed', exit_code: 0 })
    const maker = commands.find((command) => command.do === 'agent' && command.call.role === 'maker')
    expect(maker?.do === 'agent' && maker.call.attempt).toBe(2)
    expect(commands.some((command) => command.do === 'agent' && command.call.role === 'creator')).toBe(false)
  })
})

describe('hooks', () => {
  const at = (point: string) => ({
    start: { hooks: [{ point, run: 'smoke', on_failure: 'abort', timeout_minutes: 1 }] },
  })

  test('a failing pre-merge or run-start hook stops the run before anything lands', () => {
    expect(ending({ ...at('pre-merge'), hooks: 'fail' })).toMatchObject({
      status: 'hook-failed',
      exit_code: 12,
    })
    expect(simulate({ ...at('pre-merge'), hooks: 'fail' }).state.merged).toBeNull()
    expect(roles({ ...at('run-start'), hooks: 'fail' })).toEqual([])
    expect(ending(at('pre-merge'))?.exit_code).toBe(0)
  })

  test('red after landing: reverted, then a hard break', () => {
    const { state, commands } = simulate({ ...at('post-merge'), hooks: 'fail' })
    expect(state.ended).toMatchObject({ status: 'hard-break', exit_code: 22 })
    expect(state.broken).toMatchObject({ kind: 'hard', trigger: 'tests broken after merge' })
    expect(commands.filter((command) => command.do === 'revert')).toHaveLength(1)
  })

  test('CR4: cut anywhere, the merge is taken back exactly once', () => {
    const script: Script = { ...at('post-merge'), hooks: 'fail' }
    const whole = simulate(script)
    for (let cut = 1; cut < whole.events.length; cut++) {
      const { state, events } = simulate(script, whole.events.slice(0, cut))
      expect(state.ended?.exit_code, `cut after event ${cut}`).toBe(22)
      expect(events.filter((event) => event.type === 'run.reverted')).toHaveLength(1)
    }
  })
})

describe('folding', () => {
  const scripts: [string, Script][] = [
    ['a plain run', {}],
    ['a fix round', { agent: rejecting(1) }],
    ['an accepted tampering', { inspect: { findings: [finding()] }, answers: { 'test-tampering': 'yes' } }],
    ['a moved target', { land: ['moved'] }],
  ]

  test.each(scripts)('stopping after any event of %s and going on gives the same end', (_name, script) => {
    const whole = simulate(script)
    for (let cut = 1; cut < whole.events.length; cut++) {
      const { state } = simulate(script, whole.events.slice(0, cut))
      expect(state.ended?.exit_code, `cut after event ${cut}`).toBe(whole.state.ended?.exit_code)
      expect(state.merged === null, `cut after event ${cut}`).toBe(whole.state.merged === null)
    }
  })

  test.each(scripts)('no completed step of %s runs again, wherever it is cut', (_name, script) => {
    const whole = simulate(script)
    for (let cut = 1; cut < whole.events.length; cut++) {
      const before = whole.events.slice(0, cut)
      const done = before.flatMap((event) =>
        event.type === 'agent.complete' ? [`${event.data.step}:${event.data.attempt}`] : [],
      )
      const called = simulate(script, before).commands.flatMap((command) =>
        command.do === 'agent' ? [`${command.call.step}:${command.call.attempt}`] : [],
      )
      expect(
        called.filter((call) => done.includes(call)),
        `cut after event ${cut}`,
      ).toEqual([])
    }
  })

  test('an unknown event type is carried, not dropped', () => {
    const { events } = simulate()
    const strange = { ...events[0]!, type: 'from.the.future', seq: 2, data: { x: 1 } } as never
    expect(fold([events[0]!, strange]).seq).toBe(2)
  })
})
