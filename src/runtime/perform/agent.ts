import type { Agent, AgentEvent, OwnRecord } from '../../agents/agent.ts'
import type { AgentCall } from '../../core/commands.ts'
import { artifactPath } from '../../store/artifacts.ts'
import { refuseFullDisk } from '../../store/environment-error.ts'
import type { Workspace } from '../../workspace/workspace.ts'
import { boxAgent } from '../boxing.ts'
import { systemClock } from '../clock.ts'
import { type AgentChoice, effect, FAILED, leashOf, placesOf, type RunContext, record } from '../context.ts'
import type { ProcessResult } from '../supervise.ts'
import { openAccount } from './account.ts'
import { listen } from './agent-listen.ts'
import { type Heard, type Outcome, outcomeEvent } from './agent-outcome.ts'
import { freshWorkspace, prepare } from './agent-request.ts'
import { announce } from './announce.ts'
import { keepBest } from './best-work.ts'
import { keepSteps } from './step-file.ts'
import { watchSteps } from './step-watch.ts'
import { gaugeWindow } from './window-gauge.ts'

/** After its result an agent gets this long to leave by itself. */
const GRACE_MS = 10_000

/** One call of one agent: in the conversation it had, where that can go on, else in a fresh one and a fresh tree. */
export async function performAgent(context: RunContext, call: AgentCall): Promise<void> {
  const choice = context.agentFor(call.agent)
  if (!choice.found.ok) return failMissing(context, call, choice)
  // If supervisor and reaper died together, the interrupted attempt may still be at work in its tree.
  if (context.state.steps[call.step]?.outcome === 'running')
    await context.outside.sweepLeash(leashOf(context, call.step))
  if (call.continues !== null) {
    const problem = await goOn(context, call, choice)
    if (problem === null) return
    forget(context, call, problem)
  }
  const workspace = await freshWorkspace(context, call)
  await converse(context, call, { choice, workspace, session: null })
}

/** `null` if the conversation went on, however it ended; otherwise why it could not. */
async function goOn(context: RunContext, call: AgentCall, choice: AgentChoice): Promise<string | null> {
  if (!choice.agent.capabilities.resume) return `${choice.agent.label} cannot go on with a conversation`
  const workspace = context.outside.existingWorkspace(context.vault, call.step)
  if (!workspace) return 'its workspace is gone'
  context.outside.unlockWorkspace(workspace)
  return converse(context, call, { choice, workspace, session: call.continues })
}

/** On the record before the tree is set back: an old conversation must never meet a fresh tree. */
function forget(context: RunContext, { step, phase, role }: AgentCall, problem: string): void {
  const before = context.state.steps[step]
  if (!before?.session) return
  const data = { step, attempt: before.attempt, session: null, problem }
  record(context, { type: 'agent.session', phase, agent: role, data })
}

interface Talk {
  choice: AgentChoice
  workspace: Workspace
  /** The conversation to go on with. */
  session: string | null
}

async function converse(context: RunContext, call: AgentCall, talk: Talk): Promise<string | null> {
  const { agent } = talk.choice
  const ready = await prepare(context, call, talk)
  if (ready === null) return null
  const { launch: prepared, reader, keepPrompt, model, chars } = ready
  const account = openAccount(context, call, { agent, launch: prepared, model })
  const { launch } = account
  const best = keepBest(context, call, talk.workspace)
  const watch = call.writes ? watchSteps(context, call, best) : null
  const steps = keepSteps(context, call, {
    root: talk.workspace.dir,
    goesOn: talk.session !== null,
    ...(watch ? { watch } : {}),
  })
  const window = gaugeWindow({ model, chars })
  const hear = (event: AgentEvent) => {
    window.take(event)
    account.hear(event)
    if (event.kind === 'result') watch?.over()
    steps.take(event)
  }
  const heard = listen(context, call, { reader, remembers: agent.capabilities.resume, hear })
  const limits = context.config.limits
  const result = await effect(context, `agent:${call.step}`, async () => {
    const { dialogue, ...program } = launch
    const boxed = await boxAgent(context, {
      step: call.step,
      agent: account.agent,
      dir: talk.workspace.dir,
      program,
    })
    const running = context.outside.superviseProcess({
      ...program,
      ...boxed.program,
      cwd: talk.workspace.dir,
      idleMs: limits.agent_idle_minutes * 60_000,
      wallMs: Math.min(limits.agent_minutes, call.minutes ?? Number.POSITIVE_INFINITY) * 60_000,
      graceMs: GRACE_MS,
      leash: leashOf(context, call.step),
      rawPath: artifactPath(context.layout, context.state.runId, `raw/${call.step}-${call.attempt}.jsonl`),
      onLine: heard.line,
      ...(dialogue ? { dialogue: heard.speakTo } : {}),
      finished: () => heard.result() !== null,
      signal: watch ? AbortSignal.any([account.signal, watch.signal]) : account.signal,
    })
    // While the program starts: the prompt is on its way already, this is the copy for people.
    return beside(context, running, keepPrompt).finally(boxed.close)
  })
  account.close()
  watch?.over()
  const stuck = watch?.failure() ?? null
  await best.end(stuck !== null)
  // A run that is being stopped leaves the step open: resuming runs the same attempt again.
  if (result.outcome === 'cancelled' && account.reason(null) === null && stuck === null) return null
  if (result.sleptMs > 0)
    record(context, { type: 'clock.gap', data: { slept_ms: Math.round(result.sleptMs), step: call.step } })
  heard.end()
  const written = await ownRecord(agent, heard, { env: launch.env, result })
  const own = account.reason(stuck ? { usage: null, ...written, failure: stuck } : written)
  const counted = account.settle(heard.result()?.usage ?? null, own)
  const outcome = await outcomeEvent(context, call, {
    result,
    heard,
    failure: agent.failureOf(result),
    own,
    counted,
    steps: steps.end(),
    context: window.use(own),
    outlook: watch?.outlook() ?? null,
  })
  const lost = talk.session === null || heard.session() !== null ? null : neverBegan(outcome)
  if (outcome.type !== 'agent.complete') refuseFullDisk(placesOf(context))
  if (lost === null) record(context, outcome)
  return lost
}

/** A program that ended by itself and named no conversation did not find the one it was given. */
function neverBegan(outcome: Outcome): string | null {
  const causes = ['crash', 'no-result', 'error']
  return outcome.type === 'agent.failed' && causes.includes(outcome.data.cause) ? outcome.data.message : null
}

interface Over {
  env: Record<string, string>
  result: ProcessResult
}

async function ownRecord(agent: Agent, heard: Heard, { env, result }: Over): Promise<OwnRecord | null> {
  const session = heard.session()
  if (session === null || !agent.record) return null
  const began = systemClock.now() - result.durationMs - result.sleptMs
  return agent.record({ session, env, began, failure: heard.result()?.failure ?? null })
}

/** Does the work at once; if it fails, what runs is stopped before the failure is passed on. */
async function beside<T>(context: RunContext, running: Promise<T>, work: () => void): Promise<T> {
  try {
    work()
  } catch (error) {
    context.abort.abort(FAILED)
    await running
    throw error
  }
  return running
}

/** It was there when the run started, or another one of its chain was. */
function failMissing(context: RunContext, call: AgentCall, { agent, found }: AgentChoice): void {
  if (found.ok) return
  announce(context, call, { agent, continues: null })
  const { step, attempt, role, phase } = call
  const usage = { input_tokens: 0, output_tokens: 0, cost_usd: 0, turns: 0 }
  const message = `${found.problem}; ${found.fix}`
  const data = { step, attempt, archetype: role, duration_ms: 0, cause: 'missing' as const, message, usage }
  record(context, { type: 'agent.failed', phase, agent: role, data: { ...data, retry_at: null } })
}
