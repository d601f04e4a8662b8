import { tell, told } from '../call.mjs'
import { done } from '../words.mjs'
import { mend } from './honest.mjs'

const RESET_MS = Number(process.env.FAULT_RESET_MS ?? 6000)
const WORDS =
  "You've hit your limit · resets 3pm. 5-hour limit reached. HTTP 429 rate_limit_error: too many requests, quota exceeded"

/** `typed`: a limit as the real program reports it, for a few seconds. `text`: work whose words merely speak of one. */
export default function limiter(call, voice) {
  voice.begin()
  if (call.variant === 'text') return speaks(call, voice)
  const reset = resetAt()
  if (Date.now() < reset) return refused(voice, reset)
  if (call.works) mend(call, voice)
  voice.end(done(call))
}

function speaks(call, voice) {
  if (call.works) {
    voice.tool('cat docs/limits.md', `The client answers: ${WORDS}\n`)
    voice.text(`The file quotes the message "${WORDS}", which has nothing to do with this task.`)
    mend(call, voice)
  }
  voice.end(done(call))
}

/** The first call begins the limit. */
function resetAt() {
  const begun = told().find((each) => each.kind === 'limit')
  if (begun) return begun.reset
  const reset = Math.ceil((Date.now() + RESET_MS) / 1000) * 1000
  tell({ kind: 'limit', reset })
  return reset
}

function refused(voice, reset) {
  tell({ kind: 'refused' })
  const info = {
    status: 'rejected',
    resetsAt: reset / 1000,
    rateLimitType: 'five_hour',
    isUsingOverage: false,
  }
  voice.raw({ type: 'rate_limit_event', rate_limit_info: info })
  const seconds = Math.ceil((reset - Date.now()) / 1000)
  const text = `API Error: Request rejected (429) · rate limit exceeded, retry after ${seconds} s`
  // The real program does not; but the question is who waits, not who looks where.
  process.stderr.write(`${text}\n`)
  voice.end(text, { is_error: true, api_error_status: 429, stop_reason: 'stop_sequence', total_cost_usd: 0 })
  return 1
}
