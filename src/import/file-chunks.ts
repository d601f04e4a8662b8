import { createReadStream, statSync } from 'node:fs'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { errorCode } from '../store/environment-error.ts'

const CHUNK = 256 * 1024

/** A file's bytes, decompressed where its first two say so. What stops the reading is told, and ends it. */
export async function* fileChunks(path: string, torn: (what: string) => void): AsyncGenerator<Buffer> {
  try {
    // A pipe would have us wait for somebody who writes.
    if (!statSync(path).isFile()) return torn('it is no file')
    yield* isCompressed(await firstBytes(path)) ? unzipped(path) : plain(path)
  } catch (cause) {
    torn(`it cannot be read to its end (${errorCode(cause) ?? 'no reason given'})`)
  }
}

function plain(path: string): AsyncIterable<Buffer> {
  return createReadStream(path, { highWaterMark: CHUNK })
}

function unzipped(path: string): AsyncIterable<Buffer> {
  // A failure of either is thrown to whoever reads.
  return pipeline(plain(path), createGunzip({ chunkSize: CHUNK }), () => {})
}

async function firstBytes(path: string): Promise<Buffer> {
  for await (const chunk of createReadStream(path, { end: 1 })) return chunk
  return Buffer.alloc(0)
}

function isCompressed(bytes: Buffer): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b
}
