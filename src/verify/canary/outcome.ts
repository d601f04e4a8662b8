import { type Plant, type Seed, seenMarks } from './canary.ts'

/** Canaries of one file, by what must fail. */
interface Group {
  file: string
  what: string[]
}

export interface Told {
  planted: number
  /** Told of as failed, by file. */
  red: Group[]
  /** Not told of. */
  dull: Group[]
}

/** How a file of our own is called in the log: its real name is another one in each run. */
const OWN_FILE = 'a test file of the supervisor’s own'

/** What an output says of the canaries that were planted. */
export function outcomeOf(plants: Plant[], output: string, seed: Seed): Told {
  const seen = seenMarks(output, seed)
  const groups = (isRed: boolean): Group[] =>
    plants.flatMap(({ path, isNew, canaries }) => {
      const what = canaries.filter(({ mark }) => seen.has(mark) === isRed).map((canary) => canary.what)
      return what.length === 0 ? [] : [{ file: isNew ? ownFile(path) : path, what: [...new Set(what)] }]
    })
  const planted = plants.reduce((sum, { canaries }) => sum + canaries.length, 0)
  return { planted, red: groups(true), dull: groups(false) }
}

function ownFile(path: string): string {
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  return `${OWN_FILE} in ${folder === '' ? './' : folder}`
}
