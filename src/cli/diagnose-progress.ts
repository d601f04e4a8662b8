import { bytesWords } from '../report/bytes.ts'
import { duration, plural } from '../report/words.ts'
import { fitLine } from './fit-line.ts'
import { printError } from './print.ts'

const REDRAW_MS = 150

export interface Progress {
  file(done: number): void
  run(): void
  close(): void
}

/** How far it is, on a terminal only and beside the output: a line that is gone in the end. */
export function progressOf(files: { bytes: number }[]): Progress {
  const began = Date.now()
  let [done, runs, drawn] = [0, 0, 0]
  const isTerminal = process.stderr.isTTY === true
  const all = files.reduce((sum, { bytes }) => sum + bytes, 0)
  const erase = () => {
    if (drawn > 0) printError('\r\x1b[2K')
  }
  const draw = () => {
    const now = Date.now()
    if (!isTerminal || now - drawn < REDRAW_MS || now - began < REDRAW_MS) return
    drawn = now
    const read = files.slice(0, done).reduce((sum, { bytes }) => sum + bytes, 0)
    const parts = [
      // Within a file nobody knows how far it is.
      ...(files.length > 1
        ? [`${done} of ${plural(files.length, 'file')}`, `${bytesWords(read)} of ${bytesWords(all)}`]
        : [bytesWords(all)]),
      plural(runs, 'run'),
      duration(now - began),
    ]
    printError(`\r\x1b[2K${fitLine(`reading: ${parts.join(', ')}`)}`)
  }
  return {
    file: (count) => {
      done = count
      draw()
    },
    run: () => {
      runs += 1
      draw()
    },
    close: erase,
  }
}
