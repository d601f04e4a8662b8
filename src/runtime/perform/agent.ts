import type { AgentEvent, AgentFailure } from '../../agents/agent.ts'
import { environmentNames } from '../../agents/index.ts'
import { archetypeOf } from '../../archetypes/index.ts'
import { buildPrompt } from '../../archetypes/prompt.ts'
import { cleanText } from '../../contracts/clean-text.ts'
import { readContract } from '../../contracts/contract.ts'
import type { AgentCall } from '../../core/commands.ts'
import type { Draft, Usage } from '../../core/events.ts'
import { saidOf } from '../../core/said.ts'
import { resolveModel } from '../../policy/models.ts'
import { artifactPath, copyArtifact, writeArtifact } from '../../store/artifacts.ts'
import { rescueWorkspace } from '../../workspace/rescue.ts'
import { createWorkspace, existingWorkspace, type Workspace } from '../../workspace/workspace.ts'
import { effect, leashOf, type RunContext, record, show } from '../context.ts'
import { baseEnvironment, withNames } from '../environment.ts'
import { type ProcessResult, type Speaker, superviseProcess, sweepLeash } from '../supervise.ts'
import { gatherIngredients } from './ingredients.ts'

/** After its result an agent gets this long to leave by itself. */
const GRACE_MS = 10_000
/** A final message up to this long is kept in the log itself. */
const MAX_TEXT = 64_000
const UNKNOWN: Usage = { input_tokens: null, output_tokens: null, cost_usd: null, turns: null }

export async function performAgent(context: RunContext, call: AgentCall): Promise<void> {
  const workspace = await prepareWorkspace(context, call)
  const { launch, reader, agent, keepPrompt } = await announce(context, call, workspace)
  const heard = listen(context, call, reader)
  const limits = context.config.limits
  const result = await effect(context, `agent:${call.step}`, () => {
    const { dialogue, ...program } = launch
    const running = superviseProcess({
      ...program,
      cwd: workspace.dir,
      idleMs: limits.agent_idle_minutes * 60_000,
      wallMs: Math.min(limits.agent_minutes, call.minutes ?? Number.POSITIVE_INFINITY) * 60_000,
      graceMs: GRACE_MS,
      leash: leashOf(context, call.step),
      rawPath: artifactPath(context.layout, context.state.runId, `raw/${call.step}-${call.attempt}.jsonl`),
      onLine: heard.line,
      ...(dialogue ? { dialogue: heard.speakTo } : {}),
      finished: () => heard.result() !== null,
      signal: context.abort.signal,
    })
    // While the program starts: the prompt is on its way already, this is the copy for people.
    return beside(context, running, keepPrompt)
  })
  // A run that is being stopped leaves the step open: resuming runs the same attempt again.
  if (result.outcome === 'cancelled') return
  if (result.sleptMs > 0)
    record(context, { type: 'clock.gap', data: { slept_ms: Math.round(result.sleptMs) } })
  record(context, outcomeEvent(context, call, { result, heard, failure: agent.failureOf(result) }))
}

/** Does the work at once; if it fails, what runs is stopped before the failure is passed on. */
async function beside<T>(context: RunContext, running: Promise<T>, work: () => void): Promise<T> {
  try {
    work()
  } catch (error) {
    context.abort.abort('error')
    await running
    throw error
  }
  return running
}

/** A tree of its own, set to the commit the role may see. What an interrupted attempt left is saved first. */
async function prepareWorkspace(context: RunContext, call: AgentCall): Promise<Workspace> {
  const { vault, state } = context
  const name = call.step
  // If supervisor and reaper died together, the interrupted attempt may still be at work in that tree.
  if (state.steps[name]?.outcome === 'running') await sweepLeash(leashOf(context, name))
  const left = existingWorkspace(vault, name)
  if (left && call.writes) {
    const saved = await effect(context, `rescue:${name}`, () => rescueWorkspace(vault, left, call.head))
    if (saved)
      record(context, { type: 'rescue.saved', data: { ...saved, reason: `${name} was interrupted` } })
  }
  const branch = state.start!.branch
  return effect(context, `workspace:${name}`, () => createWorkspace(vault, name, call.head, branch))
}

async function announce(context: RunContext, call: AgentCall, workspace: Workspace) {
  const { state, config, layout } = context
  const archetype = archetypeOf(state.start, call.role)!
  const { agent, found } = context.agentFor(call.role)
  const prompt = buildPrompt(archetype, await gatherIngredients(context, call))
  const artifact = `prompts/${call.step}-${call.attempt}.md`
  const model = resolveModel(config.models, state.workflow, call.role)
  const running = state.steps[call.step]
  if (running?.outcome !== 'running' || running.attempt !== call.attempt) {
    const data = {
      step: call.step,
      attempt: call.attempt,
      archetype: call.role,
      agent: agent.label,
      model,
      prompt_summary: `${archetype.title}: ${archetype.doing}${call.note ? ' (targeted)' : ''}`,
      prompt_artifact: artifact,
      head: call.head,
      about: call.about,
    }
    record(context, { type: 'agent.start', phase: call.phase, agent: call.role, data })
  }
  const request = {
    role: call.role,
    prompt,
    model,
    effort: null,
    workspace: workspace.dir,
    writes: call.writes,
    resumeSession: null,
    maxBudgetUsd: remainingBudget(context),
    env: agentEnvironment(context, call, workspace),
  }
  const keepPrompt = () => copyArtifact(layout, state.runId, artifact, prompt)
  return { agent, reader: agent.reader(), launch: agent.launch(request, found), keepPrompt }
}

function remainingBudget({ config, state }: RunContext): number | null {
  return config.budget.usd === null ? null : Math.max(0.01, config.budget.usd - state.spend.usd)
}

function agentEnvironment(
  context: RunContext,
  call: AgentCall,
  workspace: Workspace,
): Record<string, string> {
  const { agent } = context.agentFor(call.role)
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

interface Heard {
  line(text: string): void
  speakTo(speaker: Speaker): void
  result(): Extract<AgentEvent, { kind: 'result' }> | null
  session(): string | null
  denials(): string[]
}

function listen(context: RunContext, call: AgentCall, reader: { line(text: string): AgentEvent[] }): Heard {
  let result: Extract<AgentEvent, { kind: 'result' }> | null = null
  let session: string | null = null
  let speaker: Speaker | null = null
  const denials: string[] = []
  const take = (event: AgentEvent) => {
    if (event.kind === 'say') return speaker?.say(event.line)
    if (event.kind === 'hang-up') return speaker?.hangUp()
    if (event.kind === 'result') {
      result = event
      // At once: the agent still takes a moment to leave.
      if (!event.failure) keepAnswer(context, call, event.text)
    }
    if (event.kind === 'session') session = event.id
    if (event.kind === 'denial') denials.push(event.tool)
    show(context, { kind: 'agent', step: call.step, event })
  }
  return {
    line: (text) => reader.line(text).forEach(take),
    speakTo: (given) => {
      speaker = given
    },
    result: () => result,
    session: () => session,
    denials: () => denials,
  }
}

interface Ended {
  result: ProcessResult
  heard: Heard
  failure: AgentFailure | null
}

function outcomeEvent(context: RunContext, call: AgentCall, ended: Ended): Draft {
  const { result, heard } = ended
  const said = heard.result()
  const shared = {
    step: call.step,
    attempt: call.attempt,
    archetype: call.role,
    duration_ms: Math.round(result.durationMs),
    usage: said?.usage ?? UNKNOWN,
  }
  const place = { phase: call.phase, agent: call.role }
  if (!said && (result.outcome === 'idle-timeout' || result.outcome === 'wall-timeout')) {
    const limit = result.outcome === 'idle-timeout' ? ('idle' as const) : ('wall' as const)
    const { agent_idle_minutes, agent_minutes } = context.config.limits
    const limit_ms = Math.round((limit === 'idle' ? agent_idle_minutes : agent_minutes) * 60_000)
    return { type: 'agent.timeout', ...place, data: { ...shared, limit, limit_ms } }
  }
  const failure = said ? said.failure : (ended.failure ?? noResult(result))
  if (failure || !said) {
    const { cause, message, retryAt } = failure ?? noResult(result)
    const data = { ...shared, cause, message: cleanText(message, 500), retry_at: retryAt }
    return { type: 'agent.failed', ...place, data }
  }
  return {
    type: 'agent.complete',
    ...place,
    data: { ...shared, ...completion(context, call, { said, ended }) },
  }
}

function keepAnswer({ layout, state }: RunContext, call: AgentCall, text: string): void {
  const write = text.length <= MAX_TEXT ? copyArtifact : writeArtifact
  write(layout, state.runId, artifactName(call), text)
}

/** As the phase hands it over; the small Explorer's work is its own, beside the Explorer's. */
function artifactName({ phase, role, step }: AgentCall): string {
  return role === 'explorer' && step.endsWith('-mini') ? 'plan-mini-explorer.md' : `${phase}-${role}.md`
}

function noResult(result: ProcessResult): AgentFailure {
  const how = result.error ?? (result.signal ? `killed by ${result.signal}` : `exit code ${result.exitCode}`)
  if (result.outcome === 'output-cap')
    return { cause: 'output', message: 'it printed more than is allowed', retryAt: null }
  const last = result.stderrTail.trim().split('\n').at(-1) ?? ''
  return { cause: 'no-result', message: `it ended without a result (${how}) ${last}`.trim(), retryAt: null }
}

function completion(
  context: RunContext,
  call: AgentCall,
  { said, ended }: { said: { text: string }; ended: Ended },
) {
  const archetype = archetypeOf(context.state.start, call.role)!
  const contract = readContract(said.text, archetype)
  return {
    artifacts: [artifactName(call)],
    text: said.text.length <= MAX_TEXT ? said.text : null,
    summary: contract.summary ?? cleanText(said.text.trim().split('\n')[0] ?? '', 200),
    contract: saidOf(contract),
    session: ended.heard.session(),
    denials: ended.heard.denials(),
    killed_after_result: ended.result.outcome === 'killed-after-result',
    truncated_bytes: ended.result.truncatedBytes,
  }
}
