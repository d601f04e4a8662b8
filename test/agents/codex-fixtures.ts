/** `codex exec --json` and Codex's record of a conversation, in the shapes they were seen in (0.166). */

export const session = '01a1df49-ed4f-7022-aacd-36e78f4cd727'
/** The first 48 bits of the id are the instant it began at. */
export const dayOfSession = ['2026', '11', '15']

export const started = { type: 'thread.started', thread_id: session }

export const item = (when: 'started' | 'updated' | 'completed', fields: object) => ({
  type: `item.${when}`,
  item: { id: 'item_1', ...fields },
})

const command = { type: 'command_execution', command: "/bin/bash -lc 'npm test'" }
export const commandStarts = item('started', {
  ...command,
  aggregated_output: '',
  exit_code: null,
  status: 'in_progress',
})
export const commandEnds = (exit_code: number, status: string) =>
  item('completed', { ...command, aggregated_output: '1 failed\n', exit_code, status })

export const says = (text: string) => ({
  type: 'item.completed',
  item: { id: 'item_9', type: 'agent_message', text },
})

export const completed = {
  type: 'turn.completed',
  usage: { input_tokens: 300, cached_input_tokens: 200, output_tokens: 60, reasoning_output_tokens: 0 },
}

export const complains = (message: string) => ({ type: 'error', message })
export const failed = (message: string) => ({ type: 'turn.failed', error: { message } })

const record = (type: string, payload: object) => ({ timestamp: '2026-11-15T12:00:00Z', type, payload })

export const recorded = {
  conversation: record('response_item', {
    type: 'message',
    content: 'task_complete "event_msg" token_count',
  }),
  turnStarts: record('event_msg', { type: 'task_started', model_context_window: 258_400 }),
  tokens: (input_tokens: number, output_tokens: number, rate_limits: object = {}) =>
    record('event_msg', {
      type: 'token_count',
      info: { total_token_usage: { input_tokens, output_tokens }, model_context_window: 258_400 },
      rate_limits,
    }),
  limits: (rate_limits: object) => record('event_msg', { type: 'token_count', info: null, rate_limits }),
  turnEnds: record('event_msg', { type: 'task_complete', last_agent_message: 'Done.' }),
  turnFails: (codex_error_info: unknown, message = 'no good') =>
    record('event_msg', { type: 'task_complete', error: { message, codex_error_info } }),
}
