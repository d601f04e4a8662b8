import type { Agent, AgentEvent, Launch, OwnRecord } from '../../agents/agent.ts'
import type { AgentCall } from '../../core/commands.ts'
import type { Usage } from '../../core/events.ts'
import { estimated, type Settled, settle } from '../../metering/settle.ts'
import { usageOfTally } from '../../metering/tally.ts'
import type { RunContext } from '../context.ts'
import { watchBudget } from './budget-watch.ts'
import { throughMeter } from './metered-call.ts'

/** What one call costs: counted while it runs, held against the budget, and settled when it is over. */
export interface Account {
  /** As it was, or with the model's address changed to the meter's. */
  launch: Launch
  /** The agent, with what it has to read besides. */
  agent: Agent
  /** Aborted when the run stops or the budget is spent. */
  signal: AbortSignal
  hear(event: AgentEvent): void
  /** The call is over. Safe to repeat. */
  close(): void
  /** The program's own record, with the budget as the reason where the call was ended for it. */
  reason(own: OwnRecord | null): OwnRecord | null
  settle(said: Usage | null, own: OwnRecord | null): Settled
}

export function openAccount(
  context: RunContext,
  call: AgentCall,
  { agent, launch, model }: { agent: Agent; launch: Launch; model: string | null },
): Account {
  const prices = context.config.prices ?? {}
  const watch = watchBudget(context, call, agent)
  let running: Usage | null = null
  let usedModel = model
  const metered = throughMeter(context, call, {
    agent,
    launch,
    onTally: (tally) => {
      const usage = usageOfTally(tally)
      if (usage) watch.take(usage)
    },
  })
  let tally: ReturnType<typeof metered.close> | undefined
  return {
    launch: metered.launch,
    agent: { ...agent, reads: [...(agent.reads ?? []), ...metered.reads] },
    signal: watch.signal,
    hear(event) {
      if (event.kind === 'session') usedModel = event.model ?? usedModel
      if (event.kind !== 'usage') return
      running = event.usage
      // The meter's figures are the better ones, where there is a meter.
      if (metered.counts()) return
      watch.take(estimated(event.usage, usedModel, prices))
    },
    close() {
      tally ??= metered.close()
      watch.end()
    },
    reason(own) {
      const spent = watch.failure()
      return spent === null ? own : { usage: null, ...own, failure: spent }
    },
    settle(said, own) {
      const from = { agent: own?.usage ?? said, running, tally: tally ?? null }
      return settle({ ...from, model: own?.model ?? usedModel, prices })
    },
  }
}
