import type { AgentCall } from '../../core/commands.ts'
import type { Workspace } from '../../workspace/workspace.ts'
import { systemClock } from '../clock.ts'
import { effect, type RunContext, record } from '../context.ts'

/** How the work stood when it stood best, kept while the agent goes on: what is halted later may have been right before. */
export interface BestWork {
  /** It is at its best now. */
  keep(agentStep: number): void
  /** The call is over. If it was ended for leading nowhere, what was kept goes to a rescue ref, and the log says which. */
  end(stuck: boolean): Promise<void>
}

/** Tests that are run again and again need not be followed by a snapshot each. */
const PAUSE_MS = 20_000

interface Kept {
  agentStep: number
  head: string
}

export function keepBest(context: RunContext, call: AgentCall, workspace: Workspace): BestWork {
  const { outside, vault } = context
  let kept: Kept | null = null
  let pending: Promise<void> | null = null
  let last = Number.NEGATIVE_INFINITY
  const take = async (agentStep: number) => {
    const taken = await outside.collect(vault, workspace, call.head, call.step)
    if (taken.ok && taken.head !== call.head) kept = { agentStep, head: taken.head }
  }
  return {
    keep: (agentStep) => {
      if (pending !== null || systemClock.now() - last < PAUSE_MS) return
      last = systemClock.now()
      // The agent goes on meanwhile, and may pull files away from under it: then there is no snapshot this time.
      pending = take(agentStep)
        .catch(() => {})
        .finally(() => {
          pending = null
        })
    },
    end: async (stuck) => {
      await pending
      if (stuck && kept !== null) await save(context, call, kept)
    },
  }
}

async function save(context: RunContext, call: AgentCall, { head, agentStep }: Kept): Promise<void> {
  const { outside, vault } = context
  const saved = await effect(context, `rescue-best:${call.step}`, () => outside.rescueCommit(vault, head))
  const files = (await outside.changedNames(vault, call.head, head)).length
  const reason = `${call.step}: as it stood best, after agent step ${agentStep + 1}`
  record(context, { type: 'rescue.saved', data: { ...saved, files, reason } })
}
