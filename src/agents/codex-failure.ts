import type { AgentFailure } from './agent.ts'
import { causeOfStatus, instantOf } from './api-status.ts'
import { asNumber, asObject, asText, type JsonObject } from './json-value.ts'

type Cause = AgentFailure['cause']

/** `codex_error_info`: a name, or one with the status the model's API answered with. */
export interface ErrorInfo {
  kind: string
  status: number | null
}

/** Names that say it all. What is not here and has no status is as the stream told it. */
const KINDS: Readonly<Record<string, Cause>> = {
  unauthorized: 'authentication',
  usage_limit_exceeded: 'limit',
  rate_limit_exceeded: 'limit',
  server_overloaded: 'overload',
  policy_capacity_unavailable: 'overload',
  internal_server_error: 'overload',
  response_stream_connection_failed: 'connection',
  response_stream_disconnected: 'connection',
  http_connection_failed: 'connection',
  context_window_exceeded: 'context',
  model_not_found: 'model',
  cyber_policy: 'refusal',
  bio_policy: 'refusal',
  misalignment_policy_violation: 'refusal',
  invalid_prompt: 'refusal',
  bad_request: 'error',
  sandbox_error: 'error',
}

export function readErrorInfo(value: unknown): ErrorInfo | null {
  const name = asText(value)
  if (name !== null) return { kind: name, status: null }
  const [entry] = Object.entries(asObject(value) ?? {})
  return entry ? { kind: entry[0], status: asNumber(asObject(entry[1])?.http_status_code) } : null
}

/** `null`: Codex itself had no name for it. */
export function causeOfInfo({ kind, status }: ErrorInfo): Cause | null {
  return causeOfStatus(status) ?? (Object.hasOwn(KINDS, kind) ? KINDS[kind]! : null)
}

/** The instant at which every window that is used up is open again, in seconds since 1970. */
export function resetOf(limits: JsonObject | null): string | null {
  const windows = [asObject(limits?.primary), asObject(limits?.secondary)]
  const full = windows.filter((window) => (asNumber(window?.used_percent) ?? 0) >= 100)
  const ends = full.map((window) => instantOf(asNumber(window?.resets_at))).filter((end) => end !== null)
  return ends.sort().at(-1) ?? null
}
