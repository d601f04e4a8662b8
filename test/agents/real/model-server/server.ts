import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { anthropic } from './anthropic.ts'
import { type Cast, castOf, isAside, tokensOf } from './cast.ts'
import { chat } from './chat.ts'
import { gemini } from './gemini.ts'
import { responses } from './responses.ts'
import type { Answer, Asked, Protocol, Script, Tokens, Turn } from './script.ts'
import { callFor } from './tools.ts'

/** One request for an answer, as the server saw it. */
interface Seen {
  role: string
  protocol: string
  model: string
  /** Which turn of the role it got; `null` for an answer beside the script. */
  turn: number | null
  messages: string[]
  tools: string[]
  /** What the client was told this answer cost; `null` if it was told nothing. */
  told: Tokens | null
  headers: IncomingMessage['headers']
}

export interface ModelServer {
  url: string
  seen: Seen[]
  /** Requests for anything else than an answer, as `METHOD path`. */
  others: string[]
  /** What the script could not be played with. */
  problems: string[]
  /** Starts a script from its beginning; what was seen so far is forgotten. */
  play(script: Script): void
  /** What clients were told by all answers, those beside the script too. */
  totals(): Tokens & { answers: number }
  close(): Promise<void>
}

interface Stage {
  cast: Cast
  seen: Seen[]
  others: string[]
  problems: string[]
}

const SIDE_ANSWER = 'A small change'

export async function startModelServer(script: Script = {}): Promise<ModelServer> {
  const stage: Stage = { cast: castOf(script), seen: [], others: [], problems: [] }
  const server = createServer((request, response) => {
    serve(stage, request, response).catch((error: unknown) => {
      stage.problems.push(String(error))
      response.destroy()
    })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return {
    url: `http://127.0.0.1:${portOf(server)}`,
    seen: stage.seen,
    others: stage.others,
    problems: stage.problems,
    play: (next) => {
      stage.cast = castOf(next)
      stage.seen.length = 0
      stage.others.length = 0
    },
    totals: () => totalsOf(stage.seen),
    close: () => {
      server.closeAllConnections()
      return new Promise((closed) => server.close(() => closed()))
    },
  }
}

function portOf(server: Server): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the model server has no port')
  return address.port
}

function totalsOf(seen: Seen[]): Tokens & { answers: number } {
  const told = seen.flatMap((each) => each.told ?? [])
  const sum = (key: keyof Tokens) => told.reduce((total, tokens) => total + tokens[key], 0)
  return { answers: told.length, input: sum('input'), output: sum('output') }
}

function protocolOf(path: string): Protocol | null {
  if (path.endsWith('/messages')) return anthropic
  if (path.endsWith('/responses')) return responses
  if (path.endsWith('/chat/completions')) return chat
  return /:(streamG|g)enerateContent/.test(path) ? gemini : null
}

async function serve(stage: Stage, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await bodyOf(request)
  const path = (request.url ?? '').split('?')[0] ?? ''
  const protocol = request.method === 'POST' ? protocolOf(path) : null
  if (!protocol) return besides(stage, request, response)
  const asked = protocol.read(body, path)
  const role = stage.cast.roleOf(asked.messages)
  const next = isAside(asked) ? null : stage.cast.next(role)
  const { model, messages } = asked
  const tools = asked.tools.map(({ name }) => name)
  const seen: Seen = {
    ...{ role, protocol: protocol.name, model, turn: next?.index ?? null, messages, tools, told: null },
    headers: request.headers,
  }
  stage.seen.push(seen)
  await answerWith({ protocol, asked, seen, response, number: stage.seen.length }, next?.turn ?? null)
}

interface Reply {
  protocol: Protocol
  asked: Asked
  seen: Seen
  response: ServerResponse
  number: number
}

async function answerWith(
  { protocol, asked, seen, response, number }: Reply,
  turn: Turn | null,
): Promise<void> {
  if (turn?.delayMs && !(await pause(turn.delayMs, response))) return
  await turn?.after?.()
  if (turn && 'status' in turn) {
    response.writeHead(turn.status, { 'content-type': 'application/json', ...turn.headers })
    response.end(JSON.stringify(turn.body ?? protocol.error(turn.status)))
    return
  }
  const answer = answerOf(turn, asked, number)
  const pieces = protocol.stream(answer, asked)
  if (turn && 'disconnect' in turn) {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    // Only once the piece is on its way is the connection broken, so that the answer has begun.
    response.write(pieces[0] ?? '', () => setTimeout(() => response.destroy(), 50))
    return
  }
  if (turn && 'malformed' in turn) pieces.splice(1, 0, spoilt(pieces[1] ?? ''))
  seen.told = asked.wantsUsage ? answer.usage : null
  response.writeHead(200, { 'content-type': asked.stream ? 'text/event-stream' : 'application/json' })
  response.end(asked.stream ? pieces.join('') : JSON.stringify(protocol.whole(answer)))
}

function answerOf(turn: Turn | null, asked: Asked, number: number): Answer {
  const id = `${number}${Math.random().toString(36).slice(2, 10)}`
  const call = turn && 'tool' in turn ? { id: `call_${id}`, ...callFor(turn, asked) } : null
  const text = turn === null ? SIDE_ANSWER : 'text' in turn ? turn.text : ''
  return { id, model: asked.model, text, call, usage: tokensOf(turn, number) }
}

/** Cut in the middle of its JSON, as by a proxy; the whole piece follows. */
function spoilt(piece: string): string {
  return `${piece.slice(0, -10).trimEnd()}\n\n`
}

/** False if the client went away meanwhile. */
function pause(ms: number, response: ServerResponse): Promise<boolean> {
  return new Promise((done) => {
    const timer = setTimeout(() => done(true), ms)
    response.once('close', () => {
      clearTimeout(timer)
      done(false)
    })
  })
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'))
  } catch {
    return null
  }
}

function besides(stage: Stage, { method, url }: IncomingMessage, response: ServerResponse): void {
  stage.others.push(`${method} ${url}`)
  const path = (url ?? '').split('?')[0] ?? ''
  response.writeHead(200, { 'content-type': 'application/json' })
  if (path.endsWith('/count_tokens')) response.end(JSON.stringify({ input_tokens: 1000 }))
  else if (path.endsWith('/models'))
    response.end(JSON.stringify({ object: 'list', data: [{ id: 'scripted-model', object: 'model' }] }))
  else response.end('{}')
}
