import { describe, expect, test } from 'vitest'
import type { AgentCall, Command } from '../../src/core/commands.ts'
import { settledSteps } from '../../src/core/decide/settled-steps.ts'
import { viewOf } from '../../src/core/decide/strategy.ts'
import type { WiggumEvent } from '../../src/core/events.ts'
import { fold } from '../../src/core/fold.ts'
import { manyShadows, rungOf } from '../../src/core/ladder.ts'
import { modelOfCall } from '../../src/core/model-of-call.ts'
import { stepScene } from '../../src/core/scenes/step-scene.ts'
import { shiftTier } from '../../src/policy/models.ts'
import { finding, type Script, simulate } from './simulate.ts'

/** A signal as a rule would have put it on the record, after the last event of a type. */
function signalAfter(
  events: WiggumEvent[],
  where: WiggumEvent['type'],
  over: Partial<Extract<WiggumEvent, { type: 'shadow.detected' }>['data']> = {},
): WiggumEvent[] {
  const at = events.findLastIndex((event) => event.type === where)
  const before = events.slice(0, at + 1)
  const last = before.at(-1)!
  const data = {
    archetype: 'maker',
    shadow: 'maker.rogue',
    trigger: 'maker.rogue.files-outside-proposal',
    action: 'keep to the plan',
    layer: 'archetype' as const,
    triggers: [{ detector: 'maker.rogue.files-outside-proposal', evidence: ['src/extra.js is not planned'] }],
    step: '1-do-maker',
    attempt: 1,
    cycle: 1,
    ...over,
  }
  const event = { ...last, seq: last.seq + 1, type: 'shadow.detected' as const, parent: [last.seq], data }
  return [...before, event]
}

const calls = (commands: Command[]): AgentCall[] =>
  commands.flatMap((command) => (command.do === 'agent' ? [command.call] : []))

const SCRIPT: Script = { session: (attempt) => `session-${attempt}` }

/** The run goes on from these events; then the shadow shows again each time the step has settled, `times` in all. */
function haunted(times: number, script: Script = SCRIPT) {
  let events = simulate(script).events
  let all: Command[] = []
  for (let attempt = 1; attempt <= times; attempt++) {
    const shown = signalAfter(events, 'work.collected', { attempt })
    const next = simulate(script, shown)
    events = next.events
    all = next.commands
    if (attempt === times) return { ...next, commands: all }
  }
  throw new Error('never')
}

describe('the ladder', () => {
  test('first: the same step is called again, in its own conversation, with what was seen', () => {
    const { commands, state } = haunted(1)
    const [again] = calls(commands)
    expect(again).toMatchObject({ role: 'maker', step: '1-do-maker', attempt: 2, continues: 'session-1' })
    expect(again?.corrects).toContain('src/extra.js is not planned')
    expect(state.corrections).toMatchObject([{ rung: 'correct', step: '1-do-maker', attempt: 1 }])
    expect(state.ended).toMatchObject({ status: 'landed', exit_code: 0 })
  })

  test('second: a fresh agent takes over, and starts empty', () => {
    const { commands, state } = haunted(2)
    const [fresh] = calls(commands)
    expect(fresh).toMatchObject({ step: '1-do-maker', attempt: 3, continues: null })
    expect(state.corrections.map(({ rung }) => rung)).toEqual(['correct', 'replace'])
    expect(state.ended?.exit_code).toBe(0)
  })

  test('third in the same cycle: a Hard Break, on the record before the end', () => {
    const { state, events } = haunted(3)
    expect(state.broken).toMatchObject({ kind: 'hard', detector: 'break.same-shadow' })
    expect(state.broken?.evidence).toHaveLength(3)
    expect(state.ended?.reason).toContain('maker.rogue')
    expect(state.ended).toMatchObject({ status: 'hard-break', exit_code: 22 })
    const types = events.map(({ type }) => type)
    expect(types.indexOf('wiggum.break')).toBeLessThan(types.indexOf('run.complete'))
  })

  test('what a corrected attempt left no longer counts: the work is collected again', () => {
    const { events } = haunted(1)
    const collected = events.filter(({ type }) => type === 'work.collected')
    expect(collected).toMatchObject([{ data: { attempt: 1 } }, { data: { attempt: 2 } }])
  })

  test('a corrected reviewer is judged again, and its second verdict counts', () => {
    const script: Script = {
      ...SCRIPT,
      agent: (role, attempt) =>
        role === 'guardian' && attempt === 1
          ? { verdict: 'REJECTED', findings: [finding()] }
          : role === 'guardian'
            ? { verdict: 'APPROVED' }
            : undefined,
    }
    const { events } = simulate(script)
    const at = events.findIndex(({ type }) => type === 'review.verdict')
    const guardian = { archetype: 'guardian', shadow: 'guardian.paranoid', step: '1-check-guardian' }
    const { state } = simulate(script, signalAfter(events.slice(0, at + 1), 'review.verdict', guardian))
    expect(state.reviews['1-check-guardian']).toMatchObject({ verdict: 'APPROVED' })
    expect(state.round).toBe(1)
    expect(state.ended?.exit_code).toBe(0)
  })

  test('a correction that was decided before a crash is not decided again', () => {
    const { events } = haunted(1)
    const cut = events.findIndex(({ type }) => type === 'correction.applied') + 1
    const { state } = simulate(SCRIPT, events.slice(0, cut))
    expect(state.corrections).toHaveLength(1)
    expect(state.ended?.exit_code).toBe(0)
  })
})

describe('a Maker that asks a question first', () => {
  const asking: Script = {
    ...SCRIPT,
    play: ({ role, attempt }) =>
      role === 'maker' && attempt === 1 ? { status: 'NEEDS_CONTEXT', notes: 'Which format?' } : undefined,
    answers: { context: 'answer' },
  }
  const untested = [1, 2, 3].map((part) => ({ path: `src/part-${part}.js`, added: 9 }))

  test('is judged by what it said once it had the answer', () => {
    const { state } = simulate(asking)
    expect(state.steps['1-do-maker']?.contract?.status).toBe('NEEDS_CONTEXT')
    expect(stepScene(state, state.steps['1-do-maker']!)).toMatchObject({
      step: '1-do-maker',
      contract: { status: 'DONE' },
      change: { commits: 1 },
    })
  })

  test('climbs the ladder like any other', () => {
    const { state, commands } = simulate({ ...asking, files: untested })
    expect(state.signals.map(({ step, attempt }) => [step, attempt])).toEqual([
      ['1-do-maker', 2],
      ['1-do-maker', 3],
      ['1-do-maker', 4],
    ])
    expect(state.corrections.map(({ rung }) => rung)).toEqual(['correct', 'replace'])
    expect(state.ended?.exit_code).toBe(22)
    const answered = calls(commands).filter(({ step }) => step === '1-do-maker-answer1')
    expect(answered.map(({ attempt, continues }) => [attempt, continues])).toEqual([
      [2, null],
      [3, 'session-2'],
      [4, null],
    ])
  })

  test('is looked at again only once git says what its next attempt changed', () => {
    const made: Script['made'] = (_, attempt) => (attempt === 2 ? { files: untested } : {})
    const { state, events } = simulate({ ...asking, made })
    expect(state.signals).toHaveLength(1)
    expect(state.ended?.exit_code).toBe(0)
    const again = events.findLastIndex(
      (event) => event.type === 'agent.complete' && event.data.archetype === 'maker',
    )
    const view = viewOf(fold(events.slice(0, again + 1)), events[again]!.ts)!
    expect(settledSteps(view)).toEqual([])
  })
})

test('a Creator’s question is over once its answer is under way: the plan is looked at once', () => {
  const { events } = simulate({
    play: ({ role, attempt }) =>
      role === 'creator' && attempt === 1 ? { status: 'NEEDS_CONTEXT', notes: 'Which format?' } : undefined,
    answers: { context: 'answer' },
  })
  const plan = events.findIndex(
    (event) => event.type === 'agent.complete' && event.data.step === '1-plan-creator-answer1',
  )
  const view = viewOf(fold(events.slice(0, plan + 1)), events[plan]!.ts)!
  expect(settledSteps(view).map(({ id }) => id)).toEqual(['1-plan-creator-answer1'])
})

describe('two shadows in one attempt', () => {
  const seen = (upTo: WiggumEvent[], all: Record<string, number>) => {
    let events = upTo
    for (const [shadow, attempt] of Object.entries(all)) {
      const triggers = [{ detector: `${shadow}.rule`, evidence: [`${shadow} showed`] }]
      events = signalAfter(events, events.at(-1)!.type, { shadow, attempt, triggers })
    }
    return events
  }
  const upToWork = (events: WiggumEvent[]) =>
    events.slice(0, events.findLastIndex(({ type }) => type === 'work.collected') + 1)

  test('are one further call that is told of both', () => {
    const { commands } = simulate(SCRIPT, seen(upToWork(simulate(SCRIPT).events), { 'a.x': 1, 'b.y': 1 }))
    const makers = calls(commands).filter(({ role }) => role === 'maker')
    expect(makers).toHaveLength(1)
    expect(makers[0]).toMatchObject({ attempt: 2, continues: 'session-1' })
    expect(makers[0]?.corrects).toMatch(/a\.x showed.*b\.y showed/s)
  })

  test('one of them for the second time: whoever is replaced is told of both', () => {
    const once = simulate(SCRIPT, seen(upToWork(simulate(SCRIPT).events), { 'a.x': 1 }))
    const { commands, state } = simulate(SCRIPT, seen(upToWork(once.events), { 'a.x': 2, 'b.y': 2 }))
    const [fresh] = calls(commands)
    expect(fresh).toMatchObject({ attempt: 3, continues: null })
    expect(fresh?.corrects).toMatch(/a\.x showed.*b\.y showed/s)
    expect(state.recalls['1-do-maker']).toMatchObject({ rung: 'replace', lift: 1 })
  })

  test('both for the second time: one replacement, one tier up', () => {
    const once = simulate(SCRIPT, seen(upToWork(simulate(SCRIPT).events), { 'a.x': 1, 'b.y': 1 }))
    const { state } = simulate(SCRIPT, seen(upToWork(once.events), { 'a.x': 2, 'b.y': 2 }))
    expect(state.recalls['1-do-maker']).toMatchObject({ rung: 'replace', lift: 1 })
  })
})

describe('a third time in another cycle', () => {
  const cycles: Script = {
    ...SCRIPT,
    start: { strategy: 'pdca', workflow: 'standard', max_cycles: 2 },
    files: [{ path: 'src/x.js' }, { path: 'test/x.test.js', test: true }],
    agent: (role, attempt) =>
      role === 'guardian' && attempt === 1
        ? { verdict: 'REJECTED', findings: [finding()] }
        : role === 'creator'
          ? { confidence: { task_understanding: 1, solution_completeness: 1, risk_coverage: 1 } }
          : undefined,
  }

  function thirdTime(script: Script) {
    const { events } = simulate(script)
    const boundary = events.findIndex(({ type }) => type === 'cycle.boundary')
    const first = events.findIndex(({ type }) => type === 'work.collected')
    const twice = [1, 2].map((attempt, index) => ({
      ...signalAfter(events.slice(0, first + 1), 'work.collected', { attempt }).at(-1)!,
      seq: first + 2 + index,
    }))
    const answered = twice.map((event) => ({
      ...event,
      type: 'correction.applied' as const,
      data: {
        signal: `maker.rogue@1-do-maker@${(event.data as { attempt: number }).attempt}`,
        shadow: 'maker.rogue',
        layer: 'archetype' as const,
        rung: 'ask' as const,
        step: null,
        attempt: null,
        text: '',
      },
    })) as WiggumEvent[]
    const later = events.slice(boundary + 1)
    const second = later.findIndex(({ type }) => type === 'work.collected')
    const upTo = [
      ...events.slice(0, first + 1),
      ...twice,
      ...answered,
      ...events.slice(first + 1, boundary + 1),
      ...later.slice(0, second + 1),
    ].map((event, index) => ({ ...event, seq: index + 1 }) as WiggumEvent)
    const attempt = (upTo.at(-1)!.data as { attempt: number }).attempt
    return simulate(script, signalAfter(upTo, 'work.collected', { step: '2-do-maker', attempt, cycle: 2 }))
  }

  test('a person is asked, with the history', () => {
    const { state } = thirdTime(cycles)
    const [gate] = Object.values(state.gates)
    expect(gate).toMatchObject({ kind: 'shadow', answer: null, choices: ['yes', 'no'] })
    expect(gate?.evidence).toHaveLength(3)
    expect(state.ended).toBeNull()
  })

  test('yes goes on, no ends with the work kept', () => {
    expect(thirdTime({ ...cycles, answers: { shadow: 'yes' } }).state.ended?.exit_code).toBe(0)
    expect(thirdTime({ ...cycles, answers: { shadow: 'no' } }).state.ended?.exit_code).toBe(10)
  })

  test('--yes goes on without asking, and says so', () => {
    const options = { merge: true, yes: true, allow: [], dry_run: false }
    const { state } = thirdTime({ ...cycles, start: { ...cycles.start, options } })
    expect(state.gates).toEqual({})
    expect(state.corrections.at(-1)).toMatchObject({ rung: 'ask', text: 'went on: answered with --yes' })
    expect(state.ended?.exit_code).toBe(0)
  })
})

describe('several different shadows in one cycle', () => {
  const shadows = (names: string[]) => {
    const { events } = simulate(SCRIPT)
    const at = events.findIndex(({ type }) => type === 'work.collected')
    let upTo = events.slice(0, at + 1)
    for (const shadow of names) upTo = signalAfter(upTo, upTo.at(-1)!.type, { shadow })
    return upTo
  }

  test('two are corrected each for itself', () => {
    expect(manyShadows(fold(shadows(['a.x', 'b.y'])))).toEqual([])
  })

  test('three are a question', () => {
    const { state } = simulate(SCRIPT, shadows(['a.x', 'b.y', 'c.z']))
    expect(Object.values(state.gates)).toMatchObject([{ kind: 'shadow', answer: null }])
    expect(Object.values(state.gates)[0]?.question).toContain('a.x, b.y, c.z')
  })

  test('once it is answered with yes, each is corrected', () => {
    const { state } = simulate({ ...SCRIPT, answers: { shadow: 'yes' } }, shadows(['a.x', 'b.y', 'c.z']))
    expect(state.corrections).toHaveLength(3)
    expect(state.ended?.exit_code).toBe(0)
  })

  test('the same one three times is one shadow', () => {
    expect(manyShadows(fold(shadows(['a.x', 'a.x', 'a.x'])))).toEqual([])
  })
})

describe('which rung', () => {
  const seen = (cycles: number[]) => {
    const { events } = simulate(SCRIPT)
    let upTo = events.slice(0, 5)
    for (const [index, cycle] of cycles.entries())
      upTo = signalAfter(upTo, upTo.at(-1)!.type, { cycle, attempt: index + 1 })
    const state = fold(upTo)
    return rungOf(state, state.signals.at(-1)!)
  }

  test.each([
    [[1], 'correct'],
    [[1, 1], 'replace'],
    [[1, 1, 1], 'ask'],
    [[1, 2], 'replace'],
    [[1, 1, 2], 'ask'],
    [[1, 2, 3], 'ask'],
    [[1, 1, 2, 2], 'ask'],
    [[1, 1, 2, 2, 2], 'ask'],
  ])('in cycles %j it is "%s"', (cycles, rung) => {
    expect(seen(cycles)).toBe(rung)
  })
})

describe('the model of a replacement', () => {
  const tiers = ['haiku', 'sonnet', 'opus']

  test.each([
    ['haiku', 1, 'sonnet'],
    ['opus', 1, 'opus'],
    ['sonnet', -1, 'haiku'],
    ['haiku', -1, 'haiku'],
    ['sonnet', 0, 'sonnet'],
    ['own-model', 1, 'own-model'],
  ])('%s by %i is %s', (model, by, expected) => {
    expect(shiftTier(tiers, model, by)).toBe(expected)
  })

  test('no model stays the agent’s own choice', () => expect(shiftTier(tiers, null, 1)).toBeNull())

  test('a replaced step is played one tier up, every other as configured', () => {
    const { state } = haunted(2)
    const models = { default: 'haiku', archetypes: {}, workflows: {}, agents: {}, tiers } as never
    const of = (step: string) => modelOfCall(state, { models }, { role: 'maker', agent: 'scripted', step })
    expect(of('1-do-maker')).toBe('sonnet')
    expect(of('1-plan-creator')).toBe('haiku')
  })
})
