import { untold } from '../alerts.ts'
import type { Command, Decision } from '../commands.ts'
import type { View } from './strategy.ts'

/** Beside whatever is decided: who was to be told is told. Nothing waits for it. */
export function besideNotices({ state, policy }: View, decision: Decision): Decision {
  const notices = untold(state, policy).map(
    ({ alert: { pass }, channel }): Command => ({
      do: 'notify',
      key: `notify:${channel}:${pass}`,
      channel,
      pass,
    }),
  )
  // First: a run that ends now still sends what it owes.
  return notices.length === 0 ? decision : { ...decision, commands: [...notices, ...decision.commands] }
}
