import { once } from 'node:events'
import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http'
import { decoded } from './decode.ts'
import type { Protocol } from './protocols.ts'
import type { Upstream } from './upstream.ts'
import { createUsageReader, type UsageReader } from './usage-reader.ts'

/** They are about one connection, and there are two. `expect` was answered when the request was taken. */
const HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'upgrade',
  'expect',
  'host',
  'accept-encoding',
])

/** How far one request got, as far as money is concerned. */
export interface Passage {
  /** A kind of request that is paid for by tokens. */
  paid: boolean
  /**
   * `sent`: whether it is paid for is not known until it is answered. `refused` and `unsent` cost nothing; what is being
   * answered does.
   */
  state: 'sent' | 'unsent' | 'refused' | 'answering'
  reader: UsageReader | null
  /** The answer came to its own end. */
  ended: boolean
}

export interface Exchange {
  request: IncomingMessage
  response: ServerResponse
  /** The path without the token: what the agent asked for. */
  path: string
  protocol: Protocol | null
  passage: Passage
}

/**
 * Passes one request on and its answer back, as it comes and as fast as it is read. Nothing is stored. Resolves when
 * both sides are done with it, however that came about.
 */
export async function forward(exchange: Exchange, upstream: Upstream): Promise<void> {
  const { response, passage } = exchange
  try {
    const sent = send(exchange, upstream)
    const gone = new AbortController()
    response.once('close', () => {
      gone.abort()
      sent.destroy()
    })
    const answer = await answerOf(exchange, sent, gone.signal)
    passage.state = (answer.statusCode ?? 0) < 300 ? 'answering' : 'refused'
    if (passage.state === 'answering' && exchange.protocol)
      passage.reader = createUsageReader(exchange.protocol)
    await passBack(answer, exchange, gone.signal)
  } catch {
    // The agent sees what it would have seen without us: a connection that broke.
    response.destroy()
  }
}

/** Throws if it cannot be a request at all, such as one with a path that no client would send. */
function send({ request, path, passage }: Exchange, upstream: Upstream): ClientRequest {
  passage.state = 'unsent'
  const headers = [...endToEnd(request.rawHeaders), 'Accept-Encoding', 'identity']
  const sent = upstream.request({ method: request.method ?? 'GET', path, headers })
  passage.state = 'sent'
  // Both are told by the other side; an error that nobody listens to would end the process.
  request.on('error', () => {})
  sent.on('error', () => {})
  request.pipe(sent)
  return sent
}

async function answerOf(
  { passage }: Exchange,
  sent: ClientRequest,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  try {
    // `once` does not know which event has which arguments.
    const [answer] = (await once(sent, 'response', { signal })) as [IncomingMessage]
    return answer
  } catch (error) {
    if (!wasSent(error, sent)) passage.state = 'unsent'
    throw error
  }
}

async function passBack(
  answer: IncomingMessage,
  { response, passage }: Exchange,
  signal: AbortSignal,
): Promise<void> {
  const copy = passage.reader && decoded(answer.headers['content-encoding'], passage.reader.take)
  response.sendDate = false
  response.writeHead(answer.statusCode ?? 502, answer.statusMessage, endToEnd(answer.rawHeaders))
  response.flushHeaders()
  for await (const chunk of answer) {
    const isRoom = response.write(chunk)
    await copy?.take(chunk)
    if (!isRoom) await once(response, 'drain', { signal })
  }
  await copy?.end()
  passage.ended = true
  response.end()
  await once(response, 'finish', { signal })
}

/** The header lines as they were, in their order, without what concerns one connection only. */
function endToEnd(raw: string[]): string[] {
  const pairs = raw.flatMap((name, at) => (at % 2 === 0 ? [[name, raw[at + 1] ?? ''] as const] : []))
  const named = pairs.filter(([name]) => name.toLowerCase() === 'connection')
  const dropped = new Set(named.flatMap(([, value]) => value.toLowerCase().split(/\s*,\s*/)))
  return pairs.filter(([name]) => !isHop(name.toLowerCase(), dropped)).flat()
}

function isHop(name: string, dropped: ReadonlySet<string>): boolean {
  return HOP.has(name) || dropped.has(name)
}

/** Nobody was there to take it. */
const UNSENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'ETUNNEL'])

/** A kept connection that breaks at the first word was closed while nobody used it. */
function wasSent(error: unknown, sent: ClientRequest): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return !UNSENT.has(code) && !(sent.reusedSocket && code === 'ECONNRESET')
}
