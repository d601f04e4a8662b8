import type { EventData, GateKind } from './events.ts'

/** `auto` and `warn` are for questions that only some work is asked: who asks knows which. */
type GatePolicy = 'ask' | 'allow' | 'deny' | 'auto' | 'warn'

/** What the configuration, or `--allow`, says to questions of a kind. */
export function gatePolicy({ options, policy }: EventData['run.start'], kind: GateKind): GatePolicy {
  if (options.allow.includes(kind)) return 'allow'
  // Plain data that was checked when it was loaded.
  const gates = policy.gates as Partial<Record<GateKind, GatePolicy>> | undefined
  return gates?.[kind] ?? 'ask'
}
