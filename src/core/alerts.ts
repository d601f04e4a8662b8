import type { Config } from '../config/schema.ts'
import { notifications } from '../policy/notifications.ts'
import { minutesSince } from './checkpoint.ts'
import type { EventData, EventOf } from './events.ts'
import type { RunState } from './state.ts'

export type Channel = EventData['notification.sent']['channel']

/** Somebody is to be told that the run stands still. */
export interface Alert {
  /** Of the event that said so. */
  seq: number
  pass: number
  at: string
  reason: string
  evidence: string[]
  /** Where the telling came to an end, well or not. */
  told: Channel[]
}

/** Once for an opening. A breaker that opens again after a probe pass is the same one, until the cooldown is over. */
export function alertDue({ alerts, breaker }: RunState, now: string): boolean {
  const last = alerts.at(-1)
  if (!last || minutesSince(last.at, now) >= notifications.cooldownMinutes) return true
  return breaker.moves.some(({ to, pass }) => to === 'CLOSED' && pass > last.pass)
}

/** Which alerts are still to be sent, and where. */
export function untold({ alerts }: RunState, policy: Config): { alert: Alert; channel: Channel }[] {
  return alerts.flatMap((alert) =>
    channelsOf(policy.stagnation.notifications)
      .filter((channel) => !alert.told.includes(channel))
      .map((channel) => ({ alert, channel })),
  )
}

export function channelsOf({ desktop, webhook }: Config['stagnation']['notifications']): Channel[] {
  return [...(desktop ? (['desktop'] as const) : []), ...(webhook === null ? [] : (['webhook'] as const))]
}

/** Before the breaker is moved: what it is open for is what is told. */
export function noteAlert(state: RunState, { seq, ts, data }: EventOf<'breaker.transition'>): void {
  if (!data.alert) return
  const { reason, evidence } = state.breaker
  state.alerts.push({ seq, pass: data.pass, at: ts, reason, evidence, told: [] })
}

export function noteTold(state: RunState, { data }: EventOf<'notification.sent'>): void {
  state.alerts.find(({ pass }) => pass === data.pass)?.told.push(data.channel)
}
