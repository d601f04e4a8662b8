import { existsSync } from 'node:fs'
import type { AgentEvent, AgentFailure, OwnRecord } from '../../agents/agent.ts'
import { archetypeOf } from '../../archetypes/index.ts'
import { cleanText } from '../../contracts/clean-text.ts'
import { readContract } from '../../contracts/contract.ts'
import type { AgentCall } from '../../core/commands.ts'
import type { Asked, Contract, Draft, Measures, Outlook, StepTally, WindowUse } from '../../core/events.ts'
import { measureMessage } from '../../measures/measure.ts'
import type { Settled } from '../../metering/settle.ts'
import type { RunContext } from '../context.ts'
import type { ProcessResult, Speaker } from '../supervise.ts'
import { answerParts } from './answer.ts'
import { baseFacts } from './base-facts.ts'

/** What an agent said in one call, as far as the outcome needs it. */
export interface Heard {
  line(text: string): void
  /** The program has ended. */
  end(): void
  speakTo(speaker: Speaker): void
  result(): Extract<AgentEvent, { kind: 'result' }> | null
  session(): string | null
  denials(): string[]
  /** What it wanted to do beyond its workspace. */
  asked(): Asked[]
}

interface Ended {
  result: ProcessResult
  heard: Heard
  failure: AgentFailure | null
  /** What the program itself wrote down about the call. */
  own: OwnRecord | null
  counted: Settled
  /** What it did. */
  steps: StepTally
  /** How full its window was at the end. */
  context: WindowUse
  outlook: Outlook | null
}

export type Outcome = Extract<Draft, { type: 'agent.complete' | 'agent.failed' | 'agent.timeout' }>

export async function outcomeEvent(context: RunContext, call: AgentCall, ended: Ended): Promise<Outcome> {
  const { result, heard } = ended
  const said = heard.result()
  const shared = {
    step: call.step,
    attempt: call.attempt,
    archetype: call.role,
    duration_ms: Math.round(result.durationMs),
    steps: ended.steps,
    ...ended.counted,
  }
  const place = { phase: call.phase, agent: call.role }
  const asked = heard.asked().length > 0 ? { asked: heard.asked() } : {}
  if (!said && (result.outcome === 'idle-timeout' || result.outcome === 'wall-timeout')) {
    const limit = result.outcome === 'idle-timeout' ? ('idle' as const) : ('wall' as const)
    const { agent_idle_minutes, agent_minutes } = context.config.limits
    const limit_ms = Math.round((limit === 'idle' ? agent_idle_minutes : agent_minutes) * 60_000)
    return { type: 'agent.timeout', ...place, data: { ...shared, limit, limit_ms, ...asked } }
  }
  const failure = failureOf(ended)
  if (failure || !said) {
    const { cause, message, retryAt } = failure ?? noResult(result)
    const data = { ...shared, cause, message: cleanText(message, 500), retry_at: retryAt, ...asked }
    return { type: 'agent.failed', ...place, data }
  }
  return {
    type: 'agent.complete',
    ...place,
    data: { ...shared, ...(await completion(context, call, { said, ended })), ...asked },
  }
}

function failureOf({ heard, failure, own, result }: Ended): AgentFailure | null {
  const said = heard.result()
  if (said) return said.failure && (own?.failure ?? said.failure)
  return own?.failure ?? failure ?? noResult(result)
}

function noResult(result: ProcessResult): AgentFailure {
  const how = result.error ?? (result.signal ? `killed by ${result.signal}` : `exit code ${result.exitCode}`)
  if (result.outcome === 'output-cap')
    return { cause: 'output', message: 'it printed more than is allowed', retryAt: null }
  const last = result.stderrTail.trim().split('\n').at(-1) ?? ''
  return { cause: 'no-result', message: `it ended without a result (${how}) ${last}`.trim(), retryAt: null }
}

async function completion(
  context: RunContext,
  call: AgentCall,
  { said, ended }: { said: { text: string }; ended: Ended },
) {
  const contract = readContract(said.text, archetypeOf(context.state.start, call.role)!)
  return {
    ...answerParts(call, { text: said.text, contract }),
    ...(await measuresOf(context, call, { text: said.text, contract })),
    session: ended.heard.session(),
    denials: ended.heard.denials(),
    killed_after_result: ended.result.outcome === 'killed-after-result',
    truncated_bytes: ended.result.truncatedBytes,
    context: ended.context,
    ...(ended.outlook ? { outlook: ended.outlook } : {}),
  }
}

/** What cannot be measured is unknown: an agent that took the base away has work to lose, and that comes first. */
async function measuresOf(
  context: RunContext,
  { role }: AgentCall,
  { text, contract }: { text: string; contract: Contract },
): Promise<{ measures?: Measures }> {
  const { task, files } = context.state.start!
  const message = { role, text, contract, task, taskFiles: files }
  try {
    return { measures: await measureMessage(message, () => baseFacts(context, contract.files)) }
  } catch (error) {
    if (existsSync(context.vault.dir)) throw error
    return {}
  }
}
