import type { AgentEvent } from '../agents/agent.ts'
import { contentText } from '../agents/claude-blocks.ts'
import { asNumber, asObject, asObjects, asText, type JsonObject, parseObject } from '../agents/json-value.ts'

/** One thing of a conversation's history; `turn`: a person's words. `end`: the agent said that it is done, or was cut off. */
export type Said =
  | { kind: 'event'; event: AgentEvent }
  | { kind: 'turn'; text: string }
  | { kind: 'end'; how: 'finished' | 'cut' }
  | { kind: 'aside' }

/** `null`: nobody knows what it is. `last`: the call before, for results that do not say whose they are. */
export function readOpenHands(event: JsonObject, last: string): Said[] | null {
  if (asText(event.kind) !== null) return readSdk(event, last)
  if (asText(event.action) !== null) return readAction(event)
  if (asText(event.observation) !== null) return readObservation(event, last)
  return null
}

const ASIDE: Said[] = [{ kind: 'aside' }]
const told = (event: AgentEvent): Said => ({ kind: 'event', event })

/** Actions of the program, not of the agent. */
const PROGRAM =
  /^(?:system|recall|change_agent_state|condensation|condensation_request|null|pause|resume|stop|push|send_pr|start|initialize|loop_recovery)$/
/** Tools by the names that the model calls them, where the event has only the action. */
const TOOLS: Record<string, string> = {
  run: 'execute_bash',
  run_ipython: 'execute_ipython_cell',
  browse: 'browser',
  browse_interactive: 'browser',
  delegate: 'delegate',
  task_tracking: 'task_tracker',
  call_tool_mcp: 'mcp',
}

function readAction(event: JsonObject): Said[] {
  const action = asText(event.action) ?? ''
  const args = asObject(event.args) ?? {}
  if (PROGRAM.test(action)) return ASIDE
  const words = asText(args.thought) ?? ''
  if (action === 'message') return readMessage(event, asText(args.content) ?? asText(event.message) ?? '')
  if (event.source === 'user') return ASIDE
  const before: Said[] = words.trim() === '' ? [] : [told({ kind: 'thought', text: words })]
  const id = idOf(event)
  const called = calledTool(event, action, args)
  const call = told({ kind: 'tool-call', id, ...called })
  if (action === 'finish' || action === 'reject')
    return [...before, call, told(result(id, false, '')), { kind: 'end', how: 'finished' }]
  return [...before, call]
}

function readMessage(event: JsonObject, text: string): Said[] {
  if (text.trim() === '' || event.source === 'environment') return ASIDE
  return event.source === 'user' ? [{ kind: 'turn', text }] : [told({ kind: 'text', text })]
}

/** As the model called it, where that was kept; otherwise as the program understood it. */
function calledTool(event: JsonObject, action: string, args: JsonObject): { name: string; input: unknown } {
  const meta = asObject(event.tool_call_metadata)
  const name = asText(meta?.function_name)
  const choice = asObjects(asObject(meta?.model_response)?.choices)[0]
  const calls = asObjects(asObject(choice?.message)?.tool_calls)
  const call = calls.find(({ id }) => id === meta?.tool_call_id) ?? null
  const given = parseObject(asText(asObject(call?.function)?.arguments) ?? '')
  if (name !== null && given) return { name, input: given }
  if (action === 'read') return { name: 'str_replace_editor', input: { command: 'view', path: args.path } }
  if (action === 'write')
    return {
      name: 'str_replace_editor',
      input: { command: 'create', path: args.path, file_text: args.content },
    }
  if (action === 'edit') return { name: name ?? editorOf(args), input: args }
  const { thought: _thought, ...input } = args
  return { name: name ?? TOOLS[action] ?? action, input }
}

function editorOf(args: JsonObject): string {
  return asText(args.command) ? 'str_replace_editor' : 'edit_file'
}

function readObservation(event: JsonObject, last: string): Said[] {
  const kind = asText(event.observation) ?? ''
  if (/^(?:agent_state_changed|recall|null|user_rejected|condense|loop_detection)$/.test(kind)) {
    const isCut = kind === 'agent_state_changed' && asObject(event.extras)?.agent_state === 'rate_limited'
    return isCut ? [{ kind: 'end', how: 'cut' }] : ASIDE
  }
  const extras = asObject(event.extras)
  const exit = asNumber(asObject(extras?.metadata)?.exit_code) ?? asNumber(extras?.exit_code)
  // A command that still runs is told with -1.
  const exitCode = exit !== null && exit >= 0 ? exit : null
  const id = asText(asObject(event.tool_call_metadata)?.tool_call_id) ?? causeOf(event) ?? last
  const isError = kind === 'error' || event.success === false
  return [
    told({ ...result(id, isError, asText(event.content) ?? ''), ...(exitCode === null ? {} : { exitCode }) }),
  ]
}

function causeOf(event: JsonObject): string | null {
  const cause = asNumber(event.cause)
  return cause === null || cause < 0 ? null : `#${cause}`
}

function idOf(event: JsonObject): string {
  const called = asText(asObject(event.tool_call_metadata)?.tool_call_id)
  const number = asNumber(event.id)
  return called ?? (number === null ? 'call' : `#${number}`)
}

/** Events of the newer kit. */
function readSdk(event: JsonObject, last: string): Said[] | null {
  switch (event.kind) {
    case 'MessageEvent': {
      const text = contentText(asObject(event.llm_message)?.content)
      return readMessage(event, text)
    }
    case 'ActionEvent':
      return readSdkAction(event)
    case 'ObservationEvent':
    case 'UserRejectObservation':
    case 'AgentErrorEvent':
      return [told(readSdkResult(event, last))]
    default:
      return /^(?:SystemPrompt|Condensation\w*|Pause|ConversationState\w*|Token|LLMCompletionLog|ConversationError|HookExecution|Streaming\w*|ACP\w*|InterruptEvent)(?:Event)?$/.test(
        asText(event.kind) ?? '',
      )
        ? ASIDE
        : null
  }
}

function readSdkAction(event: JsonObject): Said[] {
  const thought = [asText(event.reasoning_content) ?? '', contentText(event.thought)].join('\n').trim()
  const id = asText(event.tool_call_id) ?? 'call'
  const call = asObject(event.tool_call)
  const given = parseObject(asText(call?.arguments) ?? asText(asObject(call?.function)?.arguments) ?? '')
  const { kind: _kind, ...action } = asObject(event.action) ?? {}
  const name = asText(event.tool_name) ?? asText(call?.name) ?? 'unknown'
  const said: Said[] = thought === '' ? [] : [told({ kind: 'thought', text: thought })]
  said.push(told({ kind: 'tool-call', id, name, input: given ?? action }))
  if (name !== 'finish') return said
  return [...said, told(result(id, false, '')), { kind: 'end', how: 'finished' }]
}

function readSdkResult(event: JsonObject, last: string): AgentEvent {
  const seen = asObject(event.observation)
  const id = asText(event.tool_call_id) ?? last
  const text =
    contentText(seen?.content) ||
    (asText(seen?.output) ?? asText(event.error) ?? asText(event.rejection_reason) ?? '')
  const exit = asNumber(seen?.exit_code) ?? asNumber(asObject(seen?.metadata)?.exit_code)
  const isError = event.kind !== 'ObservationEvent' || seen?.is_error === true
  return { ...result(id, isError, text), ...(exit !== null && exit >= 0 ? { exitCode: exit } : {}) }
}

function result(id: string, isError: boolean, text: string) {
  return { kind: 'tool-result' as const, id, isError, text }
}
