import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

/** A server that answers as the test says, and remembers what it was asked. */
export interface ModelUpstream {
  url: string
  /** Everything of every request, byte for byte. */
  requests: { method: string; url: string; rawHeaders: string[]; body: Buffer }[]
  /** How many answers were cut off by the other side. */
  aborted(): number
  end(): Promise<void>
}

export type Answer = (request: IncomingMessage, response: ServerResponse) => Promise<void> | void

export async function startUpstream(answer: Answer): Promise<ModelUpstream> {
  const requests: ModelUpstream['requests'] = []
  let aborted = 0
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    const { method = '', url = '', rawHeaders } = request
    requests.push({ method, url, rawHeaders, body: Buffer.concat(parts) })
    response.once('close', () => {
      if (!response.writableFinished) aborted += 1
    })
    await answer(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    aborted: () => aborted,
    async end() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Writes a text in pieces of odd sizes, each in a packet of its own. */
export async function inPieces(response: ServerResponse, text: string | Buffer, size = 37): Promise<void> {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += size) {
    response.write(bytes.subarray(at, at + size))
    await wait(0)
  }
  response.end()
}

/** Waits for something that must come, without saying when. */
export async function until(condition: () => boolean): Promise<void> {
  for (let round = 0; round < 12_000 && !condition(); round += 1) await wait(5)
  if (!condition()) throw new Error('it never came')
}
