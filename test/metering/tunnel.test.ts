import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { type Meter, startMeter } from '../../src/metering/meter.ts'
import { proxyFor } from '../../src/metering/tunnel.ts'
import { PATHS, whole } from './answers.ts'
import { type ModelUpstream, startUpstream, until } from './model-upstream.ts'

const counts = { input: 5, output: 6, cacheRead: 0, cacheWrite: 0 }
const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

/** A company's proxy: it knows the one host, wherever that is. */
async function startProxy(upstream: ModelUpstream, status = 200) {
  const asked: { place: string; login: string | undefined }[] = []
  const server: Server = createServer()
  server.on('connect', (request, socket) => {
    asked.push({ place: request.url ?? '', login: request.headers['proxy-authorization'] })
    if (status !== 200) return socket.end(`HTTP/1.1 ${status} No\r\n\r\n`)
    const { hostname, port } = new URL(upstream.url)
    const out = connect(Number(port), hostname, () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      socket.pipe(out).pipe(socket)
    })
    out.on('error', () => socket.destroy())
    socket.on('error', () => out.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  ends.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return { port: (server.address() as AddressInfo).port, asked }
}

async function world() {
  const meter: Meter = await startMeter()
  const upstream = await startUpstream((_request, response) => void response.end(whole('chat', counts)))
  ends.push(upstream.end, () => meter.close())
  return { meter, upstream }
}

it('goes out through the proxy that the environment names, with its login', async () => {
  const { meter, upstream } = await world()
  const proxy = await startProxy(upstream)
  const env = { HTTP_PROXY: `http://me:p%40ss@127.0.0.1:${proxy.port}` }
  const call = meter.open({ upstream: 'http://model.example:8080/v1', env, prices: {} })
  const answer = await fetch(`${call.url}${PATHS.chat}`, { method: 'POST', body: '{}' })
  expect(await answer.text()).toBe(whole('chat', counts))
  expect(proxy.asked).toEqual([
    { place: 'model.example:8080', login: `Basic ${Buffer.from('me:p@ss').toString('base64')}` },
  ])
  expect(upstream.requests[0]?.url).toBe(`/v1${PATHS.chat}`)
  await until(() => call.tally().requests === 1)
  expect(call.close()).toMatchObject({ input: 5, unknown: 0 })
})

it('a proxy that says no looks like a connection that failed, and costs nothing', async () => {
  const { meter, upstream } = await world()
  const proxy = await startProxy(upstream, 407)
  const env = { http_proxy: `127.0.0.1:${proxy.port}` }
  const call = meter.open({ upstream: 'http://model.example', env, prices: {} })
  await expect(fetch(`${call.url}${PATHS.chat}`, { method: 'POST', body: '{}' })).rejects.toThrow()
  expect(proxy.asked.length).toBe(1)
  expect(call.close().requests).toBe(0)
})

it.each([
  ['https://api.example', { HTTPS_PROXY: 'http://p:1' }, 'http://p:1/'],
  ['https://api.example', { https_proxy: 'p:1' }, 'http://p:1/'],
  ['https://api.example', { ALL_PROXY: 'http://p:1' }, 'http://p:1/'],
  ['https://api.example', { HTTP_PROXY: 'http://p:1' }, null],
  ['http://api.example', { HTTPS_PROXY: 'http://p:1' }, null],
  ['https://api.example', { HTTPS_PROXY: 'socks5://p:1' }, null],
  ['https://api.example', { HTTPS_PROXY: 'http://p:1', NO_PROXY: 'example' }, null],
  ['https://api.example', { HTTPS_PROXY: 'http://p:1', NO_PROXY: 'a.b, .example' }, null],
  ['https://api.example', { HTTPS_PROXY: 'http://p:1', no_proxy: '*' }, null],
  ['https://api.example', { HTTPS_PROXY: 'http://p:1', NO_PROXY: 'pi.example' }, 'http://p:1/'],
  ['http://127.0.0.1:80', { HTTP_PROXY: 'http://p:1' }, null],
  ['http://localhost:80', { HTTP_PROXY: 'http://p:1' }, null],
  ['https://api.example', {}, null],
])('%s with %o goes through %s', (url, env, proxy) => {
  expect(proxyFor(new URL(url), env)?.href ?? null).toBe(proxy)
})
