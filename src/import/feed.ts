import { createLineSplitter } from '../runtime/line-splitter.ts'
import { createDocumentScanner } from './document-scanner.ts'
import type { Importer, ImportFile, ImportSink } from './importer.ts'
import { parseText } from './json-text.ts'
import { readLines } from './read-lines.ts'

/** Takes a file's bytes as they come. */
export interface Feed {
  push(chunk: Buffer): void
  end(): void
}

export interface FeedWish {
  importer: Importer
  /** Who may be asked about a line that is none of this one's. */
  others: readonly Importer[]
  sink: ImportSink
  file: ImportFile
  /** Another one reads from here on. */
  handedTo(importer: Importer): void
}

/** A longer line, or a larger element, is not held: it is skipped, and told as torn. */
const LARGEST = 32 * 1024 * 1024

export function feedOf(wish: FeedWish): Feed {
  const { shape } = wish.importer
  return shape.kind === 'lines' ? lineFeed(wish) : documentFeed(wish, shape.lists)
}

function lineFeed(wish: FeedWish): Feed {
  const lines = readLines(wish)
  const splitter = createLineSplitter(LARGEST, (line, truncated) => {
    if (truncated) wish.sink.problem('torn', 'a line of more than 32 MB')
    else lines.line(line)
  })
  return {
    push: splitter.push,
    end: () => {
      splitter.end()
      lines.end()
    },
  }
}

function documentFeed({ importer, sink, file }: FeedWish, lists: string[]): Feed {
  const reader = importer.open(sink, file)
  const rest: [string, unknown][] = []
  const scanner = createDocumentScanner({ lists, largest: LARGEST }, (text, { list, key }) => {
    const what = list === null ? `the value of "${key ?? ''}"` : `an element of ${list || 'the list'}`
    if (text === null) return sink.problem('torn', `${what} that is too large or nested too deep`)
    const parsed = parseText(text)
    if (!parsed.ok) sink.problem('torn', `${what}: ${parsed.why}`)
    else if (list !== null) reader.value(parsed.value, list)
    else if (key !== null) rest.push([key, parsed.value])
  })
  return {
    push: scanner.push,
    end: () => {
      const end = scanner.end()
      if (end === 'cut') sink.problem('torn', 'the end of the document is missing')
      if (end === 'followed') sink.problem('unknown', 'more after the end of the document')
      reader.rest?.(Object.fromEntries(rest))
      reader.end()
    },
  }
}
