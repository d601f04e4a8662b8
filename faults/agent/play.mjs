import { speech } from './speech.mjs'
import { done } from './words.mjs'

const KNOWN = [
  'honest',
  'liar',
  'staller',
  'oscillator',
  'limiter',
  'deleter',
  'rambler',
  'forker',
  'forger',
  'drifter',
  'test-weakener',
]

/** A call that may write plays the fault; planners and reviewers approve. The exit code. */
export async function play(call) {
  if (!KNOWN.includes(call.fault)) {
    console.error(`FAULT is none of ${KNOWN.join(', ')}: ${call.fault}`)
    return 2
  }
  const voice = speech(call)
  const { default: act } = await import(`./faults/${call.fault}.mjs`)
  // A limit is the account's, whoever calls.
  if (call.works || call.fault === 'limiter') return (await act(call, voice)) ?? 0
  voice.begin()
  voice.end(done(call))
  return 0
}

/** Until somebody ends it. */
export function forever() {
  return new Promise(() => setInterval(() => {}, 60_000))
}
