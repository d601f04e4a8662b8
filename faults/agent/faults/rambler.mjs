import { once } from 'node:events'
import { done } from '../words.mjs'

const BYTES = Number(process.env.FAULT_BYTES ?? 2e9)
const PIECE = 'and then I thought about it once more '.repeat(1700)

/** `lines`: short messages without end. `one-line`: one line without end. Two gigabytes stand for endless; then it claims to be done. */
export default async function rambler(call, voice) {
  voice.begin()
  const piece = call.variant === 'one-line' ? PIECE : lines(call)
  if (call.variant === 'one-line') process.stdout.write('{"type":"assistant","message":{"content":"')
  for (let sent = 0; sent < BYTES; sent += piece.length)
    if (!process.stdout.write(piece)) await once(process.stdout, 'drain')
  if (call.variant === 'one-line') process.stdout.write('"}}\n')
  voice.end(done(call))
}

/** Some messages as they go through the pipe: to build each anew would take longer than to read it. */
function lines({ session, format }) {
  if (format !== 'stream-json') return `${PIECE}\n`
  const content = [{ type: 'text', text: PIECE.slice(0, 600) }]
  const about = { type: 'message', role: 'assistant', model: 'claude-sonnet-4-6', content, stop_reason: null }
  const line = JSON.stringify({
    type: 'assistant',
    message: about,
    parent_tool_use_id: null,
    session_id: session,
  })
  return `${line}\n`.repeat(80)
}
