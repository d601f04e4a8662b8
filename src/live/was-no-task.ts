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
  // Once its work was looked at, it was one.
  if (live!.asked || Object.keys(state.collected).length > 0) return false
  const kinds = tools.flatMap((event) => (event.kind === 'tool-call' ? kindOf(event.name, event.input) : []))
  if (kinds.includes('todo')) return false
  return kinds.every((kind) => LOOKS.has(kind)) || (await commitUserTree(vault, base, 'question')) === base
}
