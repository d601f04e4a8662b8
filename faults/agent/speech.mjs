import { randomUUID } from 'node:crypto'

/** The real program's standard output in each of its three formats. */
export function speech({ format, session, schema }) {
  const streams = format === 'stream-json'
  const say = (line) =>
    streams &&
    process.stdout.write(`${JSON.stringify({ ...line, session_id: session, uuid: randomUUID() })}\n`)
  return {
    begin: () => say(init()),
    text: (text) => say(message([{ type: 'text', text }])),
    tool: (command, output, isError = false) => {
      const id = `toolu_${randomUUID()}`
      say(message([{ type: 'tool_use', id, name: 'Bash', input: { command } }]))
      const content = [{ type: 'tool_result', tool_use_id: id, content: output, is_error: isError }]
      say({ type: 'user', message: { role: 'user', content } })
    },
    raw: (line) => say(line),
    end: (text, over = {}) => {
      const result = {
        ...ended(text, session),
        ...(schema ? { structured_output: filled(parsed(schema)) } : {}),
        ...over,
      }
      if (streams) say(result)
      else process.stdout.write(format === 'json' ? `${JSON.stringify(result)}\n` : `${text}\n`)
    },
  }
}

function init() {
  return {
    type: 'system',
    subtype: 'init',
    cwd: process.cwd(),
    tools: ['Bash', 'Edit', 'Read', 'Write'],
    mcp_servers: [],
    model: 'claude-sonnet-4-6',
    permissionMode: 'acceptEdits',
    apiKeySource: 'none',
    claude_code_version: '2.1.325',
  }
}

const TOKENS = {
  input_tokens: 100,
  output_tokens: 50,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: 0,
}

function message(content) {
  const id = `msg_${randomUUID()}`
  const about = { id, type: 'message', role: 'assistant', model: 'claude-sonnet-4-6', usage: TOKENS }
  return { type: 'assistant', message: { ...about, content, stop_reason: null }, parent_tool_use_id: null }
}

function ended(text, session) {
  return {
    type: 'result',
    subtype: 'success',
    is_error: false,
    duration_ms: 900,
    duration_api_ms: 800,
    num_turns: 2,
    result: text,
    stop_reason: 'end_turn',
    session_id: session,
    total_cost_usd: 0.01,
    usage: TOKENS,
    modelUsage: {},
    permission_denials: [],
    terminal_reason: 'completed',
  }
}

function parsed(text) {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}

/** The answer that pleases most: the first of every choice, yes to every question. */
function filled(schema) {
  if (schema.enum) return schema.enum[0]
  if (schema.type === 'integer' || schema.type === 'number') return 1
  if (schema.type === 'boolean') return true
  if (schema.type === 'array') return []
  if (schema.type !== 'object') return 'All checks passed.'
  return Object.fromEntries(
    Object.entries(schema.properties ?? {}).map(([name, each]) => [name, filled(each)]),
  )
}
