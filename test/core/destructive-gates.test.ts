import { describe, expect, test } from 'vitest'
import { defaultConfig } from '../../src/config/load.ts'
import { leaveOf } from '../../src/core/asked.ts'
import type { AgentCall, Command } from '../../src/core/commands.ts'
import type { Asked } from '../../src/core/events.ts'
import { fold } from '../../src/core/fold.ts'
import { type Script, type Simulation, simulate } from './simulate.ts'

const heads = ['a', 'c', 'd', 'e'].map((digit) => digit.repeat(40))
const loop = { max_passes: 5, suppressed: null, accept: false }
const OUT: Asked = { kind: 'delete', what: '/srv/x', allowed: false }
const PUSH: Asked = { kind: 'external', what: 'git push', allowed: false }

function run(script: Script, before: Simulation['events'] = []): Simulation {
  return simulate({ heads, ...script, start: { strategy: 'loop', loop, ...script.start } }, before)
}

const makers = (commands: Command[]): AgentCall[] =>
  commands.flatMap((command) =>
    command.do === 'agent' && command.call.role === 'maker' ? [command.call] : [],
  )
const gates = ({ events }: Simulation) =>
  events.flatMap((event) => (event.type === 'gate.opened' ? [event.data] : []))
/** What its first call wanted; the later ones want nothing. */
const first =
  (...asked: Asked[]) =>
  ({ role, attempt }: AgentCall) =>
    role === 'maker' && attempt === 1 ? asked : undefined
const policy = (over: Partial<ReturnType<typeof defaultConfig>['gates']>) => {
  const config = defaultConfig()
  return { policy: { ...config, gates: { ...config.gates, ...over } } }
}

/** Somebody takes it up again, to answer or because it was killed. */
function resumed(before: Simulation['events']): Simulation['events'] {
  const last = before.at(-1)!
  const data = { reason: 'it waited for an answer', after: last.seq }
  return [...before, { ...last, seq: last.seq + 1, type: 'run.resumed' as const, data } as typeof last]
}

const calls = ({ events }: Simulation) => [
  ...new Set(
    events.flatMap(({ type, data }) => (type === 'agent.start' ? `${data.step}:${data.attempt}` : [])),
  ),
]

describe('what reaches beyond the workspace', () => {
  test('an honest run is asked nothing', () => {
    const sim = run({})
    expect(gates(sim)).toEqual([])
    expect(makers(sim.commands).map(({ note }) => note?.includes('refused for good'))).toEqual([false])
    expect(leaveOf(sim.state)).toEqual({ kinds: [], operations: [] })
  })

  test('is a question once the call has ended, and the run waits for the answer', () => {
    const sim = run({ asked: first(OUT) })
    expect(gates(sim)).toMatchObject([
      {
        kind: 'delete',
        choices: ['yes', 'no'],
        evidence: ['/srv/x'],
        gate: expect.stringMatching(/^delete-asked-/),
      },
    ])
    expect(gates(sim)[0]!.question).toContain(
      'The maker wants to delete something outside its workspace: /srv/x.',
    )
    expect(sim.state.ended).toBeNull()
    expect(Object.keys(sim.state.collected)).toEqual([])
    expect(makers(sim.commands)).toHaveLength(1)
  })

  test('after a yes the same step goes on in its own conversation, and may do exactly that', () => {
    const sim = run({ asked: first(OUT), session: (n) => `s${n}`, answers: { delete: 'yes' } })
    const [one, two, ...more] = makers(sim.commands)
    expect(more).toEqual([])
    expect(two).toMatchObject({ step: one!.step, attempt: 2, continues: 's1' })
    expect(two!.corrects).toContain('- delete: /srv/x')
    expect(leaveOf(sim.state)).toEqual({ kinds: [], operations: [{ kind: 'delete', what: '/srv/x' }] })
    expect(sim.state.ended).toMatchObject({ status: 'landed' })
    expect(gates(sim)).toHaveLength(1)
    expect(sim.state.corrections).toEqual([])
  })

  test('after a no the work stands as it is, and later calls are told to do without', () => {
    const green = (kind: string, nth: number) =>
      kind === 'merged' ? nth >= 2 : !['proof', 'can-fail'].includes(kind)
    const sim = run({ asked: first(OUT), answers: { delete: 'no' }, green })
    const [, two, ...more] = makers(sim.commands)
    expect(more).toEqual([])
    expect(two).toMatchObject({ step: '1-do-maker-2', corrects: null })
    expect(two!.note).toContain('This was refused for good. Do without it:\n- delete: /srv/x')
    const never = { kinds: [], operations: [{ kind: 'delete', what: '/srv/x' }] }
    expect(leaveOf(sim.state)).toEqual({ kinds: [], operations: [], never })
    expect(sim.state.ended).toMatchObject({ status: 'landed' })
  })

  test('what was answered is not asked again, whoever asks', () => {
    const green = (kind: string, nth: number) =>
      kind === 'merged' ? nth >= 2 : !['proof', 'can-fail'].includes(kind)
    const asked = ({ role }: AgentCall) => (role === 'maker' ? [OUT] : undefined)
    const sim = run({ asked, answers: { delete: 'no' }, green })
    expect(gates(sim)).toHaveLength(1)
    expect(sim.state.ended).toMatchObject({ status: 'landed' })
  })

  test('a configuration that denies it asks nobody', () => {
    const sim = run({ asked: first(OUT), start: policy({ delete: 'deny' }) })
    expect(gates(sim)).toEqual([])
    expect(sim.state.ended).toMatchObject({ status: 'landed' })
    const never = { kinds: ['delete'], operations: [] }
    expect(leaveOf(sim.state)).toEqual({ kinds: [], operations: [], never })
  })

  test('a configuration that allows it, or --allow, lets the whole kind through', () => {
    const asked = first({ ...OUT, allowed: true })
    const sim = run({ asked, start: policy({ delete: 'allow' }) })
    expect(gates(sim)).toEqual([])
    expect(leaveOf(sim.state)).toEqual({ kinds: ['delete'], operations: [] })
    const options = { merge: true, yes: false, allow: ['external'], dry_run: false }
    expect(leaveOf(run({ start: { options } }).state).kinds).toEqual(['external'])
  })

  test.each(['limit', 'connection'])(
    'what a call wanted that ended by %s is asked once its conversation has completed',
    (fails) => {
      const agent = (role: string, attempt: number) =>
        role === 'maker' && attempt === 1 ? { fails } : undefined
      const script: Script = { asked: first(OUT), agent, session: (n) => `s${n}` }
      const sim = run(script)
      const [, two, ...more] = makers(sim.commands)
      expect(two).toMatchObject({ attempt: 2, continues: 's1' })
      expect(more).toEqual([])
      expect(gates(sim)).toMatchObject([{ kind: 'delete', evidence: ['/srv/x'] }])
      const yes = run({ ...script, answers: { delete: 'yes' } })
      expect(makers(yes.commands)).toHaveLength(3)
      expect(makers(yes.commands)[2]).toMatchObject({ step: two!.step, attempt: 3, continues: 's1' })
      expect(gates(yes)).toHaveLength(1)
      expect(yes.state.ended).toMatchObject({ status: 'landed' })
    },
  )

  test.each(['crash', 'idle'])(
    'a call that begins anew after a failure (%s) has wanted nothing yet',
    (fails) => {
      const agent = (role: string, attempt: number) =>
        role === 'maker' && attempt === 1 ? { fails } : undefined
      const sim = run({ asked: first(OUT), agent, session: (n) => `s${n}` })
      expect(makers(sim.commands)[1]).toMatchObject({ attempt: 2, continues: null })
      expect(sim.state.asked).toMatchObject([{ what: '/srv/x', attempt: 1, session: 's1' }])
      expect(gates(sim)).toEqual([])
      expect(gates(run({ asked: first(OUT), agent }))).toEqual([])
      expect(sim.state.ended).toMatchObject({ status: 'landed' })
    },
  )

  test('in a sandbox the question about a deletion says that a yes does not open it', () => {
    const sandbox = (name: 'none' | 'bubblewrap') => ({ start: { sandbox: { name, why: '' } } })
    const question = (asked: Asked, name: 'none' | 'bubblewrap') =>
      gates(run({ asked: first(asked), ...sandbox(name) }))[0]!.question
    expect(question(OUT, 'bubblewrap')).toContain(
      'It works in a sandbox (bubblewrap), where a yes has no effect',
    )
    expect(question(PUSH, 'bubblewrap')).not.toContain('sandbox')
    expect(question(OUT, 'none')).not.toContain('sandbox')
  })

  test('what was let through is nothing to ask about', () => {
    expect(gates(run({ asked: first({ ...OUT, allowed: true }) }))).toEqual([])
  })

  test('several of one kind are one question, several kinds one after the other, and then one further call', () => {
    const other: Asked = { ...OUT, what: '/srv/y' }
    const asked = first(OUT, PUSH, other)
    const waiting = run({ asked })
    expect(gates(waiting).map(({ kind, evidence }) => [kind, evidence])).toEqual([
      ['delete', ['/srv/x', '/srv/y']],
    ])
    expect(gates(waiting)[0]!.question).toContain('(and 1 more)')
    const sim = run({ asked, answers: { delete: 'yes', external: 'yes' } })
    expect(gates(sim).map(({ kind }) => kind)).toEqual(['delete', 'external'])
    const calls = makers(sim.commands)
    expect(calls).toHaveLength(2)
    expect(calls[1]!.corrects).toContain('/srv/y')
    expect(calls[1]!.corrects).toContain('git push')
  })

  test('a yes to one kind and a no to another: called again with the one', () => {
    const sim = run({ asked: first(OUT, PUSH), answers: { delete: 'yes', external: 'no' } })
    const calls = makers(sim.commands)
    expect(calls).toHaveLength(2)
    expect(calls[1]!.corrects).not.toContain('git push')
    expect(calls[1]!.note).toContain('This was refused for good. Do without it:\n- external: git push')
    expect(leaveOf(sim.state).operations).toEqual([{ kind: 'delete', what: '/srv/x' }])
  })

  test('an agent that calls itself blocked because of it is not given up before the answer', () => {
    const agent = (role: string, attempt: number) =>
      role === 'maker' && attempt === 1 ? { status: 'BLOCKED' as const, summary: 'not allowed' } : undefined
    const sim = run({ asked: first(OUT), agent, answers: { delete: 'yes' } })
    expect(sim.state.ended).toMatchObject({ status: 'landed' })
    expect(sim.state.passes).toHaveLength(1)
  })

  test.each(['loop', 'pipeline', 'pdca'])(
    'cut off after any event, a blocked %s goes on in its own conversation after the answer',
    (strategy) => {
      const confidence = { task_understanding: 0.9, solution_completeness: 0.9, risk_coverage: 0.9 }
      const agent = (role: string, attempt: number) => {
        if (role === 'creator') return { confidence }
        return role === 'maker' && attempt === 1 ? { status: 'BLOCKED' as const } : undefined
      }
      const script: Script = {
        asked: first(OUT),
        agent,
        session: (n) => `s${n}`,
        answers: { delete: 'yes' },
        start: { strategy },
      }
      const whole = run(script)
      for (let after = 1; after < whole.events.length; after++) {
        const again = run(script, resumed(whole.events.slice(0, after)))
        expect(again.state.ended, `cut after ${after}`).toMatchObject({ status: 'landed' })
        expect(gates(again)).toHaveLength(1)
        expect(calls(again)).toEqual(calls(whole))
        expect(again.state.steps['1-do-maker']).toMatchObject({ attempt: 2, session: 's1' })
      }
    },
  )

  test.each(['pipeline', 'pdca'])('is a question in the %s, too', (strategy) => {
    const confidence = { task_understanding: 0.9, solution_completeness: 0.9, risk_coverage: 0.9 }
    const agent = (role: string) => (role === 'creator' ? { confidence } : undefined)
    const script: Script = { asked: first(OUT), agent, start: { strategy } }
    expect(gates(simulate(script))).toMatchObject([{ kind: 'delete' }])
    const sim = simulate({ ...script, answers: { delete: 'yes' } })
    expect(makers(sim.commands)).toHaveLength(2)
    expect(sim.state.ended).toMatchObject({ status: 'landed' })
  })

  test('cut off after any event and taken up again, it asks once and ends the same', () => {
    const script: Script = { asked: first(OUT), answers: { delete: 'yes' } }
    const { events, state } = run(script)
    for (let after = 1; after < events.length; after++) {
      const again = run(script, events.slice(0, after))
      expect(again.state.ended).toMatchObject({ status: 'landed', head: state.ended!.head })
      expect(gates(again)).toHaveLength(1)
      expect(leaveOf(again.state)).toEqual(leaveOf(fold(again.events)))
    }
  })
})
