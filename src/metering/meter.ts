import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Price } from '../policy/prices.ts'
import { forward, type Passage } from './forward.ts'
import { NOTHING_READ, protocolOf } from './protocols.ts'
import { addRequest, NO_REQUESTS, type Tally } from './tally.ts'
import { openUpstream, type Upstream } from './upstream.ts'

/** Who waits for an answer, or between two requests, is never cut off by us. */
const SETTINGS = { maxHeaderSize: 65_536, requestTimeout: 0, keepAliveTimeout: 0 }

/** A server of one run, on the loopback interface only. Agents talk to their model through it, and it counts. */
export interface Meter {
  /** On the loopback address; a sandbox must let it through. */
  port: number
  open(call: MeteredCall): OpenCall
  close(): void
}

interface MeteredCall {
  /** The address that the agent would have used. */
  upstream: string
  env: Readonly<Record<string, string | undefined>>
  prices: Record<string, Price>
  onTally?: (tally: Tally) => void
}

export interface OpenCall {
  /** Known to this call's agent alone: whoever does not know it is turned away. */
  url: string
  tally(): Tally
  /** Cuts off what is still under way, and says what it all came to. */
  close(): Tally
}

interface Line {
  upstream: Upstream
  prices: Record<string, Price>
  tally: Tally
  flights: Map<Passage, ServerResponse>
  onTally: (tally: Tally) => void
}

export async function startMeter(): Promise<Meter> {
  const lines = new Map<string, Line>()
  const server = createServer(SETTINGS, (request, response) => take(lines, request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A run that is over does not wait for it.
  server.unref()
  // Narrowed by hand: a server that listens on a port has an address object.
  const { port } = server.address() as AddressInfo
  return {
    port,
    open: (call) => openLine(lines, call, `http://127.0.0.1:${port}`),
    close() {
      for (const line of lines.values()) closeLine(line)
      lines.clear()
      server.close()
      server.closeAllConnections()
    },
  }
}

function openLine(lines: Map<string, Line>, call: MeteredCall, address: string): OpenCall {
  const token = randomBytes(24).toString('base64url')
  const line: Line = {
    upstream: openUpstream(call.upstream, call.env),
    prices: call.prices,
    tally: NO_REQUESTS,
    flights: new Map(),
    onTally: call.onTally ?? (() => {}),
  }
  lines.set(token, line)
  return {
    url: `${address}/${token}`,
    tally: () => line.tally,
    close() {
      lines.delete(token)
      closeLine(line)
      return line.tally
    },
  }
}

function closeLine(line: Line): void {
  for (const [passage, response] of line.flights) {
    count(line, passage)
    response.destroy()
  }
  line.upstream.close()
}

function take(lines: Map<string, Line>, request: IncomingMessage, response: ServerResponse): void {
  const [, token = '', path = ''] = /^\/([\w-]+)(.*)$/s.exec(request.url ?? '') ?? []
  const line = lines.get(token)
  // Frames cannot be counted here. Who is told so goes on with plain requests.
  const isSocket = request.headers.upgrade?.toLowerCase() === 'websocket'
  if (!line || isSocket) {
    response.writeHead(line ? 426 : 404, { 'Content-Length': 0, Connection: 'close' }).end()
    return
  }
  const protocol = request.method === 'POST' ? protocolOf(path) : null
  const passage: Passage = { paid: protocol !== null, state: 'sent', reader: null, ended: false }
  line.flights.set(passage, response)
  void forward({ request, response, path, protocol, passage }, line.upstream).then(() => count(line, passage))
}

/** Once for each request: a call that is closed counts what is under way, and what comes after adds nothing. */
function count(line: Line, passage: Passage): void {
  if (!line.flights.delete(passage)) return
  const { paid, state, reader, ended } = passage
  if (!paid) return
  if (state === 'refused' || state === 'unsent') {
    line.tally = { ...line.tally, refused: line.tally.refused + 1 }
    return
  }
  const reading = reader?.reading() ?? NOTHING_READ
  line.tally = addRequest(line.tally, { reading, complete: reader?.isComplete(ended) ?? false }, line.prices)
  line.onTally(line.tally)
}
