import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createHidingStream } from '../../src/secrets/hide-stream.ts'
import { isSecretName } from '../../src/secrets/names.ts'
import { isPlainValue } from '../../src/secrets/plain-value.ts'
import { createRedactor, secretVariables } from '../../src/secrets/redactor.ts'

const key = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
const PEM = key.export({ type: 'pkcs8', format: 'pem' }).toString()
const TOKEN = `ghp_${'k3yOfTheDoor'.repeat(3)}`
const PASSWORD = 'seven purple ravens & "one" owl'
const env = { DEPLOY_PASSWORD: PASSWORD, SIGNING_KEY: PEM, CI: 'true' }
const known = createRedactor(secretVariables(env))
const stranger = createRedactor([])

/** Every form that is hidden, of a secret after so many other bytes. */
function written(secret: string, before: number): Record<string, string> {
  const bytes = Buffer.from(`${'·x'.repeat(before).slice(0, before)}${secret} and more`)
  const base64 = bytes.toString('base64')
  return {
    base64,
    base64url: bytes.toString('base64url'),
    'base64 in lines': base64.replace(/.{76}/g, '$&\n'),
    'base64 in lines, in JSON': JSON.stringify(base64.replace(/.{64}/g, '$&\r\n')),
  }
}

const plainForms = (secret: string): Record<string, string> => ({
  itself: `before ${secret} after`,
  JSON: JSON.stringify({ text: `before ${secret} after` }),
  'JSON in JSON': JSON.stringify(JSON.stringify({ text: secret })),
  'JSON in ASCII': JSON.stringify(secret).replace(/[<>&]/g, (c) => `\\u00${c.charCodeAt(0).toString(16)}`),
  'percent-encoded': `https://x.test/?a=${encodeURIComponent(secret)}&b`,
  'percent-encoded but for letters and digits': encodeURIComponent(secret).replace(
    /[-_.!~*'()]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  ),
  'percent-encoded in small letters': encodeURIComponent(secret).replace(/%../g, (c) => c.toLowerCase()),
  'a form': new URLSearchParams({ a: secret }).toString(),
})

/** No run of it this long may be left. */
function leftOf(secret: string, text: string): string[] {
  const pieces = secret.split(/\s+/).filter((each) => each.length >= 8 && !each.startsWith('-----'))
  const all = [...pieces, ...pieces.map((each) => Buffer.from(each).toString('base64').slice(2, -4))]
  return all.filter((each) => each.length >= 8 && text.includes(each))
}

describe('a secret of the environment', () => {
  for (const [name, secret] of [
    ['of one line', PASSWORD],
    ['of many lines', PEM],
  ] as const) {
    test.each(Object.entries(plainForms(secret)))(`${name} is hidden as %s`, (_, text) => {
      const hidden = known.hide(text)
      expect(hidden).toContain('[hidden]')
      expect(leftOf(secret, hidden)).toEqual([])
    })

    test.each([0, 1, 2])(`${name} is hidden in base64, %i bytes from the beginning of a group`, (before) => {
      for (const [form, text] of Object.entries(written(secret, before))) {
        const hidden = known.hide(text)
        expect(hidden, form).toContain('[hidden]')
        const back = hidden.replaceAll('[hidden]', '\0').replaceAll(/\\[rn]|\s/g, '')
        const decoded = back.split('\0').map((each) => Buffer.from(each, 'base64').toString('latin1'))
        expect(leftOf(secret, decoded.join('\n')), form).toEqual([])
      }
    })
  }

  test('is hidden in hexadecimal, and JSON around it stays JSON', () => {
    expect(known.hide(Buffer.from(PASSWORD).toString('hex'))).toBe('[hidden]')
    expect(JSON.parse(known.hide(JSON.stringify({ a: `x\\${PASSWORD}`, b: PEM })))).toEqual({
      a: expect.stringContaining('[hidden]'),
      b: expect.stringContaining('[hidden]'),
    })
  })

  test('is hidden where a piece of it was cut off', () => {
    const random = createRedactor([['a key', '9fQ2xLz7Rb4TnW8sKe1vYh6Jm3']])
    expect(random.hide('begins with 9fQ2xLz7Rb4TnW8s…')).toBe('begins with [hidden]…')
    expect(random.hide('…7Rb4TnW8sKe1vYh6Jm3 is its end')).toBe('…[hidden] is its end')
    expect(random.hide('9fQ2xLz7Rb4 is too little')).toBe('9fQ2xLz7Rb4 is too little')
  })

  test('is also the password of an address, and what a document has under such a name', () => {
    const { hide } = createRedactor(
      secretVariables({
        DATABASE_URL: 'postgres://me:w1nter%2Fgarden9@db.test:5432/shop',
        GOOGLE_CREDENTIALS: JSON.stringify({ type: 'service_account', private_key: PEM, client_id: '1' }),
      }),
    )
    expect(hide('w1nter/garden9 or w1nter%2Fgarden9')).toBe('[hidden] or [hidden]')
    expect(hide(PEM.split('\n')[3]!)).toBe('[hidden]')
    expect(hide('service_account')).toBe('service_account')
  })
})

/** What a terminal shows nothing of. */
const UNSEEN = ['\x1b[31m', '\x1b[1;7m\x1b[K', '\0', '\x07', '\u200b', '\u00ad', '\u202e', '\u0085']

describe('a secret with something in it that is not to be seen', () => {
  const split = (secret: string, unseen: string) => secret.slice(0, 9) + unseen + secret.slice(9)
  test.each(UNSEEN.map((unseen) => [JSON.stringify(unseen), unseen]))('(%s) is hidden', (_, unseen) => {
    for (const secret of [PASSWORD, TOKEN]) {
      const text = `before ${split(secret, unseen)} after`
      expect(known.hide(text)).toBe('before [hidden] after')
      expect(JSON.parse(known.hide(JSON.stringify({ text })))).toEqual({ text: 'before [hidden] after' })
      const bytes = Buffer.from(text).toString('latin1')
      expect(known.hide(bytes)).toBe('before [hidden] after')
    }
  })
  test('is hidden where JSON keeps to ASCII', () => {
    expect(known.hide(`"${split(TOKEN, '\\u001b[31m')}\\u200b"`)).toBe('"[hidden]\\u200b"')
  })
  test('is hidden once, beside one that is whole, and what is around them stays', () => {
    const text = `\x1b[32mok\x1b[0m ${TOKEN} \x1b[31m${split(PASSWORD, '\x1b[0m')}\x1b[0m ${TOKEN}\n`
    expect(known.hide(text)).toBe('\x1b[32mok\x1b[0m [hidden] \x1b[31m[hidden]\x1b[0m [hidden]\n')
    const none = '\x1b[32mconst\x1b[0m token = lexer.next()\u200b'
    expect(known.hide(none)).toBe(none)
  })
})

describe('a private key with a margin', () => {
  const body = PEM.trim().split('\n').slice(1, -1)
  test.each([
    ['numbered', (line: string, at: number) => `${String(at + 1).padStart(6)}→${line}`],
    ['numbered by a tab', (line: string, at: number) => `${String(at + 1).padStart(6)}\t${line}`],
    ['named', (line: string) => `web_1  | ${line}`],
    ['timed', (line: string) => `[10:02:11] ${line}`],
    ['found by grep', (line: string, at: number) => `deploy/id_rsa:${at + 1}:${line}`],
    ['a table', (line: string) => `| ${line} |`],
    ['a box', (line: string) => `│ ${line} │`],
    ['a diff', (line: string) => `+${line}`],
    ['a diff of a numbered one', (line: string, at: number) => `+${at + 1}→${line}`],
  ])('(%s) is hidden', (_, put) => {
    const text = `first\n${PEM.trim().split('\n').map(put).join('\n')}\nlast`
    const bytes = Buffer.from(text).toString('latin1')
    const stream = createHidingStream(() => stranger)
    const lines = text.split('\n').map((line) => stream.push(Buffer.from(`${line}\n`)))
    const streamed = Buffer.concat([...lines, stream.end()]).toString()
    for (const hidden of [
      stranger.hide(text),
      stranger.hide(bytes),
      stranger.hide(JSON.stringify(text)),
      streamed,
    ])
      expect(body.filter((line) => hidden.includes(line.slice(0, 20)))).toEqual([])
    expect(stranger.hide(text)).toMatch(/^first\n[^\n]*\[hidden\][^\n]*\nlast$/)
  })
})

describe('in pieces', () => {
  const streamed = (text: string, sizes: (at: number) => number, redactor = known) => {
    const stream = createHidingStream(() => redactor)
    const bytes = Buffer.from(text)
    const out: Buffer[] = []
    for (let at = 0, step = 0; at < bytes.length; step++) {
      const size = sizes(step)
      out.push(stream.push(bytes.subarray(at, at + size)))
      at += size
    }
    return Buffer.concat([...out, stream.end()]).toString('utf8')
  }
  const text = `ä first\n${PASSWORD} ${TOKEN}\n${PEM}${JSON.stringify(PEM)} no end ${TOKEN}`

  test.each([1, 2, 3, 7, 64, 4096])('of %i bytes it is hidden as in one', (size) => {
    expect(streamed(text, () => size)).toBe(known.hide(text))
    expect(streamed(text, () => size, stranger)).toBe(stranger.hide(text))
  })

  test('a line without an end is let go, and nothing in it is missed', () => {
    const long = `${'ordinary words '.repeat(6000)}${TOKEN}${' and more'.repeat(9000)}${PASSWORD}`
    const stream = createHidingStream(() => known)
    let out = ''
    let most = 0
    const bytes = Buffer.from(long)
    for (let at = 0; at < bytes.length; at += 1000) {
      out += stream.push(bytes.subarray(at, at + 1000)).toString()
      most = Math.max(most, Math.min(bytes.length, at + 1000) - out.length)
    }
    out += stream.end().toString()
    expect(out).toBe(known.hide(long))
    expect(most).toBeLessThan(70_000)
  })

  test('what holds none is not touched, byte for byte', () => {
    const bytes = Buffer.from(Array.from({ length: 5000 }, (_, at) => (at * 7919) % 256))
    const stream = createHidingStream(() => known)
    const parts = [stream.push(bytes.subarray(0, 1234)), stream.push(bytes.subarray(1234)), stream.end()]
    expect(Buffer.concat(parts)).toEqual(bytes)
  })
})

describe('a token that nobody told us', () => {
  test.each([
    [TOKEN, 'a GitHub token'],
    ['glpat-aB3dE5gH7jK9mN1pQ3sT', 'a GitLab token'],
    ['AKIAQ3EGRIXV7TBN4ZLM', 'an AWS access key'],
    ['xoxb-2345678901-abcDEF123ghi', 'a Slack token'],
    ['sk_live_9fQ2xLz7Rb4TnW8sKe1vYh6J', 'a Stripe key'],
    ['sk-ant-api03-9fQ2xLz7Rb4TnW8sKe1vYh6J', 'an Anthropic key'],
    ['npm_9fQ2xLz7Rb4TnW8sKe1vYh6Jm39fQ2xLz7Rb', 'an npm token'],
    ['AIzaSyB9fQ2xLz7Rb4TnW8sKe1vYh6Jm3aBcDeF', 'a Google API key'],
    ['SG.9fQ2xLz7Rb4TnW8sKe1vYh.6Jm39fQ2xLz7Rb4TnW8sKe1vYh6Jm3aBcDeF', 'a SendGrid key'],
    [PEM.trim(), 'a private key'],
    [JSON.stringify(PEM).slice(1, -1), 'a private key'],
    [PEM.trim().replaceAll(/^/gm, '    '), 'a private key'],
  ])('is known: %#', (token, kind) => {
    expect(stranger.find(`x = "${token}"`).map((found) => found.kind)).toEqual([kind])
    expect(stranger.find(`text\\n${token}`)).toHaveLength(1)
  })

  test.each([0, 1, 2])('is hidden in base64, %i bytes from the beginning of a group', (before) => {
    for (const secret of [TOKEN, PEM]) {
      const text = Buffer.from(`${'x '.repeat(2).slice(0, before)}${secret}`).toString('base64')
      const hidden = stranger.hide(`data: ${text}`)
      expect(hidden).toContain('[hidden]')
      expect(hidden.length).toBeLessThan(30)
    }
  })

  test.each([
    'const token = lexer.next()',
    '.sk-button-primary-with-a-very-long-name-2 { color: red }',
    'class="sk-loading-container-inner-wrapper-large"',
    'AKIAIOSFODNN7EXAMPLE',
    'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    'sk_test_4eC39HqLyjWDarjtT1zdp7dc',
    'ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
    'xoxb-your-token-here',
    'xoxb-the-token-of-the-bot',
    'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIiwiaWF0IjoxNTE2MjM5MDIyfQ.SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c',
    "if (text.startsWith('-----BEGIN PRIVATE KEY-----')) return parseKey(text.slice(27, text.indexOf('-----END')))",
    'A key begins with -----BEGIN RSA PRIVATE KEY----- and goes on with base64 that ends with -----END RSA PRIVATE KEY-----.',
    'sha512-9Rk0TT5sY0Ax2xVUZ1yBcQ1ReJcNvJsPSZzjy2s2bR2CAJHV7fB7t1wS5o1nHBgKzD2uI1M3jZ0bq2xOe3Vv5A==',
    `BEGIN = "-----BEGIN PRIVATE KEY-----"\n\ndef is_key(a_text):\n    return a_text[0] | BEGIN\n\nA_SUM = "${'0123456789abcdef'.repeat(4)}"\n`,
    `| begins with | -----BEGIN PRIVATE KEY----- |\n|---|---|\n| its_sum | ${'0123456789abcdef'.repeat(4)} |`,
    'password: string; secret?: Buffer; api_key = os.environ["API_KEY"]',
    'https://user:pass@example.com/',
  ])('is not seen in %j', (text) => {
    expect(stranger.find(text)).toEqual([])
  })
})

describe('names', () => {
  test.each(
    'API_KEY GITHUB_TOKEN DB_PASSWORD PGPASSWORD npm_config__authToken AWS_SECRET_ACCESS_KEY SECRET_KEY_BASE MYSQL_PWD STRIPE_SECRET_KEY_TEST dbPassword SSH_PASSPHRASE SLACK_WEBHOOK_URL GOOGLE_CREDENTIALS TOKEN_2 PRIVATE_KEY'.split(
      ' ',
    ),
  )('%s holds a secret', (name) => expect(isSecretName(name)).toBe(true))

  test.each(
    'PWD OLDPWD PATH KEYBOARD SSH_AUTH_SOCK PUBLIC_KEY TOKEN_URL KEY_REPEAT PASSWORD_FILE TOKENIZERS_PARALLELISM GPG_TTY XAUTHORITY AUTHOR MONKEY KEY_ID'.split(
      ' ',
    ),
  )('%s does not', (name) => expect(isSecretName(name)).toBe(false))
})

describe('a value that gives nothing away', () => {
  test.each([
    'password',
    'changeme',
    'change-me',
    'development',
    'test1234',
    'dev_secret_key',
    'short',
    '1234567890123',
    'true',
    '/home/me/.ssh/id_rsa',
    '~/keys/deploy.pem',
    'https://auth.example.com/token',
    'postgres://localhost:5432/app',
    '<your-token-here>',
    '$' + '{API_TOKEN}',
    'xxxxxxxxxxxxxxxx',
    'your-api-key',
  ])('is %s', (value) => expect(isPlainValue(value)).toBe(true))

  test.each([
    'correct-horse-battery',
    'plain-looking-value',
    'swordfish-and-more',
    'hunter2hunter2',
    'Tr0ub4dor&3x',
    'postgres://me:garden99@localhost/app',
    'https://hooks.slack.com/services/T00000000/B00000000/abcdefghijklmnopqrstuvwx',
    'd41d8cd98f00b204e9800998ecf8427e',
  ])('is not %s', (value) => expect(isPlainValue(value)).toBe(false))
})

/** It is 5 to 30 ms where nothing else runs. What goes over the text again at each place takes seconds. */
const MS = 1000

test('a megabyte that is made to be slow takes no longer than one that is not', () => {
  const line = PEM.split('\n')[1]!
  const hostile = [
    'eyJ',
    'eyJaaaaaaaaaaaa.',
    '-----BEGIN PRIVATE KEY-----',
    `-----BEGIN PRIVATE KEY-----\n${line}\n`,
    'ghp_aaaa',
    'pypi-',
    'Z2hwX',
    'ZXlK',
    'QkVHSU4g',
    'LS0tLS1CRUdJTiBQUklWQVRF',
    '\\n',
    '%0A',
    line.slice(0, 15),
    PASSWORD.slice(0, -1),
  ]
  for (const piece of hostile) {
    const text = piece.repeat(Math.ceil(1_000_000 / piece.length))
    const took = [0, 1, 2, 3].map(() => {
      const from = performance.now()
      known.find(text)
      return performance.now() - from
    })
    expect(Math.min(...took), piece).toBeLessThan(MS)
  }
})
