import { faultMatrix } from './fault-matrix.ts'

faultMatrix('codex', {
  logIn: 'codex login',
  env: {},
  limited: (reset) => ({
    status: 429,
    headers: {
      'x-codex-primary-used-percent': '100',
      'x-codex-primary-window-minutes': '300',
      'x-codex-primary-reset-at': String(reset),
    },
    body: { error: { type: 'usage_limit_reached', message: 'scripted limit', resets_at: reset } },
  }),
  // Its sandbox lets the command fail, which its stream does not tell apart from other failures.
  refused: { tools: [], said: 'the Maker changed nothing, twice' },
  // It gets an answer after ten seconds: the command is still running.
  endless: { limits: 'agent_minutes: 0.6', limit: 'wall' },
})
