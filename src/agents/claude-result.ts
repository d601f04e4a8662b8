import { cleanText } from '../contracts/clean-text.ts'
import type { Usage } from '../core/events.ts'
import type { AgentEvent, AgentFailure } from './agent.ts'
import { causeOfStatus } from './api-status.ts'
import { INPUT, sum, sumOf } from './claude-figures.ts'
import { refusedReach } from './claude-reach.ts'
import type { Complaint, Heard } from './claude-stream.ts'
import { asAmount, asList, asNumber, asObject, asObjects, asText, type JsonObject } from './json-value.ts'

const MESSAGE_MAX = 400
const LOG_IN = 'run `claude auth login`, or set ANTHROPIC_API_KEY'

const SUBTYPES: Readonly<Record<string, AgentFailure['cause']>> = {
  error_max_turns: 'max-turns',
  error_max_budget_usd: 'budget',
}

const CODES: Readonly<Record<string, AgentFailure['cause']>> = {
  authentication_failed: 'authentication',
  billing_error: 'authentication',
  rate_limit: 'limit',
  overloaded: 'overload',
  server_error: 'overload',
  // No answer came at all.
  unknown: 'connection',
  model_not_found: 'model',
}

export function readResult(message: JsonObject, heard: Heard): AgentEvent[] {
  const failure = failureOf(message, heard)
  const text = failure ? '' : (asText(message.result) ?? '')
  return [
    ...denialsOf(message, heard),
    {
      kind: 'result',
      text,
      ok: failure === null,
      failure,
      usage: usageOf(message, failure, heard.continued),
    },
  ]
}

/** Newer versions tell each denial when it happens, older ones only here. */
function denialsOf(message: JsonObject, heard: Heard): AgentEvent[] {
  return asObjects(message.permission_denials).flatMap((denial): AgentEvent[] => {
    const tool = asText(denial.tool_name)
    const id = asText(denial.tool_use_id) ?? ''
    return tool === null || heard.denied.has(id) ? [] : [{ kind: 'denial', tool }, ...refusedReach(id, heard)]
  })
}

/** An API error comes as `subtype: success` with `is_error: true`, and a refusal may come without even that. */
function failureOf(message: JsonObject, heard: Heard): AgentFailure | null {
  const subtype = asText(message.subtype) ?? 'unknown'
  if (subtype === 'success' && message.is_error !== true && message.stop_reason !== 'refusal') return null
  const cause = causeOf(message, subtype, heard)
  const retryAt = cause === 'limit' ? heard.limitResetAt : null
  const hint = cause === 'authentication' ? `; ${LOG_IN}` : ''
  return { cause, message: `${cleanText(words(message, subtype), MESSAGE_MAX)}${hint}`, retryAt }
}

function causeOf(message: JsonObject, subtype: string, heard: Heard): AgentFailure['cause'] {
  if (message.stop_reason === 'refusal') return 'refusal'
  if (message.terminal_reason === 'prompt_too_long') return 'context'
  if (subtype !== 'success') return Object.hasOwn(SUBTYPES, subtype) ? SUBTYPES[subtype]! : 'error'
  const { complaint } = heard
  const named = causeOfCode(complaint)
  // A model that is not there is a 404 like many others; only its name tells.
  if (named === 'model' || named === 'context') return named
  const fromStatus = causeOfStatus(asNumber(message.api_error_status))
  if (fromStatus || heard.limited) return fromStatus ?? 'limit'
  if (message.api_error === 'connection_failed') return 'connection'
  return causeOfStatus(complaint?.status ?? null) ?? named
}

/** Without a status there was no answer at all, or an old version that gives only the code. */
function causeOfCode(complaint: Complaint | null): AgentFailure['cause'] {
  if (complaint?.cut === 'context_window') return 'context'
  const code = complaint?.code ?? ''
  return Object.hasOwn(CODES, code) ? CODES[code]! : 'error'
}

function words(message: JsonObject, subtype: string): string {
  if (subtype === 'error_max_turns') return 'Claude Code stopped at its limit of turns'
  if (subtype === 'error_max_budget_usd') return 'Claude Code stopped at the budget it was given'
  const errors = asList(message.errors).filter((error) => typeof error === 'string')
  const said = asText(message.result) || errors.join('; ') || asText(message.terminal_reason) || subtype
  return `Claude Code reported: ${said}`
}

/** Only the result line counts: what came back is a placeholder on the others. */
function usageOf(message: JsonObject, failure: AgentFailure | null, continued: boolean): Usage {
  const { models, cost_usd } = ownPart(message, continued)
  const usage = {
    ...(tokensOfModels(models) ?? tokensOfUsage(message.usage)),
    turns: asAmount(message.num_turns),
  }
  const nothing = usage.input_tokens === 0 && cost_usd === 0
  // An aborted call reports zeros for what was in flight: that is not knowing, not nothing.
  const wasInFlight = failure?.cause === 'error' || failure?.cause === 'connection'
  if (nothing && wasInFlight) return { ...usage, input_tokens: null, output_tokens: null, cost_usd: null }
  const isPriced = !isGuessed(models) && (nothing || cost_usd !== 0)
  return { ...usage, cost_usd: isPriced ? cost_usd : null }
}

/** In a conversation that is continued the usual figures hold its earlier calls too; newer versions tell the new ones apart. */
function ownPart(
  message: JsonObject,
  continued: boolean,
): { models: JsonObject | null; cost_usd: number | null } {
  const models = asObject(message.model_usage_since_last_result)
  if (models) {
    const costs = Object.values(models).map((model) => asAmount(asObject(model)?.costUSD))
    return { models, cost_usd: sum(costs) }
  }
  if (continued) return { models: null, cost_usd: null }
  return { models: asObject(message.modelUsage), cost_usd: asAmount(message.total_cost_usd) }
}

function isGuessed(models: JsonObject | null): boolean {
  return Object.values(models ?? {}).some((model) => asObject(model)?.costBasis === 'unknown')
}

type Tokens = Pick<Usage, 'input_tokens' | 'output_tokens'>

/** Per model, because sub-agents are counted only there. What came from the cache was read by the model all the same. */
function tokensOfModels(value: JsonObject | null): Tokens | null {
  const models = Object.values(value ?? {}).map((model) => asObject(model))
  if (models.length === 0) return null
  const input = ['inputTokens', 'cacheReadInputTokens', 'cacheCreationInputTokens']
  return {
    input_tokens: sum(models.map((model) => sumOf(model, input))),
    output_tokens: sum(models.map((model) => sumOf(model, ['outputTokens']))),
  }
}

function tokensOfUsage(value: unknown): Tokens {
  const usage = asObject(value)
  return { input_tokens: sumOf(usage, INPUT), output_tokens: sumOf(usage, ['output_tokens']) }
}
