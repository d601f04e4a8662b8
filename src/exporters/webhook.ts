import { setTimeout as sleep } from 'node:timers/promises'
import { notifications } from '../policy/notifications.ts'
import type { Notice } from '../report/notice.ts'
import { VERSION } from '../version.ts'
import type { Resolve } from './post.ts'
import { type Format, formatFor, webhookBody } from './webhook-body.ts'
import { webhookHeaders } from './webhook-signature.ts'
import { type Tried, tryOnce } from './webhook-try.ts'

export interface Webhook {
  address: string
  format: Format | 'auto'
  secret: string | null
  /** The same for every try. */
  delivery: string
  /** Ends it early. */
  signal: AbortSignal
  /** Tests are impatient, and know other names. */
  tryMs?: number
  waitsMs?: readonly number[]
  resolve?: Resolve
}

/** Tells it to a receiver, as often as it takes and is allowed. `null`: told; else what was in the way. */
export async function sendWebhook(notice: Notice, webhook: Webhook): Promise<string | null> {
  const { signal, waitsMs = notifications.waitsMs } = webhook
  const url = new URL(webhook.address)
  const body = webhookBody(notice, formatFor(url, webhook.format))
  for (let tries = 1; ; tries++) {
    const tried = await timed(webhook, { url, body })
    if (tried.ok) return null
    if (signal.aborted) return `${tried.problem}, and the run ended`
    if (!tried.again) return tried.problem
    if (tries === notifications.tries) return `${tried.problem}; tried ${tries} times`
    await pause(Math.min(tried.afterMs ?? waitsMs[tries - 1] ?? 0, notifications.longestWaitMs), signal)
  }
}

async function timed(webhook: Webhook, { url, body }: { url: URL; body: string }): Promise<Tried> {
  const { delivery: id, secret, signal, resolve, tryMs = notifications.tryMs } = webhook
  const timestamp = Math.floor(Date.now() / 1000)
  const headers = {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    'user-agent': `wiggum/${VERSION}`,
    ...webhookHeaders({ id, timestamp, body }, secret),
  }
  const limit = new AbortController()
  const stop = () => limit.abort()
  const timer = setTimeout(stop, tryMs)
  if (signal.aborted) stop()
  signal.addEventListener('abort', stop, { once: true })
  try {
    return await tryOnce({ url, headers, body, signal: limit.signal, resolve })
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
  }
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  // Woken early, it tries no more: the signal says so.
  await sleep(ms, undefined, { signal }).catch(() => {})
}
