import { EXIT, Problem } from '../../runtime/problem.ts'
import type { Call } from '../command.ts'
import { replayTimeline } from './timeline.ts'

interface Kind {
  usage: string
  most: number
  show(call: Call, runs: string[]): Promise<number>
}

/** Every way to go through a past run. A new one is a file beside these and a line here. */
const kinds: Record<string, Kind> = {
  timeline: { usage: 'timeline [run]', most: 1, show: replayTimeline },
}

/** What a run did, from its log alone. */
export async function replayRun(call: Call): Promise<number> {
  const [what = '', ...runs] = call.args
  const kind = Object.hasOwn(kinds, what) ? kinds[what] : undefined
  if (!kind) {
    const known = Object.values(kinds).map(({ usage }) => `wiggum replay ${usage}`)
    throw new Problem(EXIT.usage, `There is no replay "${what}"`, `Use: ${known.join(', or ')}.`)
  }
  if (runs.length > kind.most)
    throw new Problem(EXIT.usage, 'Those are too many runs', `Use: wiggum replay ${kind.usage}.`)
  return kind.show(call, runs)
}
