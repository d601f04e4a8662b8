import type { Config } from '../config/schema.ts'

/** The configuration as the log keeps it. The address of a webhook is its key: no more of it than its host is kept. */
export function loggedPolicy(config: Config): Record<string, unknown> {
  const { webhook } = config.stagnation.notifications
  if (webhook === null) return { ...config }
  const notifications = { ...config.stagnation.notifications, webhook: new URL(webhook).origin }
  return { ...config, stagnation: { ...config.stagnation, notifications } }
}
