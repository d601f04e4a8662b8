import type { EventData, GateKind } from './events.ts'

/** `auto`: only some work is asked about, and who asks knows which. `warn`: nobody is asked, and the run says so. */
type GatePolicy = 'ask' | 'allow' | 'deny' | 'auto' | 'warn'

/** What the configuration, or `--allow`, says to questions of a kind. */
export function gatePolicy({ options, policy }: EventData['run.start'], kind: GateKind): GatePolicy {
  if (options.allow.includes(kind)) return 'allow'
  // Plain data that was checked when it was loaded.
  const gates = policy.gates as Partial<Record<GateKind, GatePolicy>> | undefined
  return gates?.[kind] ?? 'ask'
}
