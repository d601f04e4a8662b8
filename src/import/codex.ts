import { contentText } from '../agents/claude-blocks.ts'
import { asObject, asText, type JsonObject } from '../agents/json-value.ts'
import { readCodexCall, readCodexOutput } from './codex-calls.ts'
import { type CodexTokens, codexTokens } from './codex-tokens.ts'
import type { ImportedEnd, Importer, ImportReader, ImportSink } from './importer.ts'

/** `~/.codex/sessions/<year>/<month>/<day>/rollout-<time>-<id>.jsonl`: what went over the wire, and what Codex noted beside. */
export const codex: Importer = {
  id: 'codex',
  label: 'Codex rollout',
  recognises: (head) =>
    /^\s*\{"timestamp":"[^"]*",(?:"ordinal":\d+,)?"type":"(?:session_meta|response_item|event_msg|turn_context|compacted)"/.test(
      head,
    ) || /^\s*\{"id":"[0-9a-f-]{36}","timestamp":"[^"]*","instructions":/.test(head),
  shape: { kind: 'lines' },
  open: (sink) => codexRollout(sink),
  places: [
    {
      folder: '.codex/sessions',
      begins: 'rollout-',
      ends: '.jsonl',
      moved: { by: 'CODEX_HOME', of: '.codex' },
    },
    {
      folder: '.codex/archived_sessions',
      begins: 'rollout-',
      ends: '.jsonl',
      moved: { by: 'CODEX_HOME', of: '.codex' },
    },
  ],
}

interface Rollout {
  sink: ImportSink
  tokens: CodexTokens
  began: boolean
  hasTask: boolean
  /** The last prompt, while the agent has not answered: it is told twice. */
  prompt: string | null
  how: ImportedEnd
}

const EVENTS_ASIDE =
  /^(?:task_started|turn_started|agent_message|agent_reasoning|agent_reasoning_raw_content|agent_reasoning_section_break|item_started|item_completed|exec_command_(?:begin|end|output_delta)|patch_apply_(?:begin|end)|mcp_tool_call_(?:begin|end)|web_search_(?:begin|end)|turn_diff|thread_settings_applied|context_compacted|entered_review_mode|exited_review_mode|undo_(?:started|completed)|background_event|warning|stream_error|view_image_tool_call|plan_update|plan_delta|thread_name_updated|thread_rolled_back|session_configured|ghost_snapshot|image_generation_(?:begin|end)|collab_\w+|dynamic_tool_call_(?:request|response)|thread_goal_updated|token_usage_record|sub_agent_activity)$/
const ITEMS_ASIDE =
  /^(?:ghost_snapshot|other|compaction|compaction_summary|context_compaction|agent_message)$/
const LINES_ASIDE = /^(?:compacted|world_state|token_usage_record|inter_agent_communication\w*)$/

function codexRollout(sink: ImportSink): ImportReader {
  const rollout: Rollout = {
    sink,
    tokens: codexTokens(sink),
    began: false,
    hasTask: false,
    prompt: null,
    how: null,
  }
  return {
    value: (value) => {
      const line = asObject(value)
      if (!line) return sink.problem('unknown', 'a line that is no object')
      readLine(rollout, line)
    },
    end: () => sink.end(rollout.how),
  }
}

function readLine(rollout: Rollout, line: JsonObject): void {
  const { sink } = rollout
  const type = asText(line.type)
  const payload = asObject(line.payload)
  const at = asText(line.timestamp)
  // The first versions wrote neither a kind of line nor a payload.
  const isOldStart = type === null && asText(line.id) !== null && line.instructions !== undefined
  if (isOldStart || (type === 'session_meta' && payload)) begin(rollout, payload ?? line)
  if (isOldStart || type === 'session_meta' || line.record_type === 'state') return
  begin(rollout, {})
  const item = type === 'response_item' ? payload : payload ? null : line
  if (item) readItem(rollout, item, at)
  else if (type === 'event_msg' && payload) readEvent(rollout, payload, at)
  else if (type === 'turn_context' && payload)
    sink.know({ model: asText(payload.model), cwd: asText(payload.cwd) })
  else if (type === null || !LINES_ASIDE.test(type)) sink.problem('unknown', `a line of type "${type ?? ''}"`)
}

/** A forked session tells the one before it again, with its own beginning: the first one counts. */
function begin(rollout: Rollout, meta: JsonObject): void {
  if (rollout.began) return
  rollout.began = true
  const id = asText(meta.id) ?? asText(meta.session_id) ?? 'session'
  rollout.sink.begin({ id, agent: 'codex', cwd: asText(meta.cwd) })
}

function readItem(rollout: Rollout, item: JsonObject, at: string | null): void {
  const type = asText(item.type)
  if (type === 'message') readMessage(rollout, item, at)
  else if (type === 'reasoning') {
    const text = contentText(item.summary) || contentText(item.content)
    if (text !== '') rollout.sink.event({ kind: 'thought', text }, at)
  } else readCall(rollout, item, at)
}

function readCall(rollout: Rollout, item: JsonObject, at: string | null): void {
  const { sink } = rollout
  const type = asText(item.type)
  const events = readCodexCall(item) ?? readCodexOutput(item)
  if (events === null) {
    if (type === null || !ITEMS_ASIDE.test(type)) sink.problem('unknown', `an item of type "${type ?? ''}"`)
    return
  }
  Object.assign(rollout, { prompt: null, how: null })
  for (const event of events) sink.event(event, at)
}

function readMessage(rollout: Rollout, item: JsonObject, at: string | null): void {
  const text = contentText(item.content)
  if (text.trim() === '') return
  if (item.role === 'assistant') {
    Object.assign(rollout, { prompt: null, how: 'finished' })
    rollout.sink.event({ kind: 'text', text }, at)
  } else if (item.role === 'user' && !/^\s*(?:<[a-z_]+>|# AGENTS\.md instructions)/.test(text))
    tellPrompt(rollout, text, at)
}

function tellPrompt(rollout: Rollout, text: string, at: string | null): void {
  if (rollout.prompt === text) return
  if (!rollout.hasTask) rollout.sink.know({ task: text })
  Object.assign(rollout, { prompt: text, hasTask: true, how: null })
  rollout.sink.turn(text, at)
}

function readEvent(rollout: Rollout, event: JsonObject, at: string | null): void {
  const type = asText(event.type)
  if (type === 'token_count') rollout.tokens.note(event)
  else if (type === 'user_message') {
    const text = asText(event.message)
    if (text?.trim()) tellPrompt(rollout, text, at)
  } else if (type === 'task_complete' || type === 'turn_complete') {
    if (asObject(event.error)) rollout.how = endOfError(asObject(event.error)?.codex_error_info)
  } else if (type === 'turn_aborted') rollout.how = null
  else if (type === 'error') rollout.how = endOfError(event.codex_error_info)
  else if (type === null || !EVENTS_ASIDE.test(type))
    rollout.sink.problem('unknown', `an event of type "${type ?? ''}"`)
}

function endOfError(info: unknown): ImportedEnd {
  const name = asText(info) ?? ''
  return name === 'usage_limit_exceeded' || name === 'context_window_exceeded' ? 'cut' : null
}
