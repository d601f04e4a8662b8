import type { FeedWish } from './feed.ts'
import type { Importer, ImportReader, ImportSink } from './importer.ts'
import { parseText } from './json-text.ts'

/** Enough of a line to know whose it is. */
const HEAD = 64 * 1024

/** Reads lines; one that the importer does not know may be another's, in a file that was put together of several. */
export function readLines({ importer, others, sink, file, handedTo }: FeedWish) {
  let unknown: string[] = []
  // What nobody knows is told when all were asked.
  const asking: ImportSink = {
    ...sink,
    problem: (kind, what) => {
      if (kind === 'unknown') unknown.push(what)
      else sink.problem(kind, what)
    },
  }
  const openOf = (of: Importer): ImportReader => of.open(asking, file)
  let current = importer
  let reader = openOf(current)

  const handOver = (line: string, value: unknown) => {
    const other = others.find((each) => each !== current && isTheirs(each, line))
    if (!other) return
    reader.end()
    sink.end(null)
    current = other
    handedTo(other)
    reader = openOf(other)
    unknown = []
    reader.value(value, '')
  }
  const tell = () => {
    for (const what of unknown) sink.problem('unknown', what)
    unknown = []
  }
  return {
    line: (text: string) => {
      if (text === '' || text.trim() === '') return
      const parsed = parseText(text)
      if (!parsed.ok) return sink.problem('torn', `a line that is ${parsed.why}`)
      reader.value(parsed.value, '')
      if (unknown.length === 0) return
      handOver(text, parsed.value)
      tell()
    },
    end: () => {
      reader.end()
      tell()
    },
  }
}

function isTheirs(importer: Importer, line: string): boolean {
  return importer.shape.kind === 'lines' && importer.recognises(line.slice(0, HEAD), '')
}
