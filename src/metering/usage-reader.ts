import { createEventStream } from './event-stream.ts'
import { createPicker } from './pick-json.ts'
import { NOTHING_READ, type Protocol, type Reading } from './protocols.ts'

export interface UsageReader {
  take(bytes: Uint8Array): void
  reading(): Reading
  /** Whether the counts are all there will be, or would have been. `ended`: the answer came to its own end. */
  isComplete(ended: boolean): boolean
}

const OBJECT = 0x7b
const LIST = 0x5b

/** Reads an answer while it passes by. It keeps a few numbers of it, never the answer. */
export function createUsageReader(protocol: Protocol): UsageReader {
  const reading = { ...NOTHING_READ }
  const wanted = new Set(Object.keys(protocol.picks))
  const picker = createPicker(wanted, (path, value) => protocol.picks[path]?.(reading, value))
  const endEvent = () => {
    picker.reset()
    if (reading.ending) reading.final = true
  }
  const events = createEventStream({ data: picker.take, end: endEvent })
  let take: ((bytes: Uint8Array) => void) | null = null
  return {
    take(bytes) {
      // By the first character, and not by what the header says: gateways are careless about it.
      const first = bytes.find((byte) => byte > 0x20)
      if (first === undefined) return take?.(bytes)
      take ??= first === OBJECT || first === LIST ? picker.take : events
      take(bytes)
    },
    reading: () => reading,
    isComplete(ended) {
      picker.reset()
      const isCounted = reading.input !== null && reading.output !== null
      return isCounted && (reading.final || (ended && protocol.endIsFinal))
    },
  }
}
