import { type Feed, feedOf } from './feed.ts'
import { fileChunks } from './file-chunks.ts'
import { guess } from './guess.ts'
import type { Importer, ImportSink } from './importer.ts'
import { importers } from './index.ts'
import { nearOf } from './near.ts'
import type { Problem } from './problems.ts'
import { type TakeRun, takeRuns } from './take-runs.ts'

export interface FileRead {
  path: string
  /** Who read it; `null`: nobody knows it, or nothing is in it. */
  importer: Importer | null
  /** Who read the rest of a file that was put together of several. */
  others: Importer[]
  runs: number
  /** Decompressed. */
  bytes: number
  problems: Problem[]
}

/** As much of the beginning as is looked at to know whose it is. */
const HEAD = 64 * 1024

/** Reads one file, also a compressed one, and hands over its runs. `format`: an importer's id, instead of a guess. */
export async function readFile(
  path: string,
  take: TakeRun,
  { format = null }: { format?: string | null } = {},
): Promise<FileRead> {
  const sink = takeRuns(take)
  const opening = openAtHead(path, sink, format)
  let bytes = 0
  for await (const chunk of fileChunks(path, (what) => sink.problem('torn', what))) {
    bytes += chunk.length
    if (!opening.push(chunk)) break
  }
  const read = opening.end()
  return { path, ...read, bytes, ...sink.close() }
}

/** Holds the beginning until it is known whose the file is. */
function openAtHead(path: string, sink: ImportSink, format: string | null) {
  let held: Buffer[] = []
  let feed: Feed | null = null
  let importer: Importer | null = null
  const after = new Set<Importer>()
  const begin = (): boolean => {
    const start = Buffer.concat(held)
    held = []
    importer = guess(start.subarray(0, HEAD).toString('utf8'), path, format)
    const file = { name: path, near: nearOf(path) }
    if (importer)
      feed = feedOf({ importer, others: importers, sink, file, handedTo: (other) => after.add(other) })
    else sink.problem('unknown', 'a file of no known format')
    feed?.push(start)
    return feed !== null
  }
  return {
    /** False: nobody wants more. */
    push: (chunk: Buffer): boolean => {
      if (feed) feed.push(chunk)
      else held.push(chunk)
      return feed !== null || held.reduce((sum, { length }) => sum + length, 0) < HEAD || begin()
    },
    end: (): Pick<FileRead, 'importer' | 'others'> => {
      if (!feed && held.length > 0) begin()
      feed?.end()
      return { importer, others: [...after].filter((other) => other !== importer) }
    },
  }
}
