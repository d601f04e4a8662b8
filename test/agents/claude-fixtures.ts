/** Claude Code's stream in the shapes it was seen in, cut down to the fields that matter. */

const session_id = 'session-1'

const init = {
  type: 'system',
  subtype: 'init',
  cwd: '/home/user/repo',
  session_id,
  tools: ['Bash'],
  model: 'claude-opus-4-8[1m]',
  permissionMode: 'acceptEdits',
  claude_code_version: '2.1.197',
}

export const assistant = (content: object[]) => ({
  type: 'assistant',
  message: {
    id: 'msg_1',
    role: 'assistant',
    model: 'claude-opus-4-8',
    content,
    // The output is a placeholder, always 1.
    usage: { input_tokens: 90, cache_read_input_tokens: 10, output_tokens: 1 },
  },
  parent_tool_use_id: null,
  session_id,
})

export const user = (content: object[]) => ({ type: 'user', message: { role: 'user', content }, session_id })

export const retry = (error_status: number | null, error: string) => ({
  type: 'system',
  subtype: 'api_retry',
  attempt: 1,
  max_retries: 1,
  retry_delay_ms: 1000,
  error_status,
  error,
  session_id,
})

export const syntheticError = (error: string) => ({
  ...assistant([{ type: 'text', text: 'API Error' }]),
  error,
})

export const denied = (tool_name: string, tool_use_id: string) => ({
  type: 'system',
  subtype: 'permission_denied',
  tool_name,
  tool_use_id,
  decision_reason_type: 'workingDir',
  message: 'not granted',
  session_id,
})

export const rateLimit = (rate_limit_info: object) => ({
  type: 'rate_limit_event',
  rate_limit_info,
  session_id,
})

export const result = (changes: object) => ({
  type: 'result',
  subtype: 'success',
  is_error: false,
  api_error_status: null,
  num_turns: 2,
  result: 'Written.',
  session_id,
  total_cost_usd: 0.002,
  usage: {
    input_tokens: 200,
    cache_creation_input_tokens: 10,
    cache_read_input_tokens: 5,
    output_tokens: 40,
  },
  permission_denials: [],
  terminal_reason: 'completed',
  ...changes,
})

export const writesFile = [
  init,
  assistant([{ type: 'text', text: 'I will write it.' }]),
  assistant([
    { type: 'tool_use', id: 'toolu_1', name: 'Write', input: { file_path: 'a.txt', content: 'hi' } },
  ]),
  user([{ tool_use_id: 'toolu_1', type: 'tool_result', content: 'File created' }]),
  assistant([{ type: 'text', text: 'Written.' }]),
  result({}),
]

const nothingSpent = {
  total_cost_usd: 0,
  usage: { input_tokens: 0, cache_creation_input_tokens: 0, cache_read_input_tokens: 0, output_tokens: 0 },
  modelUsage: {},
}

export const apiError = (status: number, code: string) => [
  init,
  retry(status, code),
  syntheticError(code),
  result({ ...nothingSpent, is_error: true, api_error_status: status, result: `API Error: ${status}` }),
]

export const interrupted = [
  init,
  user([{ type: 'text', text: '[Request interrupted by user]' }]),
  result({
    ...nothingSpent,
    subtype: 'error_during_execution',
    is_error: true,
    result: undefined,
    terminal_reason: 'aborted_streaming',
    errors: ['[diagnostic] stop'],
  }),
]

export const hookNoise = [
  { type: 'system', subtype: 'hook_started', hook_name: 'Stop', session_id },
  { type: 'system', subtype: 'hook_response', hook_name: 'Stop', output: '{"decision":"block"}', session_id },
  { ...user([{ type: 'text', text: 'Stop hook feedback:\nkeep going' }]), isSynthetic: true },
  { type: 'system', subtype: 'notification', key: 'stop-hook-error', text: 'Stop hook error', session_id },
  { type: 'system', subtype: 'informational', content: 'A hook blocked the turn', session_id },
]
