import { asObject, asText, type JsonObject, parseObject } from '../agents/json-value.ts'

/** What Claude Code or Codex tells a hook. Which fields there are depends on the event and on the host's version. */
export interface HookInput {
  event: string | null
  /** Never empty: an empty id would be that of every session. */
  sessionId: string | null
  cwd: string | null
  transcriptPath: string | null
  prompt: string | null
  lastMessage: string | null
  /** The session goes on because a hook had it go on. */
  stopHookActive: boolean
  toolName: string | null
  toolInput: JsonObject | null
  toolResponse: unknown
  toolUseId: string | null
  model: string | null
  source: string | null
  trigger: string | null
  reason: string | null
  /** Of a helper that the session has called. */
  agentId: string | null
  /** Codex alone numbers its turns. */
  turnId: string | null
}

/** `null`: no host said this. Whoever called must not be held up by it. */
export function readHookInput(text: string): HookInput | null {
  const input = parseObject(text)
  if (!input) return null
  return {
    event: asText(input.hook_event_name),
    sessionId: asText(input.session_id) || null,
    cwd: asText(input.cwd),
    transcriptPath: asText(input.transcript_path),
    prompt: asText(input.prompt),
    lastMessage: asText(input.last_assistant_message),
    stopHookActive: input.stop_hook_active === true,
    toolName: asText(input.tool_name),
    toolInput: asObject(input.tool_input),
    toolResponse: input.tool_response ?? null,
    toolUseId: asText(input.tool_use_id),
    model: asText(input.model),
    source: asText(input.source),
    trigger: asText(input.trigger),
    reason: asText(input.reason),
    agentId: asText(input.agent_id),
    turnId: asText(input.turn_id),
  }
}
