import { createHash } from 'node:crypto'
import type { Channel } from '../../core/alerts.ts'
import type { RunState } from '../../core/state.ts'
import { notifications } from '../../policy/notifications.ts'
import { alertNotice } from '../../report/notice.ts'
import { effect, type RunContext, record } from '../context.ts'

/** Tells somebody, beside everything else. What comes of it is in the log and changes nothing. */
export async function performNotify(
  context: RunContext,
  { channel, pass }: { channel: Channel; pass: number },
): Promise<void> {
  const { outside, state, env, webhook, config } = context
  const stopped = context.abort.signal
  const alert = state.alerts.find((each) => each.pass === pass)!
  const delivery = deliveryOf(state, pass)
  const parcel = { channel, notice: alertNotice(state, alert), delivery }
  const late = lateStop(stopped)
  const settings = config.stagnation.notifications
  const problem = await effect(context, `notify:${channel}`, () =>
    outside.send(parcel, { env, webhook, settings, signal: late.signal }),
  )
  late.done()
  // Cut off in the middle: whoever goes on with the run sends it again, under the same id.
  if (problem !== null && stopped.aborted && stopped.reason !== 'finish') return
  record(context, {
    type: 'notification.sent',
    parent: [alert.seq],
    data: { pass, channel, delivery, ok: problem === null, problem },
  })
}

/** The same whenever it is sent, and no other run's. */
function deliveryOf({ runId, startedAt, start }: RunState, pass: number): string {
  const what = [runId, startedAt, start?.base, pass].join('\n')
  return createHash('sha256').update(what).digest('hex').slice(0, 32)
}

/** A run that ends leaves a moment for what is under way; one that is stopped does not. */
function lateStop(stopped: AbortSignal): { signal: AbortSignal; done(): void } {
  const late = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const stop = () => {
    timer = setTimeout(() => late.abort(), stopped.reason === 'finish' ? notifications.graceMs : 0)
  }
  if (stopped.aborted) stop()
  stopped.addEventListener('abort', stop, { once: true })
  const done = () => {
    clearTimeout(timer)
    stopped.removeEventListener('abort', stop)
  }
  return { signal: late.signal, done }
}
