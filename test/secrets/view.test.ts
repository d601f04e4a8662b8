import { describe, expect, test } from 'vitest'
import { learnSecret, learnSecrets } from '../../src/secrets/known.ts'
import { hideInView } from '../../src/secrets/view.ts'

describe('secrets', () => {
  test.each([
    ['the key sk-ant-api03-abcdefghijklmnop', 'the key [hidden]'],
    ['pushed with ghp_abcdefghijklmnopqrst', 'pushed with [hidden]'],
    ['xoxb-1234567890-abc failed', '[hidden] failed'],
    ['AKIAIOSFODNN7EXAMPLE', '[hidden]'],
    ['eyJhbGciOiJI.eyJzdWIiOiIx.c2lnbmF0dXJl', '[hidden]'],
    ['Authorization: Bearer abcdefgh123', 'Authorization: Bearer [hidden]'],
    ['postgres://me:pw@db/x', 'postgres://[hidden]@db/x'],
    ['DB_PASSWORD=hunter22 npm test', 'DB_PASSWORD=[hidden] npm test'],
    ['"apiKey": "12345678"', '"apiKey": "[hidden]"'],
    ['https://hooks.slack.com/services/T0/B0/xyz is gone', 'https://hooks.slack.com/[hidden] is gone'],
    ['-----BEGIN RSA PRIVATE KEY-----\nabc\n-----END RSA PRIVATE KEY-----!', '[hidden]!'],
    ['-----BEGIN PRIVATE KEY-----\ncut off', '[hidden]'],
  ])('in %j are hidden', (text, hidden) => {
    expect(hideInView(text)).toBe(hidden)
  })

  test.each([
    'TypeError: cannot read token of undefined',
    'expected 3 passwords, got 2',
    'src/sk-utils.js:12 the test "a secret" failed',
    'https://example.org/path',
  ])('are not seen in %j', (text) => {
    expect(hideInView(text)).toBe(text)
  })

  test('are hidden wherever they stand, however often', () => {
    learnSecrets({ DEPLOY_TOKEN: 'plain-looking-value' })
    learnSecret('the address', 'https://hook.test/services/T0123456789abcdefghij')
    const text = ['plain-looking-value', 'https://hook.test/services/T0123456789abcdefghij'].map(
      (value) => `${value}, ${value} and ${value}`,
    )
    expect(hideInView(text.join('\n'))).toBe(
      ['[hidden], [hidden] and [hidden]', '[hidden], [hidden] and [hidden]'].join('\n'),
    )
  })

  test('are also what the user’s own variables hold, if it is long enough to be one', () => {
    learnSecrets({ MY_TOKEN: 'plainwords', SHORT_KEY: 'abc', OTHER: 'anything at all' })
    expect(hideInView('plainwords abc anything at all')).toBe('[hidden] abc anything at all')
  })
})
