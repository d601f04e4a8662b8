import type { AgentEvent } from '../agents/agent.ts'
import type { RunContext } from '../runtime/context.ts'
import { kindOf } from '../steps/kind-of.ts'
import type { ToolKind } from '../steps/step.ts'
import { commitUserTree } from '../workspace/user-tree.ts'

/** Tools that only look. What another session changes meanwhile is none of this one's work. */
const LOOKS = new Set<ToolKind>(['read', 'search', 'web', 'ask', 'plan'])

/** A prompt that nobody called a task, after which nothing was changed and nothing planned, was a question. */
export async function wasNoTask({ state, vault }: RunContext, tools: AgentEvent[]): Promise<boolean> {
  const { live, base } = state.start!
  if (live!.asked || state.passes.length > 0 || state.round > 1) return false
  const kinds = tools.flatMap((event) => (event.kind === 'tool-call' ? kindOf(event.name, event.input) : []))
  if (kinds.includes('todo')) return false
  return kinds.every((kind) => LOOKS.has(kind)) || (await commitUserTree(vault, base, 'question')) === base
}
