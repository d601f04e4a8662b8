import type { Agent, AgentRequest, Launch, StreamReader } from '../../agents/agent.ts'
import { environmentNames } from '../../agents/index.ts'
import { archetypeOf } from '../../archetypes/index.ts'
import { buildContinuation, buildPrompt } from '../../archetypes/prompt.ts'
import type { AgentCall } from '../../core/commands.ts'
import { modelOfCall } from '../../core/model-of-call.ts'
import { copyArtifact } from '../../store/artifacts.ts'
import { rescueWorkspace } from '../../workspace/rescue.ts'
import { createWorkspace, existingWorkspace, type Workspace } from '../../workspace/workspace.ts'
import { type AgentChoice, effect, type RunContext, record } from '../context.ts'
import { baseEnvironment, withNames } from '../environment.ts'
import { gatherIngredients } from './ingredients.ts'

/** A tree of its own, set to the commit the role may see. What an interrupted attempt left is saved first. */
export async function freshWorkspace(context: RunContext, call: AgentCall): Promise<Workspace> {
  const { vault, state } = context
  const name = call.step
  const left = existingWorkspace(vault, name)
  if (left && call.writes) {
    const saved = await effect(context, `rescue:${name}`, () => rescueWorkspace(vault, left, call.head))
    if (saved)
      record(context, { type: 'rescue.saved', data: { ...saved, reason: `${name} was interrupted` } })
  }
  const branch = state.start!.branch
  return effect(context, `workspace:${name}`, () => createWorkspace(vault, name, call.head, branch))
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
  keepPrompt(): void
}

/** The call goes on the record; what comes back is ready to be started. */
export async function prepare(context: RunContext, call: AgentCall, talk: Talk): Promise<Prepared> {
  const { agent, found } = talk.choice
  if (!found.ok) throw new Error(`${agent.name} is called though it is missing`)
  const archetype = archetypeOf(context.state.start, call.role)!
  const prompt =
    talk.session === null
      ? buildPrompt(archetype, await gatherIngredients(context, call))
      : buildContinuation(archetype, call.corrects)
  announce(context, call, { agent, continues: talk.session })
  const request = requestOf(context, call, { talk, prompt })
  const artifact = `prompts/${call.step}-${call.attempt}${talk.session === null ? '' : '-continued'}.md`
  const keepPrompt = () => copyArtifact(context.layout, context.state.runId, artifact, prompt)
  const { model } = request
  return { reader: agent.reader(request), launch: agent.launch(request, found), model, keepPrompt }
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
    resumeSession: talk.session,
    maxBudgetUsd: remainingBudget(context),
    env: agentEnvironment(context, call, { agent, workspace: talk.workspace }),
  }
}

/** An attempt that was cut off is on the record already. */
export function announce(
  context: RunContext,
  call: AgentCall,
  { agent, continues }: { agent: Agent; continues: string | null },
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
  record(context, { type: 'agent.start', phase: call.phase, agent: call.role, data })
}

function modelOf({ state, config }: RunContext, call: AgentCall): string | null {
  return modelOfCall(state, config, call)
}

/** A run that was started by an older version has no such setting. */
function effortOf({ config }: RunContext, { role }: AgentCall): string | null {
  const { effort } = config
  if (!effort) return null
  return Object.hasOwn(effort.archetypes, role) ? effort.archetypes[role]! : effort.default
}

function remainingBudget({ config, state }: RunContext): number | null {
  return config.budget.usd === null ? null : Math.max(0.01, config.budget.usd - state.spend.usd)
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
