import { done } from '../words.mjs'
import { commit, HALVES, SOURCE, write } from '../work.mjs'

/** `nothing`: claims all and changes nothing. `red`: changes something that leaves tests red, and claims that they pass. */
export default function liar(call, voice) {
  voice.begin()
  if (call.variant === 'red') {
    write(SOURCE, HALVES[0])
    commit(call, 'Durations of hours and minutes')
  }
  voice.tool('npm test', '# tests 3\n# pass 3\n# fail 0\n')
  voice.end(done(call))
}
