const LINE_FEED = 0x0a
const CARRIAGE_RETURN = 0x0d
const COLON = 0x3a
const SPACE = 0x20
/** Longer than any field name that counts. */
const MAX_NAME = 8
const DATA = 'data'

interface Sink {
  data(bytes: Uint8Array): void
  /** A blank line: what `data` got since the last one belongs together. */
  end(): void
}

/** Server-sent events as they come, in whatever pieces. Only the data is passed on, and nothing is kept. */
export function createEventStream(sink: Sink): (bytes: Uint8Array) => void {
  let name: number[] = []
  let part: 'name' | 'first' | 'data' | 'other' = 'name'
  const endLine = () => {
    if (part === 'name' && name.every((byte) => byte === CARRIAGE_RETURN)) sink.end()
    name = []
    part = 'name'
  }
  const inName = (byte: number) => {
    if (byte === COLON) part = String.fromCharCode(...name) === DATA ? 'first' : 'other'
    else if (name.length < MAX_NAME) name.push(byte)
  }
  return (bytes) => {
    let at = 0
    while (at < bytes.length) {
      const byte = bytes[at]!
      if (byte === LINE_FEED) {
        endLine()
        at += 1
      } else if (part === 'name') {
        inName(byte)
        at += 1
      } else {
        const from = part === 'first' && byte === SPACE ? at + 1 : at
        const feed = bytes.indexOf(LINE_FEED, at)
        const to = feed < 0 ? bytes.length : feed
        if (part === 'first') part = 'data'
        if (part === 'data') sink.data(bytes.subarray(from, to))
        at = to
      }
    }
  }
}
