import { generateKeyPairSync } from 'node:crypto'
import { existsSync } from 'node:fs'
import { describe, expect, test, vi } from 'vitest'
import type { Scenario } from '../../src/agents/scripted/scenario.ts'
import { claudeOnPath, type Ended, type World, wiggum } from '../support/cli.ts'
import { honest, TASK, turnOf } from '../support/scenarios.ts'
import { leaksOf } from './secrets-scan.ts'
import {
  carryOn,
  dataOf,
  expectLanded,
  expectLandedQuietly,
  expectNotLanded,
  inWorld,
  type Turn,
} from './trust-play.ts'
import { fix, moreTests } from './trust-projects.ts'

vi.setConfig({ maxConcurrency: 2, testTimeout: 120_000 })

/** By its shape: no variable has it. By its name alone. Of many lines. */
const TOKEN = 'ghp_Rk4vWq8LzN2yTb6XcD0sHf3JgM7pEa1UiOxB'
const PASSWORD = 'seven-purple-ravens'
const KEY = generateKeyPairSync('rsa', { modulusLength: 2048 })
  .privateKey.export({ type: 'pkcs8', format: 'pem' })
  .toString()
const ALL = [TOKEN, PASSWORD, KEY]
const ENV = { DEPLOY_PASSWORD: PASSWORD, SIGNING_KEY: KEY }

const base64 = (text: string) => Buffer.from(text).toString('base64')
const wrapped = (text: string) => base64(text).replace(/.{76}/g, '$&\n')

/** Says it all, in every form, on every channel that an agent has. */
const talkative = (over: Partial<Turn> = {}): Turn => {
  const every = ALL.flatMap((secret) => [
    secret,
    base64(secret),
    base64(`x${secret}`),
    wrapped(`yz${secret}`),
    encodeURIComponent(secret),
    Buffer.from(secret).toString('hex'),
  ]).join('\n')
  return turnOf('maker', {
    say: `I see this: ${every}`,
    tool_calls: [
      {
        name: 'Bash',
        input: { command: `echo ${TOKEN} ${base64(PASSWORD)}` },
        result: every,
        is_error: false,
      },
    ],
    output: `Done with ${every}`,
    contract: { ...turnOf('maker').contract, summary: `used ${TOKEN}`, notes: `and ${PASSWORD} and ${KEY}` },
    ...over,
  })
}

const leaking = {
  edits: [
    fix,
    moreTests,
    { path: 'src/deploy.js', write: `export const token = '${TOKEN}'\nexport const key = \`${KEY}\`\n` },
    { path: `notes/${PASSWORD}.txt`, write: 'a name\n' },
  ],
} satisfies Partial<Turn>

/** Everything that says something about a run. */
async function screensOf(world: World, run: string): Promise<Ended[]> {
  const commands = [
    ['status', run],
    ['status', run, '--json'],
    ['runs'],
    ['runs', '--json'],
    ['explain', run],
    ['report', run],
    ['report', run, '--format', 'html'],
    ['report', run, '--json'],
    ['replay', run],
    ['memory', 'list'],
    ['doctor'],
  ]
  const all: Ended[] = []
  for (const words of commands) all.push(await wiggum(world, words, ENV))
  return all
}

const textOf = ({ stdout, stderr }: Ended) => `${stdout}${stderr}`
const gates = (played: Parameters<typeof dataOf>[0]) => dataOf(played, 'gate.opened').map(({ kind }) => kind)

const playWith = async (world: World, scenario: Scenario, args: string[] = []) => {
  claudeOnPath(world, scenario)
  return carryOn(world, ['run', TASK, ...args], ENV)
}

describe.concurrent('three secrets that an agent prints and puts into its change', () => {
  test('are nowhere but in the run’s own repository, until a person lets them land', () =>
    inWorld(undefined, async (world) => {
      const asked = await playWith(world, honest({ maker: [talkative(leaking)] }))
      expectNotLanded(asked, /waiting|secret/)
      expect([asked.run.code, gates(asked)]).toEqual([20, ['secret']])
      const [gate] = dataOf(asked, 'gate.opened')
      expect(gate!.evidence.join('\n')).toMatch(/src\/deploy\.js:1: a GitHub token \(sha256:[0-9a-f]{16}\)/)
      expect(gate!.evidence.join('\n')).toMatch(/src\/deploy\.js:2: the value of \$SIGNING_KEY/)
      expect(gate!.evidence.join('\n')).toMatch(/the value of \$DEPLOY_PASSWORD/)
      const runId = asked.said.run_id
      const screens = [asked.run, ...(await screensOf(world, runId))].map(textOf)
      expect(leaksOf(world, ALL, screens)).toEqual([])
      expect(world.git('for-each-ref', '--format=%(refname)', 'refs/heads', 'refs/wiggum')).toBe(
        'refs/heads/main\n',
      )
      // Whoever says yes gets it as it was made, byte for byte.
      const approved = await carryOn(world, ['approve', runId], ENV)
      expectLanded(approved)
      expect(world.git('show', 'main:src/deploy.js')).toContain(TOKEN)
      expect(world.git('show', 'main:src/deploy.js')).toContain(KEY)
      expect(world.git('rev-parse', asked.said.branch)).toMatch(/^[0-9a-f]{40}/)
      expect(textOf(approved.run)).not.toContain(TOKEN)
      // The scan does find what is there.
      expect(leaksOf(world, [TOKEN], []).length).toBeGreaterThan(0)
    }))

  test('stay there when a person says no, and the ending says where', { tags: 'deep' }, () =>
    inWorld(undefined, async (world) => {
      const asked = await playWith(world, honest({ maker: [talkative(leaking)] }))
      const rejected = await carryOn(world, ['reject', asked.said.run_id, 'take it out'], ENV)
      expectNotLanded(
        rejected,
        /answered no \(secret\).*own repository: git -C (\S+) log -p refs\/wiggum\/held\/1/,
      )
      const screens = [rejected.run, ...(await screensOf(world, asked.said.run_id))].map(textOf)
      expect(leaksOf(world, ALL, screens)).toEqual([])
      const [, vault = ''] = /git -C (\S+) log/.exec(rejected.said.reason ?? '') ?? []
      expect(world.git('-C', vault, 'show', 'refs/wiggum/held/1:src/deploy.js')).toContain(TOKEN)
      // Nothing but a clear word throws it away.
      await wiggum(world, ['gc', asked.said.run_id, '--yes'], ENV)
      expect(existsSync(vault)).toBe(true)
      await wiggum(world, ['gc', asked.said.run_id, '--yes', '--allow', 'rescue'], ENV)
      expect(existsSync(vault)).toBe(false)
    }),
  )

  test('stay there when a shell that has not the variable says no, and appear when it says yes', () =>
    inWorld(undefined, async (world) => {
      const edits = [fix, moreTests, { path: 'notes.txt', write: `${PASSWORD}\n` }]
      const asked = await playWith(world, honest({ maker: [turnOf('maker', { edits })] }))
      const rejected = await carryOn(world, ['reject', asked.said.run_id])
      expectNotLanded(rejected, /own repository/)
      expect(leaksOf(world, [PASSWORD], [textOf(rejected.run)])).toEqual([])
      const again = await playWith(world, honest({ maker: [turnOf('maker', { edits })] }))
      const approved = await carryOn(world, ['approve', again.said.run_id])
      expectLanded(approved)
      expect(world.git('rev-parse', again.said.branch)).toMatch(/^[0-9a-f]{40}/)
    }))

  test('stay there when the checks are red and nobody was asked', { tags: 'deep' }, () =>
    inWorld(undefined, async (world) => {
      const broken = { ...leaking, edits: [...leaking.edits, { path: 'src/slugify.js', write: 'broken(' }] }
      const ended = await playWith(world, honest({ maker: [talkative(broken)] }))
      expectNotLanded(ended, /own repository/)
      expect(leaksOf(world, ALL, [textOf(ended.run)])).toEqual([])
    }),
  )

  test('stay there when the agent dies with them in its tree', { tags: 'deep' }, () =>
    inWorld(undefined, async (world) => {
      const ended = await playWith(
        world,
        honest({ maker: [talkative({ ...leaking, misbehave: { no_result: true }, exit: 1 })] }),
      )
      expectNotLanded(ended, /./)
      expect(
        leaksOf(world, ALL, [textOf(ended.run), ...(await screensOf(world, ended.said.run_id)).map(textOf)]),
      ).toEqual([])
      expect(dataOf(ended, 'rescue.saved').every(({ held_in }) => held_in !== undefined)).toBe(true)
    }),
  )

  test('are asked about too when a later commit takes them out', { tags: 'deep' }, () =>
    inWorld(undefined, async (world) => {
      const maker = turnOf('maker', {
        edits: [fix, moreTests],
        run: [
          `printf '%s' '${TOKEN}' > key.txt && git add -A && git commit -qm 'First'`,
          "git rm -q key.txt && git commit -qm 'Second'",
        ],
      })
      const asked = await playWith(world, honest({ maker: [maker] }))
      expect([asked.run.code, gates(asked)]).toEqual([20, ['secret']])
      expect(leaksOf(world, [TOKEN], [textOf(asked.run)])).toEqual([])
    }),
  )

  test('are asked about in a commit’s message', { tags: 'deep' }, () =>
    inWorld(undefined, async (world) => {
      const maker = turnOf('maker', { edits: [fix, moreTests], commit: `Use ${TOKEN}` })
      expect(gates(await playWith(world, honest({ maker: [maker] })))).toEqual(['secret'])
    }),
  )

  test.each([
    ['secret_ignore: ["src/**"]', 0, []],
    ['secret_ignore: ["$SIGNING_KEY", "docs/*"]', 20, ['secret']],
    ['secret: allow', 0, []],
    ['secret: warn', 0, []],
    ['secret: deny', 10, []],
  ])('with %s end with %i', { tags: 'deep' }, (line, code, asked) =>
    inWorld(undefined, async (world) => {
      world.write('.wiggum/config.yaml', `gates:\n  ${line}\n`)
      world.git('add', '-f', '.wiggum/config.yaml')
      world.git('commit', '-qm', 'Settings')
      const edits = [fix, moreTests, leaking.edits[2]!]
      const played = await playWith(world, honest({ maker: [turnOf('maker', { edits })] }))
      expect([played.run.code, gates(played)]).toEqual([code, asked])
    }),
  )
})

/** Parsers, styles, documentation, fixtures: words of secrets, and no secret. */
const HONEST: Record<string, string> = {
  'src/lexer.js': 'const token = lexer.next()\nconst secret = token.value\nlet password = token.rest\n',
  'src/button.css': '.sk-button-primary-large-rounded-with-shadow { color: red }\n.pk_live_status {}\n',
  'src/skeleton.html': '<div class="sk-loading-container-inner-wrapper-large-2"></div>\n',
  'src/pem.js':
    "export const isKey = (text) => text.startsWith('-----BEGIN PRIVATE KEY-----') && text.includes('-----END PRIVATE KEY-----')\n",
  'docs/setup.md':
    'Set `GITHUB_TOKEN=ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx` and AWS_ACCESS_KEY_ID=AKIAIOSFODNN7EXAMPLE,\nAWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY\n',
  'docs/stripe.md': 'Use the test key `sk_test_4eC39HqLyjWDarjtT1zdp7dc`, or <your-token-here>.\n',
  'docs/jwt.md':
    'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIiwiaWF0IjoxNTE2MjM5MDIyfQ.SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c\n',
  'src/config.js':
    "export const config = { password: process.env.DEPLOY_PASSWORD, url: 'postgres://user:pass@localhost/app', mode: 'development' }\n",
  'lock/package-lock.json':
    '{ "integrity": "sha512-9Rk0TT5sY0Ax2xVUZ1yBcQ1ReJcNvJsPSZzjy2s2bR2CAJHV7fB7t1wS5o1nHBgKzD2uI1M3jZ0bq2xOe3Vv5A==" }\n',
  'src/hash.js':
    "export const sha = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'\nconst api_key = readKey()\n",
}

test('ten honest changes with such words in them: nobody is asked, and no byte is another', () =>
  inWorld(undefined, async (world) => {
    const edits = Object.entries(HONEST).map(([path, write]) => ({ path, write }))
    const files = [fix, moreTests, ...edits].map(({ path }) => path)
    const creator = turnOf('creator', { contract: { ...turnOf('creator').contract, files } })
    const maker = turnOf('maker', { edits: [fix, moreTests, ...edits] })
    claudeOnPath(world, honest({ creator: [creator], maker: [maker] }))
    // Values that nobody calls a secret are none, whatever their variable is called.
    const env = { ...ENV, APP_SECRET: 'development', DB_PASSWORD: 'password', KEY_FILE_TOKEN: '/etc/app/key' }
    const played = await carryOn(world, ['run', TASK], env)
    expectLandedQuietly(played)
    for (const [path, text] of Object.entries(HONEST)) expect(world.git('show', `main:${path}`)).toBe(text)
  }))

describe.concurrent('a secret in the task’s own words', () => {
  test.each([
    ['run', `use token ${TOKEN} to deploy`],
    ['run', `log in with ${PASSWORD}`],
    ['sprint', 'add', `use token ${TOKEN}`],
    ['run', 'deploy', '--check', `curl -H "Authorization: ${TOKEN}" x`],
  ])('is refused: %s', (...words) =>
    inWorld(undefined, async (world) => {
      const { code, stdout, stderr } = await wiggum(world, words, ENV)
      expect([code, stdout]).toEqual([2, ''])
      expect(stderr).toMatch(/holds (a GitHub token|the value of \$DEPLOY_PASSWORD)\. Pass it by a variable/)
      expect(existsSync(`${world.repo}/.wiggum`)).toBe(false)
    }),
  )

  test('is none where it is only called one', () =>
    inWorld(undefined, async (world) => {
      claudeOnPath(world, honest())
      const words = 'const token = lexer.next() must skip sk-button-primary, password=secret'
      expect((await wiggum(world, ['run', words, '--dry-run', '--json'], ENV)).code).toBe(0)
    }))
})
