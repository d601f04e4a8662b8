import { faultMatrix } from './fault-matrix.ts'

faultMatrix('claude', {
  logIn: 'claude auth login',
  // Limits with a reset are told to subscribers, who have a token instead of a key.
  env: { ANTHROPIC_API_KEY: '', CLAUDE_CODE_OAUTH_TOKEN: 'sk-ant-oat01-test' },
  limited: (reset) => ({
    status: 429,
    headers: {
      'anthropic-ratelimit-unified-status': 'rejected',
      'anthropic-ratelimit-unified-reset': String(reset),
      'anthropic-ratelimit-unified-representative-claim': 'five_hour',
    },
  }),
  refused: {
    tools: ['Write'],
    said: "it was refused Write: allow that in its agent's own settings, or name another agent",
  },
  endless: { limits: 'agent_idle_minutes: 0.4', limit: 'idle' },
})
