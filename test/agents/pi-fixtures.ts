/** `pi --mode json`, in the shapes it was seen in (0.73), cut down to the fields that matter. */

export const session = { type: 'session', version: 3, id: 'session-1', cwd: '/w' }

const nothing = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, totalTokens: 0, cost: { total: 0 } }

export const usage = {
  input: 90,
  output: 20,
  cacheRead: 10,
  cacheWrite: 0,
  totalTokens: 120,
  cost: { total: 0.6 },
}

export const answer = (content: object[], changes: object = {}) => ({
  type: 'message_end',
  message: { role: 'assistant', content, usage, stopReason: 'stop', ...changes },
})

export const failure = (errorMessage: string, changes: object = {}) =>
  answer([], { usage: nothing, stopReason: 'error', errorMessage, ...changes })

export const text = (words: string) => ({ type: 'text', text: words })
export const call = { type: 'toolCall', id: 'call_1', name: 'bash', arguments: { command: 'npm test' } }

export const toolStarts = {
  type: 'tool_execution_start',
  toolCallId: 'call_1',
  toolName: 'bash',
  args: { command: 'npm test' },
}
export const toolEnds = (isError: boolean, words: string) => ({
  type: 'tool_execution_end',
  toolCallId: 'call_1',
  toolName: 'bash',
  result: { content: [{ type: 'text', text: words }] },
  isError,
})

export const ends = { type: 'agent_end', messages: [] }

export const retries = (errorMessage: string) => ({
  type: 'auto_retry_start',
  attempt: 1,
  maxAttempts: 3,
  delayMs: 2000,
  errorMessage,
})
export const givesUp = { type: 'auto_retry_end', success: false, attempt: 3, finalError: 'x' }
