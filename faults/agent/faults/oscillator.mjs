import { goingOn } from '../words.mjs'
import { commit, HALVES, run, SOURCE, write } from '../work.mjs'

/** A, B, A, B: each call undoes what the last one did, and says honestly that it is not done. */
export default function oscillator(call, voice) {
  voice.begin()
  write(SOURCE, HALVES[call.number % 2])
  voice.tool('npm test', run('npm', 'test'), true)
  commit(call, `Another way, ${call.number}`)
  voice.end(goingOn())
}
