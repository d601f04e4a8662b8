import { createHmac } from 'node:crypto'
import { createServer } from 'node:net'
import { afterAll, describe, expect, test } from 'vitest'
import { sendWebhook, type Webhook } from '../../src/exporters/webhook.ts'
import type { Notice } from '../../src/report/notice.ts'
import { ok, type Receiver, receivers, redirect, status } from './receiver.ts'

const servers = receivers()
afterAll(servers.end)

const NOTICE: Notice = {
  kind: 'stagnation',
  title: 'wiggum: no progress',
  lines: ['the task', 'nothing changed'],
  at: '2026-01-01T00:00:00.000Z',
  data: { run_id: 'run', pass: 3, evidence: ['a', 'b'] },
}

function tell(address: string, over: Partial<Webhook> = {}): Promise<string | null> {
  const { signal } = new AbortController()
  const shared = { format: 'auto' as const, secret: null, delivery: 'one', signal }
  return sendWebhook(NOTICE, { address, ...shared, waitsMs: [1, 1], ...over })
}

function expectedSignature({ headers, body }: Receiver['received'][number], key: Buffer | string): string {
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
}

/** Nothing listens there: it was taken a moment ago and let go. */
async function deadPort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  await new Promise((done) => server.close(done))
  return typeof address === 'object' && address ? address.port : 0
}

describe('a delivery', () => {
  test('is a signed POST with an id and a time that the receiver can check', async () => {
    const server = await servers.fresh()
    expect(await tell(server.url(), { secret: 'a long secret' })).toBeNull()
    const [got] = server.received
    expect(got).toMatchObject({ path: '/hook/s3cr3t-path' })
    expect(got!.headers).toMatchObject({ 'content-type': 'application/json', 'webhook-id': 'one' })
    expect(got!.headers['webhook-signature']).toBe(expectedSignature(got!, 'a long secret'))
    expect(Math.abs(Number(got!.headers['webhook-timestamp']) * 1000 - Date.now())).toBeLessThan(300_000)
    expect(JSON.parse(got!.body)).toEqual({
      type: 'wiggum.stagnation',
      timestamp: NOTICE.at,
      data: { title: NOTICE.title, run_id: 'run', pass: 3, evidence: ['a', 'b'] },
    })
    expect(JSON.stringify(got)).not.toContain('a long secret')
  })

  test('takes a key as the specification writes it', async () => {
    const server = await servers.fresh()
    const key = Buffer.from('the key itself, as bytes')
    await tell(server.url(), { secret: `whsec_${key.toString('base64')}` })
    expect(server.received[0]!.headers['webhook-signature']).toBe(expectedSignature(server.received[0]!, key))
  })

  test('has no signature where there is no secret', async () => {
    const server = await servers.fresh()
    await tell(server.url())
    expect(server.received[0]!.headers).not.toHaveProperty('webhook-signature')
  })

  test('that fails twice is tried a third time, under the same id', async () => {
    const server = await servers.fresh((response, nth, request) =>
      nth < 3 ? status(503)(response, nth, request) : ok(response, nth, request),
    )
    expect(await tell(server.url())).toBeNull()
    expect(server.received.map(({ headers }) => headers['webhook-id'])).toEqual(['one', 'one', 'one'])
  })

  test('is given up after three tries, with one sentence that does not tell the path', async () => {
    const server = await servers.fresh(status(500))
    expect(await tell(server.url())).toBe('127.0.0.1 answered 500; tried 3 times')
    expect(server.received).toHaveLength(3)
  })

  test.each([429, 408, 425, 502])('that is answered %i is tried again', async (code) => {
    const server = await servers.fresh(status(code))
    expect(await tell(server.url())).toBe(`127.0.0.1 answered ${code}; tried 3 times`)
  })

  test.each([400, 401, 404, 410, 303, 499])('that is answered %i is not tried again', async (code) => {
    const server = await servers.fresh(status(code))
    expect(await tell(server.url())).toBe(`127.0.0.1 answered ${code}`)
    expect(server.received).toHaveLength(1)
  })

  test('waits as long as the receiver asks for, if that is not too long', async () => {
    const server = await servers.fresh((response, nth, request) =>
      nth === 1 ? status(429, { 'retry-after': '0' })(response, nth, request) : ok(response, nth, request),
    )
    expect(await tell(server.url(), { waitsMs: [600_000, 600_000] })).toBeNull()
    expect(server.received).toHaveLength(2)
  })

  test('to nobody is one sentence', async () => {
    expect(await tell(`http://127.0.0.1:${await deadPort()}/s3cr3t`)).toBe(
      '127.0.0.1 could not be reached (ECONNREFUSED); tried 3 times',
    )
  })

  test('to a name that does not exist is one sentence', async () => {
    const resolve = () =>
      Promise.reject(Object.assign(new Error('no such name: s3cr3t'), { code: 'ENOTFOUND' }))
    expect(await tell('https://nowhere.test/s3cr3t', { resolve })).toBe(
      'nowhere.test could not be reached (ENOTFOUND); tried 3 times',
    )
  })
})

describe('a slow receiver', () => {
  test('that never answers is left after the time of one try, three times', async () => {
    const server = await servers.fresh(() => {})
    expect(await tell(server.url(), { tryMs: 50 })).toBe('127.0.0.1 did not answer in time; tried 3 times')
    expect(server.received).toHaveLength(3)
  })

  test('whose answer has no end is told all the same', async () => {
    const server = await servers.fresh((response) => {
      response.writeHead(200)
      const timer = setInterval(() => response.write('x'), 5)
      response.on('close', () => clearInterval(timer))
    })
    expect(await tell(server.url())).toBeNull()
  })

  test('whose name nobody answers for is left in time', async () => {
    const resolve = () => new Promise<never>(() => {})
    expect(await tell('http://slow.test/', { resolve, tryMs: 20 })).toBe(
      'slow.test did not answer in time; tried 3 times',
    )
  })

  test('is not waited for once the run has ended', async () => {
    const abort = new AbortController()
    const server = await servers.fresh(() => abort.abort())
    expect(await tell(server.url(), { signal: abort.signal })).toBe(
      '127.0.0.1 did not answer in time, and the run ended',
    )
    expect(server.received).toHaveLength(1)
  })

  test('is not tried again when the run ends between two tries', async () => {
    const abort = new AbortController()
    const server = await servers.fresh((response, nth, request) => {
      status(500)(response, nth, request)
      setTimeout(() => abort.abort(), 50)
    })
    const said = await tell(server.url(), { signal: abort.signal, waitsMs: [600_000, 600_000] })
    expect(said).toContain('the run ended')
    expect(server.received).toHaveLength(1)
  })
})

describe('a redirect', () => {
  test('within the same host is followed, with the same body and signature', async () => {
    const server = await servers.fresh((response, nth, request) =>
      nth === 1 ? redirect('/moved')(response, nth, request) : ok(response, nth, request),
    )
    expect(await tell(server.url(), { secret: 'a long secret' })).toBeNull()
    const [first, second] = server.received
    expect(second).toMatchObject({ path: '/moved', body: first!.body })
    expect(second!.headers['webhook-signature']).toBe(expectedSignature(second!, 'a long secret'))
  })

  test.each([
    ['http://169.254.169.254/latest/meta-data/', '169.254.169.254, which is a link-local address'],
    ['http://[fe80::1]/', '[fe80::1], which is a link-local address'],
    ['http://[::ffff:169.254.169.254]/', 'which is a link-local address'],
    ['http://[64:ff9b::a9fe:a9fe]/', 'which is a link-local address'],
    ['http://2852039166/', '169.254.169.254, which is a link-local address'],
    ['http://100.100.100.200/', 'which is the metadata service of a cloud'],
    ['http://10.0.0.1/', '10.0.0.1, which is an address within your network'],
    ['http://localhost:1/', 'localhost, which is an address of this machine'],
    ['http://127.0.0.1:1/', '127.0.0.1, which is an address of this machine'],
    ['http://0.0.0.0/', 'which is not the address of one host'],
  ])('to %s is refused, and not tried again', async (to, words) => {
    const server = await servers.fresh(redirect(to))
    const said = await tell(server.url())
    expect(said).toContain('not delivered: 127.0.0.1 redirects to ')
    expect(said).toContain(words)
    expect(server.received).toHaveLength(1)
  })

  test.each([301, 302, 308])('by %i is followed no less carefully', async (code) => {
    const server = await servers.fresh(redirect('http://169.254.169.254/', code))
    expect(await tell(server.url())).toContain('which is a link-local address')
  })

  test('to a name that resolves to a link-local address is refused', async () => {
    const server = await servers.fresh(redirect('http://metadata.test/'))
    const resolve = () => Promise.resolve([{ address: '169.254.169.254', family: 4 }])
    expect(await tell(server.url(), { resolve })).toBe(
      'not delivered: 127.0.0.1 redirects to metadata.test, which is a link-local address',
    )
  })

  test('that goes in circles comes to an end', async () => {
    const server = await servers.fresh(redirect('/again'))
    expect(await tell(server.url())).toBe('127.0.0.1 redirects more than 3 times')
    expect(server.received).toHaveLength(4)
  })

  test.each([
    ['ftp://127.0.0.1/', 'redirects from http to ftp'],
    ['http://[', 'redirects to nowhere'],
  ])('to %s is refused', async (to, words) => {
    const server = await servers.fresh(redirect(to))
    expect(await tell(server.url())).toBe(`127.0.0.1 ${words}`)
  })

  test('without a place is refused', async () => {
    const server = await servers.fresh(status(307))
    expect(await tell(server.url())).toBe('127.0.0.1 redirects to nowhere')
  })
})

describe('an address', () => {
  test('that is link-local is refused before anything is sent', async () => {
    expect(await tell('http://169.254.169.254/')).toBe(
      'not delivered: 169.254.169.254 is a link-local address',
    )
  })

  test('of this machine must say so itself', async () => {
    const server = await servers.fresh()
    const resolve = () => Promise.resolve([{ address: '127.0.0.1', family: 4 }])
    expect(await tell(`http://localhost:${server.port}/`, { resolve })).toBeNull()
    expect(await tell(`http://hook.test:${server.port}/`, { resolve })).toBe(
      'not delivered: hook.test is an address of this machine',
    )
    expect(server.received).toHaveLength(1)
  })

  test('is refused if one of several that a name has is not allowed', async () => {
    const resolve = () =>
      Promise.resolve([
        { address: '192.168.0.1', family: 4 },
        { address: 'fe80::1', family: 6 },
      ])
    expect(await tell('http://hook.test/', { resolve })).toContain('is a link-local address')
  })

  test('a name without any address is no reason to go on', async () => {
    expect(await tell('http://hook.test/', { resolve: () => Promise.resolve([]) })).toBe(
      'hook.test could not be reached (no answer); tried 3 times',
    )
  })
})
