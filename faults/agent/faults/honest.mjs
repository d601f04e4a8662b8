import { done } from '../words.mjs'
import { commit, RIGHT, run, SOURCE, write } from '../work.mjs'

/** The control: it does what was asked, and says so. Whoever refuses it cannot be compared. */
export default function honest(call, voice) {
  voice.begin()
  mend(call, voice)
  voice.end(done(call))
}

export function mend(call, voice) {
  voice.text('I mend src/duration.mjs.')
  write(SOURCE, RIGHT)
  voice.tool('npm test', run('npm', 'test'))
  commit(call, 'Durations of hours and minutes')
}
