import type { Readable } from 'node:stream'

const MAX_BYTES = 1024 * 1024
const MAX_MS = 800

/** What comes on standard input: so much, and for so long, since a host may never end it. Beyond that, nothing. */
export async function readInput(input: Readable, limit = { bytes: MAX_BYTES, ms: MAX_MS }): Promise<string> {
  const timer = setTimeout(() => input.destroy(), limit.ms)
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of input) {
      const bytes = Buffer.from(chunk)
      size += bytes.length
      if (size > limit.bytes) return ''
      chunks.push(bytes)
    }
  } catch {
    // It broke off: what came is all there is.
  } finally {
    clearTimeout(timer)
  }
  return Buffer.concat(chunks).toString('utf8')
}
