import { once } from 'node:events'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'

export interface Copy {
  /** Resolves when the copy has been taken in, so that a fast sender cannot fill the memory. */
  take(chunk: Uint8Array): Promise<void> | void
  end(): Promise<void> | void
}

const DECODERS: Record<string, () => ReturnType<typeof createGunzip>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}

/** We ask for plain answers. Who compresses all the same is passed on as it is, and a copy is unpacked for counting. */
export function decoded(encoding: string | undefined, to: (bytes: Uint8Array) => void): Copy {
  if (encoding === undefined || encoding === 'identity') return { take: to, end: () => {} }
  const make = DECODERS[encoding.toLowerCase()]
  // Not readable: what it holds stays unknown.
  if (!make) return { take: () => {}, end: () => {} }
  const decoder = make()
  let broken = false
  decoder.on('data', to)
  decoder.on('error', () => {
    broken = true
  })
  return {
    async take(chunk) {
      if (broken || decoder.write(chunk)) return
      // A broken stream never drains; it closes.
      await Promise.race([once(decoder, 'drain'), once(decoder, 'close')]).catch(() => {})
    },
    async end() {
      if (broken) return
      const closed = once(decoder, 'close').catch(() => {})
      decoder.end()
      await closed
    },
  }
}
