import type { Agent } from '../../agents/agent.ts'
import { archetypeOf } from '../../archetypes/index.ts'
import type { AgentCall } from '../../core/commands.ts'
import { modelOfCall } from '../../core/model-of-call.ts'
import { type RunContext, record } from '../context.ts'

/** An attempt that was cut off is on the record already. */
export function announce(
  context: RunContext,
  call: AgentCall,
  { agent, continues }: { agent: Pick<Agent, 'label'>; continues: string | null },
): void {
  const running = context.state.steps[call.step]
  if (running?.outcome === 'running' && running.attempt === call.attempt) return
  const { title, doing } = archetypeOf(context.state.start, call.role)!
  const data = {
    step: call.step,
    attempt: call.attempt,
    archetype: call.role,
    agent: agent.label,
    model: modelOf(context, call),
    prompt_summary: `${title}: ${doing}${call.note || call.corrects ? ' (targeted)' : ''}`,
    prompt_artifact: `prompts/${call.step}-${call.attempt}${continues === null ? '' : '-continued'}.md`,
    head: call.head,
    about: call.about,
    name: call.agent,
    continues,
  }
  const { phase, role: agentRole, identity } = call
  const key = `agent:${call.step}:${call.attempt}`
  record(context, { type: 'agent.start', phase, agent: agentRole, key, identity, data })
}

export function modelOf({ state, config }: RunContext, call: AgentCall): string | null {
  return modelOfCall(state, config, call)
}
