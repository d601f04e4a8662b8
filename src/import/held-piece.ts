/** The piece of a document that is being read: its bytes, or that it is too large to keep. */
export interface HeldPiece {
  add(part: Buffer): void
  /** What it is, and nothing is held any more. `null`: too large. */
  take(): string | null
}

export function holdPiece(largest: number): HeldPiece {
  let parts: Buffer[] = []
  let bytes = 0
  return {
    add: (part) => {
      bytes += part.length
      if (bytes > largest) parts = []
      else if (part.length > 0) parts.push(part)
    },
    take: () => {
      const whole = bytes > largest ? null : Buffer.concat(parts).toString('utf8').trim()
      parts = []
      bytes = 0
      return whole
    },
  }
}
