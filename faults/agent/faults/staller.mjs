import { forever } from '../play.mjs'
import { done } from '../words.mjs'
import { mend } from './honest.mjs'

/** `start`: silent for ever after its first line. `end`: does the work, gives its result, and does not exit. */
export default async function staller(call, voice) {
  voice.begin()
  if (call.variant === 'end') {
    mend(call, voice)
    voice.end(done(call))
  }
  await forever()
}
