import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { windowOf } from '../../policy/windows.ts'
import type { Turn } from './scenario.ts'

/** Claude Code's stream-json on standard output, so that whatever reads that one reads this one. */
export interface Stream {
  init(): Promise<void>
  text(text: string): Promise<void>
  tool(call: { name: string; input: object; result: string; is_error: boolean }): Promise<void>
  /** A tool that its host did not let it use. */
  refused(call: { name: string; input: object }): Promise<void>
  limit(resetsAt: number): Promise<void>
  apiError(status: number): Promise<void>
  /** So much of the model's window is used. */
  filled(share: number): Promise<void>
  exhausted(turn: Turn): Promise<void>
  result(text: string, turn: Turn): Promise<void>
  raw(chunk: string | Uint8Array): Promise<void>
}

const MODEL = 'scripted'

type Write = Stream['raw']

/** `raw` is where it goes; a test may listen by itself. */
export function openStream(session: string, raw: Write = toStandardOutput()): Stream {
  const line = (message: object) => raw(`${JSON.stringify({ ...message, session_id: session })}\n`)
  const assistant = (block: object) =>
    line({ type: 'assistant', message: { role: 'assistant', model: MODEL, content: [block] } })
  return {
    raw,
    init: () => line(initMessage()),
    text: (text) => assistant({ type: 'text', text }),
    tool: async ({ name, input, result, is_error }) => {
      const id = `toolu_${randomUUID()}`
      await assistant({ type: 'tool_use', id, name, input })
      const content = [{ type: 'tool_result', tool_use_id: id, content: result, is_error }]
      await line({ type: 'user', message: { role: 'user', content } })
    },
    refused: async ({ name, input }) => {
      const id = `toolu_${randomUUID()}`
      await assistant({ type: 'tool_use', id, name, input })
      await line({ type: 'system', subtype: 'permission_denied', tool_name: name, tool_use_id: id })
      const content = [{ type: 'tool_result', tool_use_id: id, content: 'not allowed', is_error: true }]
      await line({ type: 'user', message: { role: 'user', content } })
    },
    limit: (resetsAt) =>
      line({
        type: 'rate_limit_event',
        rate_limit_info: { status: 'rejected', resetsAt, rateLimitType: 'scripted' },
      }),
    apiError: async (status) => {
      await line({
        type: 'system',
        subtype: 'api_retry',
        attempt: 1,
        retry_delay_ms: 0,
        error_status: status,
        error: 'scripted',
      })
      await line(failedResult(status))
    },
    filled: (share) => {
      const usage = { input_tokens: Math.round(share * windowOf(MODEL)), output_tokens: 0 }
      const message = { id: `msg_${randomUUID()}`, role: 'assistant', model: MODEL, content: [], usage }
      return line({ type: 'assistant', message })
    },
    exhausted: (turn) => line(exhaustedResult(turn)),
    result: (text, turn) => line(resultMessage(text, turn)),
  }
}

function toStandardOutput(): Write {
  // Whoever listened has gone; there is nobody left to tell.
  process.stdout.on('error', () => {})
  return async (chunk) => {
    if (process.stdout.write(chunk) || process.stdout.destroyed) return
    await Promise.race([once(process.stdout, 'drain'), once(process.stdout, 'close')])
  }
}

function initMessage() {
  const shared = {
    type: 'system',
    subtype: 'init',
    cwd: process.cwd(),
    model: MODEL,
    tools: [],
    mcp_servers: [],
  }
  return { ...shared, permissionMode: 'default', apiKeySource: 'none', claude_code_version: 'scripted' }
}

function resultMessage(text: string, turn: Turn) {
  const { input_tokens, output_tokens, cost_usd } = turn.usage
  return {
    type: 'result',
    subtype: 'success',
    is_error: false,
    api_error_status: null,
    num_turns: 1,
    result: text,
    total_cost_usd: cost_usd,
    usage: { input_tokens, output_tokens },
    permission_denials: turn.denials.map((tool_name) => ({ tool_name, tool_input: {} })),
  }
}

/** As Claude Code ends where its window is full and nothing can be left out. */
function exhaustedResult(turn: Turn) {
  const result = 'Prompt is too long'
  return { ...resultMessage(result, turn), is_error: true, terminal_reason: 'prompt_too_long' }
}

function failedResult(status: number) {
  return {
    type: 'result',
    subtype: 'success',
    is_error: true,
    api_error_status: status,
    num_turns: 1,
    result: `scripted API error ${status}`,
    total_cost_usd: 0,
    usage: { input_tokens: 0, output_tokens: 0 },
    permission_denials: [],
  }
}
