import { cleanText } from '../../contracts/clean-text.ts'
import type { AgentFailure } from '../agent.ts'
import { causeOfStatus } from '../api-status.ts'
import { asNumber, asText, type JsonObject } from '../json-value.ts'
import type { AcpRow } from './rows.ts'
import type { Tokens } from './usage.ts'
import type { RpcError } from './wire.ts'

type Cause = AgentFailure['cause']

const MESSAGE_MAX = 500
const AUTH_REQUIRED = -32000

export function failure(cause: Cause, message: string): AgentFailure {
  return { cause, message: cleanText(message, MESSAGE_MAX), retryAt: null }
}

/** From the error's code and typed members, never from its words. */
export function failureOfError(row: AcpRow, error: RpcError): AgentFailure {
  const cause = causeOfError(error)
  const said = `${row.label} reported: ${error.message.replace(/\.$/, '')}${detailOf(error.data)}`
  return failure(cause, cause === 'authentication' ? `${said}; ${row.logIn}` : said)
}

function causeOfError({ code, data }: RpcError): Cause {
  if (code === AUTH_REQUIRED) return 'authentication'
  const status =
    asStatus(code) ?? asStatus(data?.status) ?? asStatus(data?.statusCode) ?? asStatus(data?.code)
  return causeOfStatus(status) ?? causeOfKind(asText(data?.errorKind)) ?? 'error'
}

/** Gemini answers with the model's own HTTP status as the code. */
function asStatus(value: unknown): number | null {
  const number = asNumber(value)
  return number !== null && number >= 400 && number <= 599 ? number : null
}

/** The typed word that Claude's agent adds. */
function causeOfKind(kind: string | null): Cause | null {
  switch (kind) {
    case 'authentication_failed':
    case 'billing_error':
      return 'authentication'
    case 'rate_limit':
      return 'limit'
    case 'overloaded':
    case 'server_error':
      return 'overload'
    default:
      return null
  }
}

function detailOf(data: JsonObject | null): string {
  const details = asText(data?.details) ?? asText(data?.message)
  return details === null ? '' : ` (${details})`
}

/** `null`: it came to its own end. */
export function failureOfStop(row: AcpRow, reason: string | null, denied: string[]): AgentFailure | null {
  switch (reason) {
    case 'end_turn':
      return null
    case 'refusal':
      return failure('refusal', `the model behind ${row.label} refused to go on`)
    case 'max_tokens':
      return failure('context', `${row.label} came to the end of the model's tokens`)
    case 'max_turn_requests':
      return failure('max-turns', `${row.label} stopped at its limit of turns`)
    case 'cancelled':
      return failure('error', `${row.label} cancelled its own turn${afterDenials(denied)}`)
    default:
      return failure('error', `${row.label} stopped for a reason unknown here: ${reason ?? 'none given'}`)
  }
}

/** A turn that came to its end, and in which the model said nothing. */
export function failureOfSilence(row: AcpRow, text: string, tokens: Tokens): AgentFailure | null {
  if (text.trim() === '') return failure('no-result', `${row.label} ended its turn without a final message`)
  if (!row.alwaysCounts || tokens.output_tokens) return null
  return failure('error', `${row.label} got no answer from its model: ${text.trim()}`)
}

function afterDenials(denied: string[]): string {
  return denied.length === 0 ? '' : ` after it was not allowed to use ${[...new Set(denied)].join(', ')}`
}

/** No session is named with it, so the caller knows that nothing was begun. */
export function lostSession({ label }: AcpRow, why: string): AgentFailure {
  return failure('error', `${label} could not go on with the earlier conversation: ${why}`)
}
