const NEWLINE = 10
const CARRIAGE_RETURN = 13
const FIRST_BYTES = 4096

export interface LineSplitter {
  push(chunk: Buffer): void
  /** Hands out a last line that no newline ended. */
  end(): void
  /** Bytes that were cut off long lines so far. */
  readonly cutBytes: number
}

type OnLine = (line: string, truncated: boolean) => void

/** Bytes to lines. Decodes whole lines only, so a character split over chunks stays whole; holds one line at most. */
export function createLineSplitter(maxLineBytes: number, onLine: OnLine): LineSplitter {
  // One byte more than a line may have: the "\r" of a line that just fits.
  const room = maxLineBytes + 1
  let held = Buffer.allocUnsafe(Math.min(room, FIRST_BYTES))
  let length = 0
  let lastByte = -1
  let cutBytes = 0

  const hold = (part: Buffer) => {
    if (part.length === 0) return
    const kept = Math.min(part.length, Math.max(0, room - length))
    if (length + kept > held.length) held = grown(held, Math.min(room, (length + kept) * 2))
    part.copy(held, length, 0, kept)
    length += part.length
    lastByte = part[part.length - 1] ?? -1
  }

  const emit = (line: Buffer, size: number) => {
    const truncated = size > maxLineBytes
    if (truncated) cutBytes += size - maxLineBytes
    onLine((truncated ? wholeCharacters(line.subarray(0, maxLineBytes)) : line).toString('utf8'), truncated)
  }

  const flush = () => {
    const size = lastByte === CARRIAGE_RETURN ? length - 1 : length
    const line = held.subarray(0, Math.min(size, room))
    length = 0
    lastByte = -1
    emit(line, size)
  }

  return {
    push(chunk) {
      let from = 0
      for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, from)) {
        if (length > 0) {
          hold(chunk.subarray(from, at))
          flush()
        } else {
          const end = at > from && chunk[at - 1] === CARRIAGE_RETURN ? at - 1 : at
          emit(chunk.subarray(from, end), end - from)
        }
        from = at + 1
      }
      hold(chunk.subarray(from))
    },
    end() {
      if (length > 0) flush()
    },
    get cutBytes() {
      return cutBytes
    },
  }
}

function grown(buffer: Buffer, size: number): Buffer<ArrayBuffer> {
  const bigger = Buffer.allocUnsafe(size)
  buffer.copy(bigger)
  return bigger
}

/** Drops a character that the cut went through; bytes that were invalid anyway stay as they are. */
function wholeCharacters(bytes: Buffer): Buffer {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0
    if ((byte & 0xc0) === 0x80) continue
    const needed = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1
    return needed > back ? bytes.subarray(0, bytes.length - back) : bytes
  }
  return bytes
}
