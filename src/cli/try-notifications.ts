import { randomUUID } from 'node:crypto'
import { channelsOf } from '../core/alerts.ts'
import { testNotice } from '../report/notice.ts'
import { send } from '../runtime/outbox.ts'
import { EXIT, Problem } from '../runtime/problem.ts'
import { openProject } from '../runtime/project.ts'
import type { Call } from './command.ts'
import { type Check, line } from './examine.ts'

/** Sends a test through every configured channel, and says how it went. */
export async function tryNotifications(call: Call): Promise<number> {
  const { config } = await openProject(call.cwd, call.env)
  const settings = config.stagnation.notifications
  const channels = channelsOf(settings)
  if (channels.length === 0)
    throw new Problem(
      EXIT.usage,
      'No notification is configured',
      'Set stagnation.notifications.desktop or stagnation.notifications.webhook.',
    )
  const notice = testNotice(new Date().toISOString())
  const { signal } = new AbortController()
  const outbox = { env: call.env, webhook: settings.webhook, settings, signal }
  const checks = await Promise.all(
    channels.map(async (channel): Promise<Check> => {
      const problem = await send({ channel, notice, delivery: randomUUID() }, outbox)
      const state = problem === null ? 'ok' : 'missing'
      return { name: `notify ${channel}`, state, detail: problem ?? 'a test was sent' }
    }),
  )
  if (call.json) call.out(JSON.stringify(checks))
  else for (const check of checks) call.out(line(check))
  return checks.some(({ state }) => state === 'missing') ? EXIT.environment : EXIT.ok
}
