import type { Config } from '../../config/schema.ts'
import type { EventData } from '../events.ts'

type Start = EventData['run.start']

/** Part of a configuration, as a file would have it: only what is to be otherwise. It was checked where it came in. */
export interface PolicyChange {
  [key: string]: unknown
}

/** The run's start under the changed policy. What the command line said of passes stands: it wins over any policy. */
export function startUnder(start: Start, change: PolicyChange): Start {
  const policy = withChange(start.policy, change)
  // `run.start` holds the resolved configuration as plain data.
  const [before, now] = [start.policy, policy] as unknown as [Config, Config]
  return { ...start, policy, max_cycles: cyclesUnder(start, before, now), ...loopUnder(start, before, now) }
}

function loopUnder({ loop }: Start, before: Config, now: Config): Pick<Start, 'loop'> {
  if (!loop) return {}
  const byFlag = loop.suppressed !== null || loop.max_passes !== before.loop?.max_passes
  return { loop: byFlag ? loop : { ...loop, max_passes: now.loop.max_passes } }
}

function cyclesUnder(start: Start, before: Config, now: Config): number {
  const wanted = now.limits?.max_cycles
  if (wanted === undefined || wanted === before.limits?.max_cycles) return start.max_cycles
  return wanted === 'auto' ? (start.workflows[start.workflow]?.max_cycles ?? 1) : wanted
}

/** What both have is the change's, mapping by mapping; a list is one value. */
export function withChange(before: PolicyChange, change: PolicyChange): PolicyChange {
  const entries = Object.entries(change).map(([key, value]) => {
    const old = Object.hasOwn(before, key) ? before[key] : undefined
    return [key, isMapping(old) && isMapping(value) ? withChange(old, value) : value]
  })
  return { ...before, ...Object.fromEntries(entries) }
}

/** Dotted paths of what differs. */
export function differences(before: unknown, now: unknown, path: string[] = []): string[] {
  if (!isMapping(before) || !isMapping(now))
    return JSON.stringify(before) === JSON.stringify(now) ? [] : [path.join('.')]
  const keys = new Set([...Object.keys(before), ...Object.keys(now)])
  return [...keys].flatMap((key) => differences(before[key], now[key], [...path, key]))
}

function isMapping(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
