import { describe, expect, test } from 'vitest'
import { defaultConfig } from '../../src/config/load.ts'
import type { EventData } from '../../src/core/events.ts'
import { BASE, finding, type Script, type Simulation, simulate } from './simulate.ts'

/** The loop in a session: the same rules, with nothing merged and no rule about roles. */

const heads = ['a', 'c', 'd', 'e', 'f', '1', '2'].map((digit) => digit.repeat(40))
const session = {
  session: 's',
  host: 'claude',
  promise: null,
  review: 'self',
  verify: true,
  asked: true,
}

function run({ live, ...script }: Script & { live?: object } = {}, before: Simulation['events'] = []) {
  const start = {
    strategy: 'live',
    loop: { max_passes: 5, suppressed: null, accept: false },
    live: { ...session, ...live },
    agents: { default: 'host' },
    ...script.start,
  }
  return simulate({ heads, ...script, start }, before)
}

const verified = ({ events }: Simulation) =>
  events.flatMap((event) => (event.type === 'verify.complete' ? [event.data.kind] : []))
const greenFrom = (pass: number) => (kind: string, nth: number) => kind !== 'merged' || nth >= pass
const calls = ({ commands }: Simulation) =>
  commands.flatMap((command) => (command.do === 'agent' ? [command.call] : []))

describe('a session’s loop', () => {
  test('is verified where it stands: nothing is landed, and the base is not checked while all is green', () => {
    const one = run()
    expect(one.state.ended).toMatchObject({ status: 'unbroken', exit_code: 0 })
    expect(one.state.merged).toBeNull()
    expect(one.commands.some(({ do: what }) => what === 'land')).toBe(false)
    expect(verified(one)).not.toContain('baseline')
    expect(calls(one).map(({ role, agent }) => [role, agent])).toEqual([
      ['maker', 'host'],
      ['sage', 'host'],
    ])
  })

  test('a red check is looked at against the base, once, and leads to a further pass without a review', () => {
    const three = run({ green: greenFrom(3) })
    expect(three.state.passes.map(({ check, review }) => [check, review])).toEqual([
      ['red', null],
      ['red', null],
      ['green', 'APPROVED'],
    ])
    expect(verified(three).filter((kind) => kind === 'baseline')).toHaveLength(1)
    expect(calls(three)[1]?.note).toContain('npm test exited 1')
  })

  test.each([
    ['off', []],
    ['self', ['sage']],
  ])('with the review %s, whoever reviews is %j', (review, who) => {
    const one = run({ live: { review } })
    expect(calls(one).flatMap(({ role }) => (role === 'maker' ? [] : [role]))).toEqual(who)
    expect(one.state.ended?.status).toBe('unbroken')
  })

  test('a promise that was asked for has to be made, and then the list does not count', () => {
    const agent = (role: string) =>
      role === 'maker' ? { todos: [{ content: 'more', status: 'pending' }] } : undefined
    const promised = ({ attempt }: { attempt: number }) => attempt > 1
    const { state } = run({ live: { promise: 'ALL DONE' }, agent, promised })
    expect(state.passes.map(({ left }) => left)).toEqual([
      ['the promise was not made: <promise>ALL DONE</promise>, alone on a line'],
      [],
    ])
    expect(state.ended?.status).toBe('unbroken')
  })

  test('a promise does not end what is red', () => {
    const { state } = run({ live: { promise: 'X' }, promised: () => true, green: () => false })
    expect(state.passes[0]?.left[0]).toContain('npm test exited 1')
    expect(state.ended).toBeNull()
  })

  test('without verification nothing is called proven', () => {
    const off = run({ live: { verify: false } })
    expect(off.state.ended).toMatchObject({ status: 'unverified', exit_code: 0 })
    expect(verified(off)).toEqual([])
    const none = run({ ran: false })
    expect(none.state.ended).toMatchObject({ status: 'unverified', exit_code: 12 })
    const policy = { ...defaultConfig(), gates: { ...defaultConfig().gates, unverified: 'allow' } }
    expect(run({ ran: false, start: { policy } }).state.ended).toMatchObject({ exit_code: 0 })
  })

  test('files that were changed during the review cost a further pass', () => {
    const one = run()
    const end = one.events.findIndex(({ type }) => type === 'review.verdict')
    const reviewed = one.events[end]!.data as EventData['review.verdict']
    const last = one.events[end]!
    const data = { from: reviewed.head, files: ['src/x.js'] }
    const moved = { ...last, seq: last.seq + 1, type: 'work.moved', data } as Simulation['events'][number]
    const { state } = run({}, [...one.events.slice(0, end + 1), moved])
    expect(state.passes[0]?.left).toEqual(['changed after it was checked: src/x.js'])
    expect(state.passes).toHaveLength(2)
    expect(state.ended?.status).toBe('unbroken')
  })

  test('a rejection with evidence is what the next pass is about', () => {
    const agent = (role: string, attempt: number) =>
      role === 'sage' && attempt === 1
        ? { verdict: 'REJECTED' as const, findings: [finding({ category: 'quality' })] }
        : undefined
    const two = run({ agent })
    expect(calls(two).findLast(({ role }) => role === 'maker')?.note).toContain('it loses the last item')
    expect(two.state.ended?.status).toBe('unbroken')
  })

  test('who changes nothing, three times, is asked about, and the work is where it was', () => {
    const { state } = run({ heads: [BASE, BASE, BASE, BASE], files: [] })
    expect(Object.values(state.gates)).toMatchObject([{ kind: 'stagnation', answer: null }])
    const ended = run({
      heads: [BASE, BASE, BASE, BASE],
      files: [],
      answers: { stagnation: 'abort' },
    })
    expect(ended.state.ended?.reason).toContain('the work is in your tree')
    expect(ended.state.ended?.reason).not.toContain('wiggum/')
  })

  test('a full window is written down and never cleared: what a person’s session remembers is theirs', () => {
    const { state } = run({
      green: greenFrom(2),
      context: () => ({ used: 195, window: 200, source: 'agent' }),
    })
    expect(state.contexts.map(({ action }) => action)).toEqual(['checkpoint'])
  })

  test('no rule about roles looks at a person’s own session', () => {
    const work = () => ({ total: 1, tests: 0 })
    const { events } = run({ work, files: [{ path: 'src/x.js', added: 400 }] })
    expect(events.some(({ type }) => type === 'shadow.detected')).toBe(false)
  })
})
