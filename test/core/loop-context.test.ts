import { describe, expect, test } from 'vitest'
import { defaultConfig } from '../../src/config/load.ts'
import type { AgentCall, Command } from '../../src/core/commands.ts'
import { checkpointDocument } from '../../src/core/context/document.ts'
import { estimateTokens, readChars } from '../../src/core/context/estimate.ts'
import { contextAction, isExhausted, occupancyOf } from '../../src/core/context/occupancy.ts'
import type { Contract, WiggumEvent } from '../../src/core/events.ts'
import { applyEvent } from '../../src/core/fold.ts'
import { minutesAtWork } from '../../src/core/minutes-at-work.ts'
import { finding, type Script, type Simulation, simulate } from './simulate.ts'

const heads = ['a', 'c', 'd', 'e', 'f', '1', '2', '3', '4', '5'].map((digit) => digit.repeat(40))
const loop = { max_passes: 5, suppressed: null, accept: false }

interface Over {
  loop?: object
  policy?: object
}

function run(script: Script & Over, before: Simulation['events'] = []): Simulation {
  const { loop: own, policy, ...rest } = script
  const start = {
    strategy: 'loop',
    loop: { ...loop, ...own },
    policy: { ...defaultConfig(), ...policy },
    ...rest.start,
  }
  return simulate({ heads, ...rest, start }, before)
}

const greenFrom = (nth: number) => (kind: string, seen: number) =>
  kind === 'merged' ? seen >= nth : !['proof', 'can-fail'].includes(kind)

const window = 200_000
const full = (share: number) => ({ used: share * window, window, source: 'agent' as const })
/** How full the n-th call of the Maker is; the others are nearly empty. */
const filled =
  (...shares: number[]) =>
  ({ role, attempt }: AgentCall) =>
    full(role === 'maker' ? (shares[attempt - 1] ?? 0.1) : 0.1)

const makers = (commands: Command[]): AgentCall[] =>
  commands.flatMap((command) =>
    command.do === 'agent' && command.call.role === 'maker' ? [command.call] : [],
  )
const passes = ({ state }: Simulation) => state.passes.map(({ pass, check }) => [pass, check])
const todo = (content: string, status: string) => ({ content, status })

describe('how full a window is', () => {
  test('is what was used of it, and never more than all', () => {
    expect(occupancyOf(full(0.25))).toBe(0.25)
    expect(occupancyOf({ used: 300, window: 200 })).toBe(1)
    expect(occupancyOf({ used: 1, window: 0 })).toBeNull()
  })

  test('under 80 % goes on, from 80 to 90 % is written down, above 90 % begins afresh', () => {
    const at = { checkpoint_at: 0.8, clear_at: 0.9 }
    const actions = [null, 0, 0.7999, 0.8, 0.9, 0.9001, 1].map((share) => contextAction(share, at))
    expect(actions).toEqual(['go-on', 'go-on', 'go-on', 'checkpoint', 'checkpoint', 'clear', 'clear'])
  })

  test('is estimated from characters where nobody says it, a long result as far as it is read', () => {
    expect([0, 1, 4, 5, 800_000].map(estimateTokens)).toEqual([0, 1, 1, 2, 200_000])
    expect([39_999, 40_000, 40_001].map(readChars)).toEqual([39_999, 40_000, 40_000])
  })

  test('a call is exhausted only if it ended so after it had begun', () => {
    const { state } = run({ play: () => ({ fails: 'context' }), loop: { suppressed: 'x' } })
    const step = Object.values(state.steps)[0]!
    const failure = { cause: 'context' as const, message: '', retryAt: null }
    const exhausted = { ...step, outcome: 'failed' as const, failure, durationMs: 1 }
    expect(isExhausted(exhausted)).toBe(true)
    expect(isExhausted({ ...exhausted, durationMs: 0 })).toBe(false)
    expect(isExhausted({ ...exhausted, outcome: 'complete' })).toBe(false)
    expect(isExhausted({ ...exhausted, failure: { ...failure, cause: 'crash' } })).toBe(false)
    expect(isExhausted({ ...exhausted, failure: null })).toBe(false)
  })
})

describe('a pass whose window is filling', () => {
  test('under 80 % nothing is written down', () => {
    const { state } = run({ green: greenFrom(2), context: filled(0.79) })
    expect(state.contexts).toEqual([])
    expect(state.ended?.exit_code).toBe(0)
  })

  test('at 80 % it is written down where the work stands, and the next pass follows', () => {
    const { state, commands } = run({ green: greenFrom(2), context: filled(0.8) })
    expect(state.contexts).toMatchObject([
      { pass: 1, trigger: 'occupancy', occupancy: 0.8, source: 'agent', action: 'checkpoint' },
    ])
    expect(state.contexts[0]).toMatchObject({ head: heads[0], artifact: 'checkpoints/1.md', attempt: 1 })
    expect(makers(commands).map(({ step }) => step)).toEqual(['1-do-maker', '1-do-maker-2'])
    expect(state.figures.map(({ checkpoint }) => checkpoint)).toEqual([true, false])
  })

  test('above 90 % the same pass goes on from its head in a fresh conversation that has the checkpoint', () => {
    const session = (attempt: number) => `s${attempt}`
    const found = run({ green: greenFrom(3), context: filled(0.1, 0.91), session })
    expect(passes(found)).toEqual([
      [1, 'red'],
      [2, 'green'],
    ])
    const calls = makers(found.commands)
    expect(calls.map(({ step, attempt }) => [step, attempt])).toEqual([
      ['1-do-maker', 1],
      ['1-do-maker-2', 2],
      ['1-do-maker-2', 3],
    ])
    expect(calls[2]).toMatchObject({ head: heads[1], continues: null })
    expect(calls[2]?.corrects).toContain(`Where it stands:\n\n${found.state.contexts[0]?.text}`)
    expect(calls[2]?.corrects).toContain('**Current Pass**: 2')
    expect(calls[2]?.note).toContain('npm test exited 1')
    expect(calls[2]?.note).toContain('What was done in this pass so far is in your working directory.')
    expect(found.state.ended?.exit_code).toBe(0)
  })

  test('work that is proven needs no fresh window', () => {
    const { state } = run({ context: filled(0.99) })
    expect(state.contexts).toEqual([])
    expect(state.ended).toMatchObject({ status: 'landed' })
  })

  test('the whole pass counts, not only its last conversation', () => {
    const { state } = run({
      green: greenFrom(2),
      context: filled(0.95),
      made: (_, attempt) => ({ head: heads[0]!, touched: attempt === 1 ? ['src/x.js'] : [] }),
    })
    expect(state.collected['1-do-maker']?.start).toBe('b'.repeat(40))
    expect(state.passes[0]).toMatchObject({ facts: { changed: true } })
    const starts = state.figures[0]?.startedAt
    expect(state.passes[0]?.started_at).toBe(starts)
  })

  test('a fresh conversation is given twice; then the pass ends with what it has', () => {
    const found = run({
      green: () => false,
      context: () => full(0.95),
      loop: { max_passes: 2, accept: true },
    })
    expect(found.state.contexts.map(({ pass, action }) => [pass, action])).toEqual([
      [1, 'clear'],
      [1, 'clear'],
      [1, 'checkpoint'],
      [2, 'clear'],
      [2, 'clear'],
      [2, 'checkpoint'],
    ])
    expect(found.state.contexts.map(({ artifact }) => artifact)).toEqual(
      [1, 2, 3, 4, 5, 6].map((n) => `checkpoints/${n}.md`),
    )
    expect(passes(found)).toEqual([
      [1, 'red'],
      [2, 'red'],
    ])
  })

  test('the shares are the configuration’s', () => {
    const policy = { context: { checkpoint_at: 0.3, clear_at: 0.5 } }
    const of = (share: number) =>
      run({ green: greenFrom(2), context: filled(share), policy }).state.contexts.map(({ action }) => action)
    expect([0.29, 0.3, 0.5, 0.51].map(of)).toEqual([[], ['checkpoint'], ['checkpoint'], ['clear']])
  })

  test('a review of what was there before is asked for again', () => {
    const agent = (role: string, attempt: number): Partial<Contract> | undefined =>
      role === 'sage' && attempt === 1
        ? { verdict: 'REJECTED', findings: [finding({ category: 'quality' })] }
        : undefined
    const { state, commands } = run({ agent, context: filled(0.95) })
    expect(state.passes).toMatchObject([{ pass: 1, review: 'APPROVED', left: [] }])
    expect(makers(commands)[1]?.note).toContain('it loses the last item')
    const reviews = commands.flatMap((command) =>
      command.do === 'agent' && command.call.role === 'sage' ? [command.call] : [],
    )
    expect(reviews).toMatchObject([
      { step: '1-check-sage', about: heads[0] },
      { step: '1-check-sage', about: heads[1], continues: null, corrects: '' },
    ])
    expect(state.ended?.exit_code).toBe(0)
  })

  test('after a question it is the call with the answer that goes on afresh', () => {
    const play = ({ step, role, attempt }: AgentCall) => {
      if (role !== 'maker') return undefined
      return attempt === 1 && !step.includes('answer')
        ? { status: 'NEEDS_CONTEXT' as const, notes: 'which format?' }
        : { status: 'DONE' as const }
    }
    const found = run({
      play,
      green: greenFrom(2),
      context: filled(0.1, 0.95),
      answers: { context: 'answer' },
    })
    expect(makers(found.commands).map(({ step, attempt }) => [step, attempt])).toEqual([
      ['1-do-maker', 1],
      ['1-do-maker-answer1', 2],
      ['1-do-maker-answer1', 3],
    ])
    expect(found.state.ended?.exit_code).toBe(0)
  })
})

describe('an agent that comes to the end of its window', () => {
  const exhaustedAt =
    (...attempts: number[]) =>
    ({ role, attempt }: AgentCall) =>
      role === 'maker' && attempts.includes(attempt) ? { fails: 'context' } : undefined

  test('has done something until then, and the same pass goes on from there', () => {
    const found = run({ play: exhaustedAt(2), green: greenFrom(2) })
    expect(passes(found)).toEqual([
      [1, 'red'],
      [2, 'green'],
    ])
    expect(found.state.contexts).toMatchObject([
      { pass: 2, attempt: 2, trigger: 'exhausted', occupancy: 1, action: 'clear', head: heads[1] },
    ])
    expect(makers(found.commands)[2]).toMatchObject({ step: '1-do-maker-2', head: heads[1] })
    expect(found.state.ended?.exit_code).toBe(0)
  })

  test('nothing is checked or reviewed before it goes on', () => {
    const { commands } = run({ play: exhaustedAt(1) })
    const order = commands.map(({ do: what }) => what)
    const clear = order.indexOf('context-checkpoint')
    expect(order.slice(0, clear)).not.toContain('build-merge')
    expect(order.slice(clear)).toContain('build-merge')
  })

  test('no number of full windows is a break, and none ends the run by itself', () => {
    const found = run({ play: exhaustedAt(1, 2, 3, 4, 5, 6, 7), green: greenFrom(1) })
    expect(found.state.broken).toBeNull()
    expect(found.state.passes.map(({ pass }) => pass)).toEqual([1, 2, 3])
    expect(found.state.passes[0]?.left).toEqual(['the agent did not finish: its window was full'])
    expect(found.state.ended?.exit_code).toBe(0)
  })

  test('a prompt that does not even fit is no reason to begin afresh', () => {
    const { state } = run({ play: exhaustedAt(1, 2, 3), takesMs: () => 0 })
    expect(state.contexts).toEqual([])
    expect(state.ended).toMatchObject({ status: 'agent-failed', exit_code: 14 })
  })

  test('in a single pass too', () => {
    const { state } = run({ play: exhaustedAt(1), loop: { max_passes: 1, suppressed: 'a phrase' } })
    expect(state.contexts).toMatchObject([{ pass: 1, action: 'clear' }])
    expect(state.ended?.exit_code).toBe(0)
  })

  test('killed after any event, it goes on in the same pass and with the same calls', () => {
    const script = { play: exhaustedAt(2), context: filled(0.1, 0, 0.95) }
    const whole = run({ ...script, green: greenFrom(3) })
    expect(passes(whole).map(([pass]) => pass)).toEqual([1, 2])
    const calls = (found: Simulation) =>
      found.events.flatMap((event) =>
        event.type === 'agent.start' ? [`${event.data.step} ${event.data.attempt}`] : [],
      )
    for (let cut = 1; cut < whole.events.length; cut++) {
      const before = whole.events.slice(0, cut)
      const again = run({ ...script, green: greenFrom(3) }, [...before, resumed(before)])
      expect([passes(again), again.state.ended?.exit_code]).toEqual([passes(whole), 0])
      expect([...new Set(calls(again))]).toEqual(calls(whole))
    }
  })
})

function resumed(before: Simulation['events']): Simulation['events'][number] {
  const last = before.at(-1)!
  const data = { reason: 'test', after: last.seq }
  return { ...last, seq: last.seq + 1, type: 'run.resumed', phase: null, agent: null, parent: [], data }
}

describe('the time of a loop', () => {
  const minutes = (n: number) => () => n * 60_000
  const slow = { green: greenFrom(9), loop: { max_passes: 9 }, takesMs: minutes(30) }
  const errors = Array.from({ length: 9 }, (_, n) => `Error: number ${'abcdefghi'[n]} is wrong`)

  test('is not limited unless somebody says so', () => {
    const { state } = run({ ...slow, tails: errors, policy: withLoop({ max_duration_minutes: null }) })
    expect(state.passes.length).toBeGreaterThan(3)
    expect(Object.keys(state.gates).filter((id) => id.includes('time'))).toEqual([])
  })

  test('when it is over the work is kept and a person asked, with the reason', () => {
    const { state } = run({ ...slow, tails: errors, policy: withLoop({ max_duration_minutes: 60 }) })
    const gate = state.gates['passes-time-after-2']
    expect(gate?.question).toContain('60 minutes are over after 2 passes, and 1 thing is open.')
    expect(gate?.question).toContain('as much time again (yes)')
    expect(state.ended).toBeNull()
  })

  test('it is looked at between passes only, and reached to the minute', () => {
    const { state } = run({ ...slow, tails: errors, policy: withLoop({ max_duration_minutes: 61 }) })
    expect(Object.keys(state.gates)).toEqual(['passes-time-after-3'])
  })

  test('a yes gives as much again', () => {
    const { state } = run({
      ...slow,
      tails: errors,
      policy: withLoop({ max_duration_minutes: 60 }),
      answers: { passes: 'yes' },
    })
    expect(state.decisions.find(({ what }) => what === 'more-time')?.chosen).toBe('60 more minutes')
    expect(Object.keys(state.gates).slice(0, 2)).toEqual(['passes-time-after-2', 'passes-time-after-4'])
  })

  test('it counts from the yes, however long the pass before it took', () => {
    const takesMs = ({ role, step }: AgentCall) => {
      if (role !== 'maker') return 1
      return (step === '1-do-maker' ? 65 : 13) * 60_000
    }
    const policy = withLoop({ max_duration_minutes: 30 })
    const { state } = run({ ...slow, takesMs, tails: errors, policy, answers: { passes: 'yes' } })
    const [first, second] = Object.values(state.gates)
    expect([first?.id, second?.id]).toEqual(['passes-time-after-1', 'passes-time-after-4'])
    expect(second?.question).toContain('95 minutes are over after 4 passes')
    const given = state.decisions.filter(({ what }) => what === 'more-time')
    expect(given).toHaveLength(Object.keys(state.gates).filter((id) => id.includes('time')).length)
  })

  test('a no ends a red run with the reason, and lands a green one', () => {
    const policy = withLoop({ max_duration_minutes: 60 })
    const red = run({ ...slow, tails: errors, policy, answers: { passes: 'no' } })
    expect(red.state.ended).toMatchObject({ status: 'verification-red', exit_code: 12 })
    expect(red.state.ended?.reason).toContain('when 60 minutes are over after 2 passes')
    const agent = (role: string) => (role === 'maker' ? { todos: [todo(`step`, 'pending')] } : undefined)
    const green = run({ agent, takesMs: minutes(30), policy, answers: { passes: 'no' } })
    expect(green.state.ended).toMatchObject({ status: 'landed', exit_code: 0 })
  })

  test('--accept and --yes answer beforehand', () => {
    const policy = withLoop({ max_duration_minutes: 60 })
    const accepted = run({ ...slow, tails: errors, policy, loop: { max_passes: 9, accept: true } })
    expect(accepted.state.ended?.exit_code).toBe(12)
    const options = { merge: true, yes: true, allow: [], dry_run: false }
    const yes = run({ ...slow, tails: errors, policy, start: { options } })
    expect(yes.state.ended?.reason).toContain('when 120 minutes are over after 4 passes')
  })

  test('whoever resumes a run that ended so gives it as much time again', () => {
    const script = { ...slow, tails: errors, policy: withLoop({ max_duration_minutes: 60 }) }
    const accept = { max_passes: 9, accept: true }
    const first = run({ ...script, loop: accept })
    expect(first.state.passes).toHaveLength(2)
    const again = run({ ...script, loop: accept }, [...first.events, resumed(first.events)])
    expect(again.state.passes.length).toBeGreaterThan(2)
  })

  test('what the machine slept, and what a person took, does not count', () => {
    const at = (ms: number) => new Date(Date.parse('2026-01-01T00:00:00Z') + ms).toISOString()
    expect(minutesAtWork({ startedAt: at(0), waitedMs: 0 }, at(3_600_000))).toBe(60)
    expect(minutesAtWork({ startedAt: at(0), waitedMs: 1_800_000 }, at(3_600_000))).toBe(30)
    expect(minutesAtWork({ startedAt: at(0), waitedMs: 7_200_000 }, at(3_600_000))).toBe(0)
    expect(minutesAtWork({ startedAt: null, waitedMs: 0 }, at(0))).toBe(0)
  })

  test('after the interval a checkpoint is made between passes, and counted anew', () => {
    const { state } = run({
      ...slow,
      tails: errors,
      policy: withLoop({ checkpoint_interval_minutes: 60 }),
      loop: { max_passes: 5, accept: true },
    })
    expect(state.contexts.map(({ pass, trigger, action }) => [pass, trigger, action])).toEqual([
      [2, 'interval', 'checkpoint'],
      [4, 'interval', 'checkpoint'],
    ])
    expect(state.figures.some(({ checkpoint }) => checkpoint)).toBe(false)
  })

  test('before the interval none is made', () => {
    const { state } = run({ ...slow, tails: errors, loop: { max_passes: 3, accept: true } })
    expect(state.contexts).toEqual([])
  })
})

function withLoop(over: object): object {
  return { loop: { ...defaultConfig().loop, ...over } }
}

describe('what a fresh conversation leaves behind', () => {
  const rejects = (description: string) => ({
    verdict: 'REJECTED' as const,
    findings: [finding({ category: 'quality', description })],
  })
  const agent = (role: string, attempt: number) =>
    role === 'sage' && attempt < 3
      ? rejects(`issue ${attempt === 1 ? 'one stands' : 'two is new'}`)
      : undefined

  test('the work and the review of the full one stay known; those of earlier passes are not touched', () => {
    const { state } = run({ agent, context: filled(0.1, 0.95) })
    expect(Object.keys(state.collected)).toEqual(['1-do-maker', '1-do-maker-2@2', '1-do-maker-2'])
    expect(Object.keys(state.reviews)).toEqual(['1-check-sage', '1-check-sage-2@2', '1-check-sage-2'])
    expect(Object.keys(state.recalls)).toEqual(['1-do-maker-2', '1-check-sage-2'])
    expect(state.recalls['1-do-maker-2']).toMatchObject({ after: 2, rung: 'replace', lift: 0 })
    expect(state.passes.map(({ review }) => review)).toEqual(['REJECTED', 'APPROVED'])
  })

  test('a model that was raised for the step stays raised', () => {
    const { state } = run({ context: filled(0.1) })
    state.recalls['1-do-maker'] = { after: 1, rung: 'replace', note: 'x', lift: 1 }
    const data = checkpointOf(state)
    const event = { type: 'context.checkpoint', data, ts: '2026-01-01T01:00:00Z', seq: 99 } as WiggumEvent
    applyEvent(state, event)
    expect(state.recalls['1-do-maker']).toMatchObject({ after: 1, lift: 1 })
    expect(state.contextMinutes).toBeGreaterThan(59)
  })

  test('downgrades belong to the review that is asked for again, and go with it', () => {
    const { state } = run({ context: filled(0.1) })
    state.downgrades = { '1-check-sage:0': 'no evidence', '1-check-sage-2:0': 'another' }
    const event = { type: 'context.checkpoint', data: checkpointOf(state), ts: '', seq: 99 } as WiggumEvent
    applyEvent(state, event)
    expect(state.downgrades).toEqual({ '1-check-sage-2:0': 'another' })
  })

  test('only full windows are taken from the failures in a row', () => {
    const { state } = run({ context: filled(0.1) })
    const call = { step: '1-do-maker', message: '' }
    state.failedCalls = [
      { ...call, cause: 'context' },
      { ...call, cause: 'crash' },
    ]
    state.steps['1-do-maker']!.failures = { scripted: 2 }
    const event = { type: 'context.checkpoint', data: checkpointOf(state), ts: '', seq: 99 } as WiggumEvent
    applyEvent(state, event)
    expect(state.failedCalls).toEqual([{ ...call, cause: 'crash' }])
    expect(state.steps['1-do-maker']?.failures).toEqual({})
  })

  test('a checkpoint that clears nothing changes nothing else', () => {
    const { state } = run({ context: filled(0.1) })
    const data = { ...checkpointOf(state), action: 'checkpoint' as const }
    applyEvent(state, { type: 'context.checkpoint', data, ts: '', seq: 99 } as WiggumEvent)
    expect(Object.keys(state.collected)).toEqual(['1-do-maker'])
    expect(state.recalls).toEqual({})
    expect(state.contexts).toEqual([data])
  })

  test('with the budget nearly spent nothing goes on for longer', () => {
    const options = { merge: true, yes: true, allow: [], dry_run: false }
    const { state } = run({
      green: () => false,
      takesMs: ({ role }) => (role === 'maker' ? 60 * 60_000 : 1),
      usd: 0.96,
      policy: { ...withLoop({ max_duration_minutes: 60 }), budget: { usd: 1, tokens: null } },
      start: { options },
    })
    expect(state.decisions.filter(({ what }) => what === 'more-time')).toEqual([])
    expect(state.ended?.exit_code).toBe(24)
  })
})

function checkpointOf(state: Simulation['state']): Simulation['state']['contexts'][number] {
  return {
    step: '1-do-maker',
    attempt: 1,
    pass: 1,
    trigger: 'occupancy',
    occupancy: 0.95,
    source: 'agent',
    action: 'clear',
    head: state.collected['1-do-maker']!.head,
    artifact: 'checkpoints/1.md',
    text: 'x',
  }
}

describe('the checkpoint document', () => {
  const standing = {
    task: 'Add accents',
    pass: 2,
    todos: [todo('Read', 'completed'), todo('Write', 'in_progress'), todo('Test', 'pending')],
    done: ['src/x.js (modified)'],
    open: ['npm test exited 1'],
    focus: 'verify: look',
  }

  test('says what is done, what is under way, what remains and what comes next', () => {
    expect(checkpointDocument(standing)).toBe(
      [
        '## Wiggum Loop Checkpoint',
        '',
        '**Task**: Add accents',
        '**Current Pass**: 2',
        '**Todos Status**: 1 completed, 1 in progress, 1 pending',
        '',
        '### Completed Work',
        '- Read',
        '- src/x.js (modified)',
        '',
        '### In Progress',
        '- Write',
        '',
        '### Remaining',
        '- Test',
        '- npm test exited 1',
        '',
        '## Next Steps After Restart',
        '',
        '1. Go on with pass 2 of the loop',
        '2. Take up: Write',
        '3. Then do what remains: 2 open',
      ].join('\n'),
    )
  })

  test('without a list it is the pass’s own purpose that is under way', () => {
    const text = checkpointDocument({ ...standing, todos: [], done: [], open: [] })
    expect(text).toContain('### Completed Work\n- nothing\n')
    expect(text).toContain('### In Progress\n- verify: look\n')
    expect(text).toContain('### Remaining\n- nothing\n')
    expect(text).toContain('2. Take up: verify: look')
  })

  test('what has no known status is pending, and is taken up where nothing else is under way', () => {
    const text = checkpointDocument({ ...standing, todos: [todo('Test', 'later')] })
    expect(text).toContain('0 completed, 0 in progress, 1 pending')
    expect(text).toContain('2. Take up: Test')
  })

  test('an agent’s words cannot forge a heading, and nothing grows without end', () => {
    const todos = Array.from({ length: 21 }, (_, n) => todo(`a\n## b ${n}`, 'pending'))
    const text = checkpointDocument({ ...standing, task: 'x'.repeat(3000), todos, open: [] })
    expect(text.match(/^## /gm)).toHaveLength(2)
    expect(text).toContain(`**Task**: ${'x'.repeat(2000)}…\n`)
    expect(text).toContain('- a ## b 19\n- and 1 more\n')
    const long = checkpointDocument({ ...standing, open: ['y'.repeat(301), 'z'.repeat(300)] })
    expect(long).toContain(`- ${'y'.repeat(300)}…\n- ${'z'.repeat(300)}\n`)
  })
})
