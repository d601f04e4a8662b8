import { afterAll, describe, expect, test } from 'vitest'
import { defaultConfig } from '../../src/config/load.ts'
import { testNotice } from '../../src/report/notice.ts'
import { loggedPolicy } from '../../src/runtime/logged-policy.ts'
import { send } from '../../src/runtime/outbox.ts'
import { receivers } from '../exporters/receiver.ts'

const servers = receivers()
afterAll(servers.end)

const settings = defaultConfig().stagnation.notifications
const { signal } = new AbortController()
const notice = testNotice('2026-01-01T00:00:00.000Z')

describe('the outbox', () => {
  test('sends no secret, wherever it stands, and no control bytes', async () => {
    const server = await servers.fresh()
    const env = { MY_TOKEN: 'plain words', WIGGUM_WEBHOOK_SECRET: 'the signing key' }
    const text = `plain words, the signing key, ${server.url()}, ghp_abcdefghijklmnopqrst\u001b[31m`
    const data = { task: text, evidence: [text], pass: 3 }
    const parcel = { channel: 'webhook' as const, delivery: 'one', notice: { ...notice, title: text, data } }
    expect(await send(parcel, { env, webhook: server.url(), settings, signal })).toBeNull()
    const hidden = '[hidden], [hidden], [hidden], [hidden][31m'
    expect(JSON.parse(server.received[0]!.body).data).toEqual({
      title: hidden,
      task: hidden,
      evidence: [hidden],
      pass: 3,
    })
    expect(server.received[0]!.headers).toHaveProperty('webhook-signature')
  })

  test('cuts what is too long', async () => {
    const server = await servers.fresh()
    const parcel = {
      channel: 'webhook' as const,
      delivery: 'one',
      notice: { ...notice, title: 'x'.repeat(9_999) },
    }
    await send(parcel, { env: {}, webhook: server.url(), settings, signal })
    expect(JSON.parse(server.received[0]!.body).data.title).toHaveLength(500)
  })

  test('says in a sentence what would else be an error', async () => {
    const parcel = { channel: 'webhook' as const, delivery: 'one', notice }
    expect(await send(parcel, { env: {}, webhook: 'no address', settings, signal })).toBe('Invalid URL')
    expect(await send(parcel, { env: {}, webhook: null, settings, signal })).toBe(
      'the address of the webhook is no longer in the configuration',
    )
  })
})

describe('the log’s copy of the configuration', () => {
  const config = defaultConfig()

  test('has no more of a webhook’s address than its host', () => {
    const webhook = 'https://me:pw@hooks.example.org:8443/services/key?token=x#y'
    const stagnation = { ...config.stagnation, notifications: { ...settings, webhook } }
    const logged = loggedPolicy({ ...config, stagnation })
    expect(logged.stagnation).toEqual({
      ...config.stagnation,
      notifications: { ...settings, webhook: 'https://hooks.example.org:8443' },
    })
  })

  test('is the configuration itself where there is none', () => {
    expect(loggedPolicy(config)).toEqual(config)
  })
})
