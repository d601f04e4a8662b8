import { type PolicyChange, startUnder } from '../../../src/core/backtest/policy-change.ts'
import type { Command } from '../../../src/core/commands.ts'
import { decide } from '../../../src/core/decide/index.ts'
import type { WiggumEvent } from '../../../src/core/events.ts'
import { applyEvent, fold } from '../../../src/core/fold.ts'
import { minutesAtWork } from '../../../src/core/minutes-at-work.ts'
import { initialState } from '../../../src/core/state.ts'

/**
 * The slow way, for one run and one policy: another log is written, with the facts as they were and the conclusions
 * anew, and after every event of it every rule is asked. Fit for logs in which no step is
 * called again for a correction.
 */
export function slowly(events: WiggumEvent[], change: PolicyChange) {
  const state = initialState()
  const write = (event: WiggumEvent) => applyEvent(state, { ...event, seq: state.seq + 1 })
  for (const [at, event] of events.entries()) {
    if (CONCLUDED.includes(event.type) || isMore(event)) continue
    write(event.type === 'run.start' ? { ...event, data: startUnder(event.data, change) } : event)
    if (event.type === 'run.complete') continue
    for (;;) {
      const { commands } = decide(state, event.ts)
      const halt = commands.find((command) => command.do === 'finish' || command.do === 'open-gate')
      if (halt && !isInLog(halt, events.slice(at + 1))) return haltAt(events, at, halt)
      const concluded = halt ? [] : commands.filter(isConclusion)
      if (concluded.length === 0) break
      for (const { event: draft } of concluded)
        write({ ...event, type: draft.type, data: draft.data } as WiggumEvent)
    }
  }
  return null
}

const CONCLUDED = [
  'shadow.detected',
  'correction.applied',
  'wiggum.break',
  'breaker.transition',
  'budget.threshold',
]
const WORK = [
  'agent.start',
  'work.collected',
  'review.verdict',
  'pass.complete',
  'verify.start',
  'run.resumed',
]

type Recording = Extract<Command, { do: 'record' }>

function isConclusion(command: Command): command is Recording {
  if (command.do !== 'record') return false
  return CONCLUDED.includes(command.event.type) || isMore(command.event as WiggumEvent)
}

function isMore({ type, data }: Pick<WiggumEvent, 'type' | 'data'>): boolean {
  return type === 'decision' && /^more-/.test((data as { what: string }).what)
}

/** The run itself halts so, before anybody works on. */
function isInLog(halt: Command, rest: WiggumEvent[]): boolean {
  const until = rest.findIndex(({ type }) => WORK.includes(type))
  return (until < 0 ? rest : rest.slice(0, until)).some(
    ({ type, data }) =>
      (halt.do === 'open-gate' && type === 'gate.opened' && data.gate === halt.gate) ||
      (halt.do === 'finish' && type === 'run.complete' && data.status === halt.ending.status),
  )
}

function haltAt(events: WiggumEvent[], at: number, halt: Command) {
  const after = events.slice(at + 1)
  const usages = after.flatMap(({ data }) => ('usage' in data ? [data.usage] : []))
  const ended = events.findLast(({ type }) => type === 'run.complete')?.data as
    | { exit_code: number }
    | undefined
  const worked = (upTo: WiggumEvent[]) => minutesAtWork(fold(upTo), upTo.at(-1)!.ts)
  return {
    seq: events[at]!.seq,
    key: halt.key,
    work: after.some(({ type }) => WORK.includes(type)),
    right: ended ? ![0, 11].includes(ended.exit_code) : null,
    tokens: usages.reduce((sum, each) => sum + (each.input_tokens ?? 0) + (each.output_tokens ?? 0), 0),
    usd: usages.reduce((sum, each) => sum + (each.cost_usd ?? 0), 0),
    unknown: usages.filter((each) => each.cost_usd === null).length,
    minutes: worked(events) - worked(events.slice(0, at + 1)),
  }
}
