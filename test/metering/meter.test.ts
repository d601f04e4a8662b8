import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Meter, startMeter } from '../../src/metering/meter.ts'
import type { Tally } from '../../src/metering/tally.ts'
import { heldBytes } from '../support/measure.ts'
import { type Counts, type Kind, PATHS, streamed, whole } from './answers.ts'
import { type Answer, inPieces, type ModelUpstream, startUpstream, until } from './model-upstream.ts'

const KINDS: Kind[] = ['anthropic', 'responses', 'chat', 'gemini']
const counts: Counts = { input: 1200, output: 345, cacheRead: 700, cacheWrite: 0 }
let meter: Meter
const upstreams: ModelUpstream[] = []

beforeEach(async () => {
  meter = await startMeter()
})
afterEach(async () => {
  meter.close()
  for (const upstream of upstreams.splice(0)) await upstream.end()
})

async function serve(answer: Answer): Promise<ModelUpstream> {
  const upstream = await startUpstream(answer)
  upstreams.push(upstream)
  return upstream
}

function openTo(upstream: string, onTally?: (tally: Tally) => void) {
  return meter.open({ upstream, env: {}, prices: {}, ...(onTally ? { onTally } : {}) })
}

const post = (url: string, body: string | Buffer = '{}') => fetch(url, { method: 'POST', body })

it.each(KINDS)('%s: what comes out is what went in, and the totals are those of the server', async (kind) => {
  let asked = 0
  const text = streamed(kind, counts)
  const upstream = await serve((_request, response) => {
    asked += 1
    response.writeHead(200, { 'content-type': 'text/event-stream', 'x-request-id': 'abc' })
    return inPieces(response, asked % 2 === 0 ? whole(kind, counts) : text)
  })
  const call = openTo(upstream.url)
  for (let round = 0; round < 4; round += 1) {
    const answer = await post(`${call.url}${PATHS[kind]}`)
    expect(answer.headers.get('x-request-id')).toBe('abc')
    expect(await answer.text()).toBe(round % 2 === 1 ? whole(kind, counts) : text)
  }
  const { input, output, cacheRead } = counts
  expect(call.close()).toMatchObject({
    requests: 4,
    unknown: 0,
    input: 4 * input,
    output: 4 * output,
    cacheRead: 4 * cacheRead,
  })
})

it('passes path, query, headers, keys and body on as they were', async () => {
  const upstream = await serve((_request, response) => void response.end('{}'))
  const call = openTo(`${upstream.url}/gateway/api/`)
  const body = Buffer.from(Array.from({ length: 3000 }, (_, at) => at % 256))
  const headers = {
    'X-Api-Key': 'secret',
    'anthropic-beta': 'a,b',
    Authorization: 'Bearer t',
    'X-Twice': 'ä',
  }
  const asked = httpRequest(`${call.url}/v1/messages?beta=true&x=%2F`, { method: 'POST', headers })
  asked.end(body)
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  answer.resume()
  const [seen] = upstream.requests
  expect(seen?.url).toBe('/gateway/api/v1/messages?beta=true&x=%2F')
  expect(seen?.body.equals(body)).toBe(true)
  const pairs = Object.entries(headers).flat()
  expect(seen?.rawHeaders).toEqual(expect.arrayContaining(pairs))
  expect(seen?.rawHeaders).toEqual(expect.arrayContaining(['Host', new URL(upstream.url).host]))
  expect(seen?.rawHeaders.join()).not.toContain(new URL(call.url).port)
})

it('passes each piece on when it comes, and not at the end', async () => {
  let go = () => {}
  const upstream = await serve(async (_request, response) => {
    response.writeHead(200)
    response.write(streamed('anthropic', counts).slice(0, 100))
    await new Promise<void>((resolve) => {
      go = resolve
    })
    response.end(streamed('anthropic', counts).slice(100))
  })
  const call = openTo(upstream.url)
  const answer = await post(`${call.url}${PATHS.anthropic}`)
  const reader = answer.body!.getReader()
  const first = await reader.read()
  expect(Buffer.from(first.value!).toString()).toContain('message_start')
  go()
  while (!(await reader.read()).done);
  await until(() => call.tally().requests === 1)
  expect(call.close()).toMatchObject({ unknown: 0, input: counts.input, output: counts.output })
})

it.each([400, 401, 404, 429, 500, 529])(
  'a refusal with %i passes unchanged and costs nothing',
  async (status) => {
    const text = `{"type":"error","usage":{"input_tokens":5,"output_tokens":5},"status":${status}}`
    const upstream = await serve((_request, response) => {
      response.writeHead(status, { 'retry-after': '17', 'x-should-retry': 'true' }).end(text)
    })
    const call = openTo(upstream.url)
    const answer = await post(`${call.url}${PATHS.anthropic}`)
    expect(answer.status).toBe(status)
    expect(answer.headers.get('retry-after')).toBe('17')
    expect(await answer.text()).toBe(text)
    await until(() => call.tally().refused === 1)
    expect(call.close().requests).toBe(0)
  },
)

it('an answer that the server cuts off is cut off for the agent too, and counts as not wholly known', async () => {
  let cut = () => {}
  const upstream = await serve((_request, response) => {
    response.writeHead(200)
    response.write(streamed('anthropic', counts).slice(0, 400))
    cut = () => response.destroy()
  })
  const call = openTo(upstream.url)
  const answer = await post(`${call.url}${PATHS.anthropic}`)
  cut()
  await expect(answer.text()).rejects.toThrow()
  await until(() => call.tally().requests === 1)
  expect(call.close()).toMatchObject({ unknown: 1, input: counts.input })
})

it('an agent that hangs up ends the request at the server', async () => {
  const upstream = await serve(async (_request, response) => {
    response.writeHead(200)
    response.write(streamed('chat', counts).slice(0, 50))
  })
  const call = openTo(upstream.url)
  const gone = new AbortController()
  const answer = await fetch(`${call.url}${PATHS.chat}`, { method: 'POST', body: '{}', signal: gone.signal })
  await answer.body!.getReader().read()
  gone.abort()
  await until(() => upstream.aborted() === 1)
  await until(() => call.tally().requests === 1)
  expect(call.close()).toMatchObject({ requests: 1, unknown: 1, input: 0 })
})

it('a server that is not there looks to the agent as it would without us, and costs nothing', async () => {
  const upstream = await startUpstream(() => {})
  await upstream.end()
  const call = openTo(upstream.url)
  await expect(post(`${call.url}${PATHS.chat}`)).rejects.toThrow()
  expect(call.close().requests).toBe(0)
})

it('what is under way when the call is closed is cut off and counted as not wholly known', async () => {
  const upstream = await serve((request, response) => {
    if (request.url?.includes('chat')) return
    response.writeHead(200)
    response.write(streamed('anthropic', counts).slice(0, 400))
  })
  const call = openTo(upstream.url)
  const begun = await post(`${call.url}${PATHS.anthropic}`)
  const unanswered = post(`${call.url}${PATHS.chat}`).catch(() => 'broken')
  await until(() => upstream.requests.length === 2)
  expect(call.close()).toMatchObject({ requests: 2, unknown: 2, input: counts.input })
  await expect(begun.text()).rejects.toThrow()
  expect(await unanswered).toBe('broken')
  await until(() => upstream.aborted() === 2)
  expect(call.tally().requests).toBe(2)
})

it('nobody gets through without a token that is in use', async () => {
  const upstream = await serve((_request, response) => void response.end(whole('chat', counts)))
  const call = openTo(upstream.url)
  const address = new URL(call.url)
  expect((await post(`${call.url}${PATHS.chat}`)).status).toBe(200)
  for (const path of [
    '/',
    PATHS.chat,
    `/${'x'.repeat(32)}${PATHS.chat}`,
    `${address.pathname}x${PATHS.chat}`,
  ])
    expect((await post(`${address.origin}${path}`)).status).toBe(404)
  call.close()
  expect((await post(`${call.url}${PATHS.chat}`)).status).toBe(404)
  expect(upstream.requests.length).toBe(1)
  expect(address.hostname).toBe('127.0.0.1')
})

it('calls side by side are each charged for their own', async () => {
  const upstream = await serve(async (request, response) => {
    const input = Number(request.headers['x-input'])
    await wait(input % 7)
    await inPieces(response, streamed('anthropic', { input, output: 2, cacheRead: 0, cacheWrite: 0 }), 50)
  })
  const calls = Array.from({ length: 6 }, (_, at) => ({ call: openTo(upstream.url), input: 100 * (at + 1) }))
  const ask = async ({ call, input }: (typeof calls)[number]) => {
    const headers = { 'x-input': String(input) }
    const answer = await fetch(`${call.url}${PATHS.anthropic}`, { method: 'POST', body: '{}', headers })
    await answer.text()
  }
  await Promise.all([...calls, ...calls, ...calls].map(ask))
  for (const { call, input } of calls)
    expect(call.close()).toMatchObject({ requests: 3, unknown: 0, input: 3 * input, output: 6 })
})

it.each([
  ['gzip', gzipSync],
  ['br', brotliCompressSync],
] as const)(
  'an answer that is compressed (%s) though we asked not to is passed on so, and counted',
  async (name, pack) => {
    const packed = pack(Buffer.from(streamed('responses', counts)))
    const upstream = await serve((_request, response) => {
      response.writeHead(200, { 'content-encoding': name })
      return inPieces(response, packed, 20)
    })
    const call = openTo(upstream.url)
    const answer = await post(`${call.url}${PATHS.responses}`)
    expect(await answer.text()).toBe(streamed('responses', counts))
    expect(upstream.requests[0]?.rawHeaders.join().toLowerCase()).toContain('accept-encoding,identity')
    await until(() => call.tally().requests === 1)
    expect(call.close()).toMatchObject({ unknown: 0, input: counts.input, output: counts.output })
  },
)

it.each([
  ['gzip', 'this is no gzip'],
  ['zstd', 'nobody here can read this'],
])('an answer whose %s cannot be read passes all the same, and its count is unknown', async (name, text) => {
  const upstream = await serve((_request, response) => {
    response.writeHead(200, { 'content-encoding': name }).end(text)
  })
  const call = openTo(upstream.url)
  const asked = httpRequest(`${call.url}${PATHS.chat}`, { method: 'POST' })
  asked.end('{}')
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  const parts: Buffer[] = []
  for await (const part of answer) parts.push(part)
  expect(Buffer.concat(parts).toString()).toBe(text)
  await until(() => call.tally().requests === 1)
  expect(call.close()).toMatchObject({ requests: 1, unknown: 1 })
})

it('a slow reader slows the server down, and a hundred megabytes do not stay here', async () => {
  const piece = Buffer.alloc(100_000, 'a')
  let written = 0
  const upstream = await serve(async (_request, response) => {
    response.writeHead(200)
    response.write('{"content":"')
    for (; written < 100_000_000; written += piece.length)
      if (!response.write(piece)) await once(response, 'drain')
    response.end(`","model":"gpt-5-mini","usage":{"prompt_tokens":7,"completion_tokens":8}}`)
  })
  const call = openTo(upstream.url)
  const asked = httpRequest(`${call.url}${PATHS.chat}`, { method: 'POST' })
  asked.end('{}')
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  answer.pause()
  // Until nothing more is taken off its hands, however slow this machine is.
  for (let before = -1; before !== written; await wait(300)) before = written
  expect(written).toBeLessThan(50_000_000)
  let most = 0
  let bytes = 0
  let looks = 1
  const before = heldBytes()
  for await (const part of answer) {
    bytes += part.length
    // Now and then: to look takes a collection of the garbage.
    if (bytes > looks * 10_000_000) {
      looks += 1
      most = Math.max(most, heldBytes() - before)
    }
  }
  expect(bytes).toBeGreaterThan(100_000_000)
  expect(most).toBeLessThan(20_000_000)
  await until(() => call.tally().requests === 1)
  expect(call.close()).toMatchObject({ unknown: 0, input: 7, output: 8 })
})

it('a large upload is passed on as it comes', async () => {
  const upstream = await serve((_request, response) => void response.end(whole('chat', counts)))
  const call = openTo(upstream.url)
  const body = Buffer.alloc(20_000_000, 'b')
  const answer = await post(`${call.url}${PATHS.chat}`, body)
  await answer.text()
  expect(upstream.requests[0]?.body.equals(body)).toBe(true)
})

it('HEAD, a list of models and a count of tokens pass, and are not paid for', async () => {
  const upstream = await serve((_request, response) => void response.end('{"input_tokens":5}'))
  const call = openTo(upstream.url)
  expect((await fetch(call.url, { method: 'HEAD' })).status).toBe(200)
  expect(await (await fetch(`${call.url}/v1/models`)).text()).toBe('{"input_tokens":5}')
  await (await post(`${call.url}/v1/messages/count_tokens`)).text()
  expect(upstream.requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
    'HEAD /',
    'GET /v1/models',
    'POST /v1/messages/count_tokens',
  ])
  expect(call.close().requests).toBe(0)
})

it.each([
  ['', '', '/'],
  ['/v1', '', '/v1'],
  ['/v1/', '/responses', '/v1/responses'],
  ['/v1', '?a=b', '/v1?a=b'],
  ['/v1?key=x', '/responses?a=b', '/v1/responses?key=x&a=b'],
  ['', '//double/./dots/../x', '//double/./dots/../x'],
])('an address %s with %s becomes %s', async (base, path, whole) => {
  const upstream = await serve((_request, response) => void response.end('{}'))
  const call = openTo(`${upstream.url}${base}`)
  const { port, pathname } = new URL(call.url)
  const asked = httpRequest({ host: '127.0.0.1', port, path: `${pathname}${path}` })
  asked.end()
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  answer.resume()
  expect(upstream.requests[0]?.url).toBe(whole)
})

it('a WebSocket is refused, because nobody could count it, and plain requests go on', async () => {
  const upstream = await serve((_request, response) => void response.end(whole('responses', counts)))
  const call = openTo(upstream.url)
  const headers = { Connection: 'Upgrade', Upgrade: 'websocket', 'Sec-WebSocket-Version': '13' }
  const asked = httpRequest(`${call.url}/v1/responses`, { headers })
  asked.end()
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  answer.resume()
  expect(answer.statusCode).toBe(426)
  expect(upstream.requests).toEqual([])
  expect((await post(`${call.url}${PATHS.responses}`)).status).toBe(200)
})

it('a request that no client would send does no harm', async () => {
  const upstream = await serve((_request, response) => void response.end(whole('chat', counts)))
  const call = openTo(upstream.url)
  const { port, pathname } = new URL(call.url)
  for (const line of [`POST ${pathname}/caf\xe9/chat/completions HTTP/1.1`, 'POST  HTTP/9', '\x16\x03\x01']) {
    const socket = connect(Number(port), '127.0.0.1')
    socket.on('error', () => {})
    socket.write(Buffer.from(`${line}\r\nHost: x\r\nContent-Length: 0\r\n\r\n`, 'latin1'))
    socket.resume()
    await once(socket, 'close')
  }
  expect((await post(`${call.url}${PATHS.chat}`)).status).toBe(200)
  await until(() => call.tally().requests === 1)
  expect(upstream.requests.length).toBe(1)
})

it('the running total is told after every request', async () => {
  const upstream = await serve((_request, response) => void response.end(whole('chat', counts)))
  const told: number[] = []
  const call = openTo(upstream.url, (tally) => told.push(tally.input))
  for (let round = 0; round < 3; round += 1) {
    await (await post(`${call.url}${PATHS.chat}`)).text()
    await until(() => told.length === round + 1)
  }
  expect(told).toEqual([1200, 2400, 3600])
})
