import { cleanText } from '../contracts/clean-text.ts'
import type { Usage } from '../core/events.ts'
import type { AgentEvent, AgentFailure } from './agent.ts'
import type { Heard } from './claude-stream.ts'
import { asAmount, asList, asNumber, asObject, asText, type JsonObject } from './json-value.ts'

const MESSAGE_MAX = 500

export function readResult(message: JsonObject, heard: Heard): AgentEvent[] {
  const denials = asList(message.permission_denials).flatMap((denial): AgentEvent[] => {
    const tool = asText(asObject(denial)?.tool_name)
    return tool === null ? [] : [{ kind: 'denial', tool }]
  })
  const failure = failureOf(message, heard)
  const text = failure ? '' : (asText(message.result) ?? '')
  return [
    ...denials,
    { kind: 'result', text, ok: failure === null, failure, usage: usageOf(message, failure) },
  ]
}

/** An API error comes as `subtype: success` with `is_error: true`: both have to be looked at. */
function failureOf(message: JsonObject, heard: Heard): AgentFailure | null {
  const subtype = asText(message.subtype) ?? 'unknown'
  if (subtype === 'success' && message.is_error !== true) return null
  const cause = causeOf(subtype, asNumber(message.api_error_status), heard)
  const retryAt = cause === 'limit' ? heard.limitResetAt : null
  return { cause, message: cleanText(words(message, subtype), MESSAGE_MAX), retryAt }
}

function causeOf(subtype: string, status: number | null, heard: Heard): AgentFailure['cause'] {
  if (subtype === 'error_max_turns') return 'max-turns'
  if (subtype !== 'success') return 'error'
  const fromStatus = causeOfStatus(status)
  if (fromStatus || heard.limited) return fromStatus ?? 'limit'
  return causeOfStatus(heard.complaint?.status ?? null) ?? causeOfCode(heard.complaint?.code)
}

function causeOfStatus(status: number | null): AgentFailure['cause'] | null {
  if (status === null) return null
  if (status === 401 || status === 403) return 'authentication'
  if (status === 429) return 'limit'
  return status >= 500 ? 'overload' : 'error'
}

/** Without a status there was no answer at all, or an old version that gives only the code. */
function causeOfCode(code: string | undefined): AgentFailure['cause'] {
  switch (code) {
    case 'authentication_failed':
    case 'billing_error':
      return 'authentication'
    case 'rate_limit':
      return 'limit'
    case 'server_error':
    case 'unknown':
      // A lost connection: it passes, like an overload.
      return 'overload'
    default:
      return 'error'
  }
}

function words(message: JsonObject, subtype: string): string {
  if (subtype === 'error_max_turns') return 'Claude Code stopped at its limit of turns'
  if (subtype === 'error_max_budget_usd') return 'Claude Code stopped at the budget it was given'
  const errors = asList(message.errors).filter((error) => typeof error === 'string')
  const said = asText(message.result) || errors.join('; ') || asText(message.terminal_reason) || subtype
  return `Claude Code reported: ${said}`
}

/** Only the result line counts: the numbers on assistant lines are placeholders. */
function usageOf(message: JsonObject, failure: AgentFailure | null): Usage {
  const tokens = tokensOfModels(message.modelUsage) ?? tokensOfUsage(message.usage)
  const usage = { ...tokens, cost_usd: asAmount(message.total_cost_usd), turns: asAmount(message.num_turns) }
  // An aborted call reports zeros for what was in flight: that is not knowing, not nothing.
  const aborted = failure?.cause === 'error' && usage.input_tokens === 0 && usage.cost_usd === 0
  return aborted ? { ...usage, input_tokens: null, output_tokens: null, cost_usd: null } : usage
}

type Tokens = Pick<Usage, 'input_tokens' | 'output_tokens'>

/** Per model, because sub-agents are counted only there. What came from the cache was read by the model all the same. */
function tokensOfModels(value: unknown): Tokens | null {
  const models = Object.values(asObject(value) ?? {}).map((model) => asObject(model))
  if (models.length === 0) return null
  const input = ['inputTokens', 'cacheReadInputTokens', 'cacheCreationInputTokens']
  return {
    input_tokens: sum(models.map((model) => sumOf(model, input))),
    output_tokens: sum(models.map((model) => sumOf(model, ['outputTokens']))),
  }
}

function tokensOfUsage(value: unknown): Tokens {
  const usage = asObject(value)
  const input = ['input_tokens', 'cache_read_input_tokens', 'cache_creation_input_tokens']
  return { input_tokens: sumOf(usage, input), output_tokens: sumOf(usage, ['output_tokens']) }
}

/** The first key must be there; the others may be missing. A bad number spoils the sum. */
function sumOf(from: JsonObject | null, keys: string[]): number | null {
  if (!from) return null
  return sum(keys.map((key, index) => (from[key] === undefined && index > 0 ? 0 : asAmount(from[key]))))
}

function sum(parts: (number | null)[]): number | null {
  return parts.reduce((total, part) => (total === null || part === null ? null : total + part), 0)
}
