import { EXIT, Problem } from '../../runtime/problem.ts'
import type { Call } from '../command.ts'
import { replayCompare } from './compare.ts'
import { replayTimeline } from './timeline.ts'
import { replayWhatIf } from './whatif.ts'

interface Kind {
  usage: string
  runs: { least: number; most: number }
  /** Of the flags that are not for all of them. */
  flags: string[]
  show(call: Call, runs: string[]): Promise<number>
}

/** Every way to go through a past run. A new one is a file beside these and a line here. */
const kinds: Record<string, Kind> = {
  timeline: { usage: 'timeline [run]', runs: { least: 0, most: 1 }, flags: [], show: replayTimeline },
  whatif: {
    usage: 'whatif [run]',
    runs: { least: 0, most: 1 },
    flags: ['weight', 'threshold', 'without', 'policy', 'set'],
    show: replayWhatIf,
  },
  compare: { usage: 'compare <run> <run>', runs: { least: 2, most: 2 }, flags: [], show: replayCompare },
}

/** What a run did, from its log alone. */
export async function replayRun(call: Call): Promise<number> {
  const [what = '', ...runs] = call.args
  const kind = Object.hasOwn(kinds, what) ? kinds[what] : undefined
  if (!kind) {
    const known = Object.values(kinds).map(({ usage }) => `wiggum replay ${usage}`)
    throw new Problem(EXIT.usage, `There is no replay "${what}"`, `Use: ${known.join(', or ')}.`)
  }
  const { least, most } = kind.runs
  if (runs.length < least || runs.length > most)
    throw new Problem(
      EXIT.usage,
      `${runs.length > most ? 'Those are too many runs' : 'Name two runs'}`,
      `Use: wiggum replay ${kind.usage}.`,
    )
  refuseOthers(call, what, kind)
  return kind.show(call, runs)
}

function refuseOthers({ options }: Call, what: string, { flags }: Kind): void {
  const foreign = Object.keys(options).filter((name) => name !== 'json' && !flags.includes(name))
  if (foreign.length === 0) return
  const owner = Object.entries(kinds).find(([, kind]) => kind.flags.includes(foreign[0]!))?.[0]
  throw new Problem(
    EXIT.usage,
    `--${foreign[0]} is not for replay ${what}`,
    `It is for: wiggum replay ${owner}.`,
  )
}
