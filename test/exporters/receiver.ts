import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Received {
  path: string
  headers: IncomingHttpHeaders
  body: string
}

export interface Receiver {
  port: number
  url(path?: string): string
  received: Received[]
  end(): Promise<void>
}

type Answer = (response: ServerResponse, nth: number, request: IncomingMessage) => void

export const ok: Answer = (response) => void response.end('ok')
export const status =
  (code: number, headers: Record<string, string> = {}): Answer =>
  (response) =>
    void response.writeHead(code, headers).end()
export const redirect = (to: string, code = 307) => status(code, { location: to })

/** A webhook's receiver on loopback that keeps what it got. */
async function receiver(answer: Answer = ok): Promise<Receiver> {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    received.push({ path: request.url ?? '', headers: request.headers, body })
    answer(response, received.length, request)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    port,
    url: (path = '/hook/s3cr3t-path') => `http://127.0.0.1:${port}${path}`,
    received,
    end: () => {
      server.closeAllConnections()
      return new Promise((done) => void server.close(() => done()))
    },
  }
}

/** All receivers of a file, ended together. */
export function receivers() {
  const all: Receiver[] = []
  return {
    async fresh(answer?: Answer): Promise<Receiver> {
      const made = await receiver(answer)
      all.push(made)
      return made
    },
    async end() {
      await Promise.all(all.map((each) => each.end()))
    },
  }
}
