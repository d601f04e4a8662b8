import type { Agent, AgentRequest, Launch, StreamReader } from '../../agents/agent.ts'
import { environmentNames } from '../../agents/index.ts'
import { archetypeOf } from '../../archetypes/index.ts'
import { buildContinuation } from '../../archetypes/prompt.ts'
import { budgetOf } from '../../core/allowance.ts'
import { leaveOf } from '../../core/asked.ts'
import { worstCase } from '../../core/budget.ts'
import type { AgentCall } from '../../core/commands.ts'
import { hideSecrets } from '../../secrets/known.ts'
import { copyArtifact } from '../../store/artifacts.ts'
import type { Workspace } from '../../workspace/workspace.ts'
import { type AgentChoice, effect, type RunContext, record } from '../context.ts'
import { baseEnvironment, withNames } from '../environment.ts'
import { announce, modelOf } from './announce.ts'
import { freshPrompt } from './context-prompt.ts'

/** A tree of its own, set to the commit the role may see. What an interrupted attempt left is saved first. */
export async function freshWorkspace(context: RunContext, call: AgentCall): Promise<Workspace> {
  const { outside, vault, state } = context
  const name = call.step
  const left = outside.existingWorkspace(vault, name)
  if (left && call.writes) {
    const saved = await effect(context, `rescue:${name}`, () =>
      outside.rescueWorkspace(vault, left, call.head),
    )
    if (saved)
      record(context, { type: 'rescue.saved', data: { ...saved, reason: `${name} was interrupted` } })
  }
  const branch = state.start!.branch
  return effect(context, `workspace:${name}`, () => outside.createWorkspace(vault, name, call.head, branch))
}

interface Talk {
  choice: AgentChoice
  workspace: Workspace
  session: string | null
}

interface Prepared {
  reader: StreamReader
  launch: Launch
  model: string | null
  /** How long the prompt is. */
  chars: number
  keepPrompt(): void
}

/** The call goes on the record; what comes back is ready to be started. `null`: it cannot be, and the record says why. */
export async function prepare(context: RunContext, call: AgentCall, talk: Talk): Promise<Prepared | null> {
  const { agent, found } = talk.choice
  if (!found.ok) throw new Error(`${agent.name} is called though it is missing`)
  const archetype = archetypeOf(context.state.start, call.role)!
  const made =
    talk.session === null
      ? await freshPrompt(context, call)
      : { text: buildContinuation(archetype, call.corrects) }
  announce(context, call, { agent, continues: talk.session })
  if ('tooLong' in made) return failUnsent(context, call, made.tooLong)
  // What is kept is what was sent. What an agent needs of a secret is in its environment.
  const prompt = hideSecrets(made.text)
  const request = requestOf(context, call, { talk, prompt })
  const artifact = `prompts/${call.step}-${call.attempt}${talk.session === null ? '' : '-continued'}.md`
  const keepPrompt = () => copyArtifact(context.layout, context.state.runId, artifact, prompt)
  const { model } = request
  const launch = agent.launch(request, found)
  return { reader: agent.reader(request), launch, model, chars: prompt.length, keepPrompt }
}

/** Nobody was called, so nothing was spent. */
function failUnsent(context: RunContext, call: AgentCall, message: string): null {
  const { step, attempt, role, phase } = call
  const usage = { input_tokens: 0, output_tokens: 0, cost_usd: 0, turns: 0 }
  const shared = { step, attempt, archetype: role, duration_ms: 0, usage, retry_at: null }
  record(context, {
    type: 'agent.failed',
    phase,
    agent: role,
    data: { ...shared, cause: 'context', message },
  })
  return null
}

function requestOf(
  context: RunContext,
  call: AgentCall,
  { talk, prompt }: { talk: Talk; prompt: string },
): AgentRequest {
  const { agent } = talk.choice
  return {
    role: call.role,
    prompt,
    model: modelOf(context, call),
    effort: agent.capabilities.effort ? effortOf(context, call) : null,
    workspace: talk.workspace.dir,
    writes: call.writes,
    boxed: context.sandbox.name !== 'none',
    leave: leaveOf(context.state),
    resumeSession: talk.session,
    maxBudgetUsd: remainingBudget(context),
    env: agentEnvironment(context, call, { agent, workspace: talk.workspace }),
  }
}

/** A run that was started by an older version has no such setting. */
function effortOf({ config }: RunContext, { role }: AgentCall): string | null {
  const { effort } = config
  if (!effort) return null
  return Object.hasOwn(effort.archetypes, role) ? effort.archetypes[role]! : effort.default
}

function remainingBudget({ config, state }: RunContext): number | null {
  const { usd } = budgetOf(state, config.budget)
  return usd === null ? null : Math.max(0.01, usd - worstCase(state.spend, state.largestCall).usd)
}

function agentEnvironment(
  context: RunContext,
  call: AgentCall,
  { agent, workspace }: { agent: Agent; workspace: Workspace },
): Record<string, string> {
  const names = [...environmentNames(agent, context.env), ...context.config.env]
  return {
    ...withNames(baseEnvironment(context.env), context.env, names),
    WIGGUM_RUN_ID: context.state.runId,
    WIGGUM_ROLE: call.role,
    WIGGUM_STEP: call.step,
    WIGGUM_ATTEMPT: String(call.attempt),
    WIGGUM_WORKSPACE: workspace.dir,
  }
}
