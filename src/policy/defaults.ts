/** What a run uses where the user's configuration is silent. Data only; `config/schema.ts` says what is allowed. */

const TIERS = ['haiku', 'sonnet', 'opus']

export const defaults = {
  workflow: 'auto',
  strategy: 'auto',
  domain: 'code',
  sandbox: 'auto',
  tiers: TIERS,
  verify: { timeout_minutes: 10 },
  metering: false,
  limits: { agent_idle_minutes: 5, agent_minutes: 30 },
  stagnation: {
    threshold: 3,
    action: 'pause',
    signals: {
      no_file_changes: true,
      repeated_errors: true,
      task_timeout_iterations: 5,
      completion_without_evidence: true,
    },
    escalation: { enabled: true, model_progression: TIERS },
    notifications: { desktop: true, webhook_format: 'auto' },
  },
  loop: { default_active: true, max_passes: 5, checkpoint_interval_minutes: 360 },
  live: { verify: true, review: 'self', self_launch: false, protect: true },
  context: { checkpoint_at: 0.8, clear_at: 0.9 },
  checkpoint: { minutes: 45, tasks: 3, push: false },
  git: { merge: 'no-ff', branch_prefix: 'wiggum/', isolation: 'clone' },
  gate: 'ask',
  memory: { enabled: true, max_lessons: 10, decay_after_runs: 10 },
} as const
