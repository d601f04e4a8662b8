import { describe, expect, test } from 'vitest'
import { defaultConfig } from '../../src/config/load.ts'
import type { Config } from '../../src/config/schema.ts'
import { alertDue, channelsOf, untold } from '../../src/core/alerts.ts'
import type { EventOf, WiggumEvent } from '../../src/core/events.ts'
import { fold } from '../../src/core/fold.ts'
import { initialState } from '../../src/core/state.ts'
import { BASE, type Script, type Simulation, simulate } from './simulate.ts'

type Notifications = Config['stagnation']['notifications']

function policy(notifications: Partial<Notifications> = {}): Config {
  const config = defaultConfig()
  const given = { ...config.stagnation.notifications, webhook: 'http://hook.test', ...notifications }
  return { ...config, stagnation: { ...config.stagnation, action: 'alert', notifications: given } }
}

/** Nothing is ever changed: the breaker opens after pass 3, and again after each probe pass. */
function stuck(script: Script & { notifications?: Partial<Notifications> } = {}, before: WiggumEvent[] = []) {
  const loop = { max_passes: 5, suppressed: null, accept: false }
  const start = { strategy: 'loop', loop, policy: policy(script.notifications) }
  return simulate({ heads: [BASE], ...script, start: { ...start, ...script.start } }, before)
}

const sent = ({ events }: Simulation) =>
  events.flatMap((event) => (event.type === 'notification.sent' ? [event.data] : []))
const moved = ({ events }: Simulation) =>
  events.filter((event): event is EventOf<'breaker.transition'> => event.type === 'breaker.transition')
const told = (run: Simulation) => moved(run).flatMap(({ data }) => (data.alert ? [data.pass] : []))

describe('alert', () => {
  test('tells every channel once, and the run goes on', () => {
    const run = stuck()
    expect(sent(run).map(({ channel, pass }) => [channel, pass])).toEqual([
      ['desktop', 3],
      ['webhook', 3],
    ])
    expect(run.state.passes).toHaveLength(5)
    expect(moved(run).map(({ data }) => `${data.pass} ${data.to}`)).toEqual([
      ...['3 OPEN', '3 HALF_OPEN', '4 OPEN', '4 HALF_OPEN', '5 OPEN', '5 HALF_OPEN'],
    ])
    const [first, second] = moved(run).filter(({ data }) => data.to === 'HALF_OPEN')
    expect(first?.data).toMatchObject({ alert: true, reason: 'said, and went on: the action is alert' })
    expect(second?.data).not.toHaveProperty('alert')
    expect(second?.data.reason).toContain('a short while ago')
  })

  test('says what the breaker was open for', () => {
    const { state, events } = stuck()
    const [opened, alerted] = moved({ state, events, commands: [] })
    expect(state.alerts).toEqual([
      {
        seq: alerted!.seq,
        pass: 3,
        at: alerted!.ts,
        reason: opened!.data.reason,
        evidence: opened!.data.evidence,
        told: ['desktop', 'webhook'],
      },
    ])
    expect(opened!.data.evidence).not.toEqual([])
  })

  test('tells it again where passes take so long that the cooldown is over', () => {
    expect(told(stuck({ takesMs: () => 31 * 60_000 }))).toEqual([3, 4, 5])
  })

  test.each(['pause', 'abort', 'escalate'] as const)('is not what %s does', (action) => {
    const config = policy()
    const run = stuck({ start: { policy: { ...config, stagnation: { ...config.stagnation, action } } } })
    expect([told(run), sent(run)]).toEqual([[], []])
  })

  test('is on the screen alone where no channel is configured', () => {
    const run = stuck({ notifications: { desktop: false, webhook: null } })
    expect([told(run), sent(run)]).toEqual([[3], []])
  })

  test('a run killed at any moment has told each channel once when it ends', () => {
    const whole = stuck()
    for (let cut = 1; cut < whole.events.length; cut++) {
      const run = stuck({}, whole.events.slice(0, cut))
      expect(sent(run).map(({ channel }) => channel)).toEqual(['desktop', 'webhook'])
    }
  })

  test('moves nothing: what follows it has another cause', () => {
    const { events } = stuck()
    const seqs = new Set(events.filter(({ type }) => type === 'notification.sent').map(({ seq }) => seq))
    expect(events.filter(({ parent }) => parent.some((seq) => seqs.has(seq)))).toEqual([])
  })

  test('is sent even if the run ends with the same decision', () => {
    const run = stuck({ start: { loop: { max_passes: 3, suppressed: null, accept: true } } })
    expect(run.state.ended).not.toBeNull()
    expect(sent(run)).toHaveLength(2)
    expect(run.events.at(-1)?.type).toBe('run.complete')
  })
})

describe('whether somebody is told', () => {
  const at = '2026-01-01T12:00:00.000Z'
  const alert = { seq: 1, pass: 3, at, reason: '', evidence: [], told: [] }
  const state = { ...initialState('run'), alerts: [alert] }
  const move = (to: 'OPEN' | 'CLOSED', pass: number): EventOf<'breaker.transition'>['data'] => {
    const shared = { reason: '', evidence: [], signals: [] }
    return { from: 'HALF_OPEN', to, pass, ...shared }
  }

  test('the first time: yes', () => {
    expect(alertDue(initialState('run'), at)).toBe(true)
  })

  test.each([
    ['2026-01-01T12:00:00.000Z', false],
    ['2026-01-01T12:29:59.000Z', false],
    ['2026-01-01T12:30:00.000Z', true],
    ['2026-01-01T11:00:00.000Z', false],
  ])('at %s, half an hour after the last at the earliest: %s', (now, due) => {
    expect(alertDue(state, now)).toBe(due)
  })

  test.each([
    ['it closed since', [move('CLOSED', 4)], true],
    ['it closed before', [move('CLOSED', 3)], false],
    ['it only opened again', [move('OPEN', 4)], false],
  ])('within half an hour, if %s', (_when, moves, due) => {
    expect(alertDue({ ...state, breaker: { ...state.breaker, moves } }, at)).toBe(due)
  })

  test.each([
    [true, 'http://x.test', ['desktop', 'webhook']],
    [true, null, ['desktop']],
    [false, 'http://x.test', ['webhook']],
    [false, null, []],
  ] as const)('desktop %s, webhook %s: on %j', (desktop, webhook, channels) => {
    expect(channelsOf({ desktop, webhook, webhook_format: 'auto' })).toEqual(channels)
  })

  test('on a channel that is done with it: no more', () => {
    const half = { ...state, alerts: [{ ...alert, told: ['desktop' as const] }] }
    expect(untold(half, policy()).map(({ channel }) => channel)).toEqual(['webhook'])
  })

  test('what a log says about an alert that there is not is not held against it', () => {
    const events = stuck().events.filter(({ type }) => type !== 'breaker.transition')
    expect(fold(events).alerts).toEqual([])
  })
})
