import type { Config } from '../config/schema.ts'
import { cleanText } from '../contracts/clean-text.ts'
import type { Channel } from '../core/alerts.ts'
import type { Notice } from '../report/notice.ts'
import { learnSecret, learnSecrets } from '../secrets/known.ts'
import { hideInView } from '../secrets/view.ts'

export interface Parcel {
  channel: Channel
  notice: Notice
  delivery: string
}

export interface Outbox {
  env: Record<string, string | undefined>
  /** Not the log's: that one holds no more than its host. */
  webhook: string | null
  settings: Config['stagnation']['notifications']
  signal: AbortSignal
}

const MAX_LINE = 500

/** Sends it, and takes nothing down with it. `null`: sent; else one sentence on what was in the way. */
export async function send(parcel: Parcel, outbox: Outbox): Promise<string | null> {
  const { env, webhook } = outbox
  learnSecrets(env)
  if (webhook !== null) learnSecret('the address of the webhook', webhook)
  const safe = (text: string) => cleanText(hideInView(cleanText(text, 4 * MAX_LINE)), MAX_LINE)
  try {
    const notice = safely(parcel.notice, safe)
    const problem = await carriers[parcel.channel]({ ...parcel, notice }, outbox)
    return problem === null ? null : safe(problem)
  } catch (error) {
    return safe(error instanceof Error ? error.message : String(error))
  }
}

const carriers: Record<Channel, (parcel: Parcel, outbox: Outbox) => Promise<string | null>> = {
  desktop: async ({ notice }, { env, signal }) => {
    const { showOnDesktop } = await import('../exporters/desktop.ts')
    return showOnDesktop(notice, { env, signal })
  },
  webhook: async ({ notice, delivery }, { env, webhook, settings, signal }) => {
    if (webhook === null) return 'the address of the webhook is no longer in the configuration'
    const { sendWebhook } = await import('../exporters/webhook.ts')
    const secret = env.WIGGUM_WEBHOOK_SECRET || null
    const format = settings.webhook_format ?? 'auto'
    return sendWebhook(notice, { address: webhook, format, secret, delivery, signal })
  },
}

function safely(notice: Notice, safe: (text: string) => string): Notice {
  const { title, lines, data } = notice
  const value = (each: Notice['data'][string]) => {
    if (typeof each === 'number') return each
    return typeof each === 'string' ? safe(each) : each.map(safe)
  }
  const safeData = Object.fromEntries(Object.entries(data).map(([key, each]) => [key, value(each)]))
  return { ...notice, title: safe(title), lines: lines.map(safe), data: safeData }
}
