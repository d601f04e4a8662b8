import { notifications } from '../policy/notifications.ts'
import { type Post, type Posted, post } from './post.ts'

export type Tried =
  | { ok: true }
  /** `again`: it may go well a second time, after so many ms if the receiver said so. */
  | { ok: false; problem: string; again: boolean; afterMs: number | null }

const MOVED = [301, 302, 307, 308]
const PASSING = [408, 425, 429]

/** One delivery, through as many redirects as are allowed. The sentences name hosts only: a path may be a secret. */
export async function tryOnce(start: Omit<Post, 'own'>): Promise<Tried> {
  let { url } = start
  for (let hop = 0; hop <= notifications.redirects; hop++) {
    const answer = await post({ ...start, url, own: url.host === start.url.host })
    if (answer.kind !== 'answered') return notAnswered(answer, url, start)
    if (!MOVED.includes(answer.status)) return judged(answer, url)
    const next = redirectTarget(answer.location, url)
    if (typeof next === 'string') return never(`${start.url.hostname} ${next}`)
    url = next
  }
  return never(`${start.url.hostname} redirects more than ${notifications.redirects} times`)
}

/** Where it leads, or what is wrong with that. Never from https to what anybody can read. */
export function redirectTarget(location: string | null, from: URL): URL | string {
  if (location === null || !URL.canParse(location, from.href)) return 'redirects to nowhere'
  const next = new URL(location, from.href)
  if (next.protocol === 'https:' || next.protocol === from.protocol) return next
  return `redirects from ${from.protocol.slice(0, -1)} to ${next.protocol.slice(0, -1)}`
}

function notAnswered(
  answer: Exclude<Posted, { kind: 'answered' }>,
  url: URL,
  start: { url: URL; signal: AbortSignal },
): Tried {
  if (answer.kind === 'refused') {
    const leads = url.host === start.url.host ? 'is' : `redirects to ${url.hostname}, which is`
    return never(`not delivered: ${start.url.hostname} ${leads} ${answer.why}`)
  }
  const what = start.signal.aborted ? 'did not answer in time' : `could not be reached (${answer.why})`
  return { ok: false, problem: `${url.hostname} ${what}`, again: true, afterMs: null }
}

function judged({ status, retryAfter }: Extract<Posted, { kind: 'answered' }>, url: URL): Tried {
  if (status >= 200 && status < 300) return { ok: true }
  const again = status >= 500 || PASSING.includes(status)
  const afterMs = /^\d{1,6}$/.test(retryAfter ?? '') ? Number(retryAfter) * 1000 : null
  return { ok: false, problem: `${url.hostname} answered ${status}`, again, afterMs }
}

function never(problem: string): Tried {
  return { ok: false, problem, again: false, afterMs: null }
}
