import { createHmac } from 'node:crypto'
import { chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { demoProject, demoScenarios } from '../../src/agents/scripted/demo-project.ts'
import { receivers, redirect, status } from '../exporters/receiver.ts'
import { ended, scenarioFile, start, type World, wiggum } from '../support/cli.ts'
import { inTiers } from '../support/in-tiers.ts'
import { withoutPauses } from './pdca-play.ts'
import { loggedOf, runId, worldKeeper } from './run-log.ts'

const PATIENCE = 240_000
const SECRET = 'a secret of mine'
const PATH_KEY = 'T000/B000/s3cr3tp4th'
const worlds = worldKeeper()
const servers = receivers()
afterAll(async () => {
  worlds.end()
  await servers.end()
})

/** A run that stands still and is to tell so. */
function stuckWorld(notifications: string): { world: World; loop: string[] } {
  const config = `stagnation:\n  action: alert\n  notifications: ${notifications}\n`
  const world = worlds.fresh({ ...demoProject, '.wiggum/config.yaml': config })
  const { task, scenario } = demoScenarios['loop-stuck']
  const agent = scenarioFile(world, withoutPauses(scenario))
  return { world, loop: ['loop', task, '--json', '--agent', agent] }
}

/** A notifier that keeps what it is called with. */
function notifier(world: World): () => string[] {
  const file = join(world.dir, 'bin/notify-send')
  writeFileSync(file, '#!/bin/sh\nprintf "%s\\n" "--call" "$@" >> "$0.calls"\n')
  chmodSync(file, 0o755)
  return () =>
    existsSync(`${file}.calls`) ? readFileSync(`${file}.calls`, 'utf8').split('--call\n').slice(1) : []
}

/** Everything that wiggum wrote down about its runs. */
function written(world: World): string {
  const folder = join(world.repo, '.wiggum')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const own = files.filter((name) => name !== 'config.yaml').map((name) => join(folder, name))
  return own
    .filter((path) => statSync(path).isFile())
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n')
}

describe('a run that stands still', () => {
  test(
    'tells the webhook and the desktop once, and goes on',
    async () => {
      const server = await servers.fresh()
      const { world, loop } = stuckWorld(`{ webhook: "${server.url(`/${PATH_KEY}`)}" }`)
      const calls = notifier(world)
      const run = await wiggum(world, loop, { WIGGUM_WEBHOOK_SECRET: SECRET })
      expect(run.code).toBe(20)
      expect(loggedOf(world, 'pass.complete')).toHaveLength(5)
      expect(server.received).toHaveLength(1)
      const [got] = server.received
      const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signature } = got!.headers
      const mac = createHmac('sha256', SECRET).update(`${id}.${at}.${got!.body}`).digest('base64')
      expect(signature).toBe(`v1,${mac}`)
      const run_id = runId(world)
      expect(JSON.parse(got!.body)).toMatchObject({
        type: 'wiggum.stagnation',
        data: { run_id, pass: 3, see: `wiggum explain ${run_id}` },
      })
      expect(calls()).toHaveLength(1)
      expect(calls()[0]).toContain('wiggum: no progress after pass 3 of 5')
      const sent = loggedOf(world, 'notification.sent').map(({ data }) => data)
      expect(sent.map(({ channel, ok, problem }) => [channel, ok, problem]).sort()).toEqual([
        ['desktop', true, null],
        ['webhook', true, null],
      ])
      expect(sent.every(({ delivery }) => delivery === id)).toBe(true)
      for (const text of [written(world), run.stdout, run.stderr, got!.body]) {
        expect(text).not.toContain(SECRET)
        expect(text).not.toContain('s3cr3tp4th')
      }
    },
    PATIENCE,
  )

  test('killed while it tells, it tells again under the same id when it is resumed', {
    tags: 'deep',
  }, async () => {
    const server = await servers.fresh()
    const { world, loop } = stuckWorld(`{ desktop: false, webhook: "${server.url(`/${PATH_KEY}`)}" }`)
    await ended(start(world, loop, { WIGGUM_FAILPOINT: '1@append:notification.sent' }))
    expect(loggedOf(world, 'notification.sent')).toEqual([])
    await wiggum(world, ['resume', '--json'])
    expect(loggedOf(world, 'notification.sent')).toHaveLength(1)
    const ids = server.received.map(({ headers }) => headers['webhook-id'])
    expect(ids).toHaveLength(2)
    expect(new Set(ids).size).toBe(1)
  })

  const deaf: [string, string, RegExp][] = [
    ['that nobody listens at', 'http://127.0.0.1:1/', /^127\.0\.0\.1 could not be reached \(ECONNREFUSED\)/],
    ['that is link-local', 'http://169.254.169.254/', /^not delivered: 169\.254\.169\.254 is a link-local/],
  ]
  for (const [some, options] of inTiers(deaf, 2))
    test.each(some)('is not changed by an address %s', options, async (_which, address, sentence) => {
      const { world, loop } = stuckWorld(`{ webhook: "${address}" }`)
      const run = await wiggum(world, loop)
      expect(run.code).toBe(20)
      expect(loggedOf(world, 'pass.complete')).toHaveLength(5)
      const sent = loggedOf(world, 'notification.sent').map(({ data }) => data)
      expect(sent.map(({ channel, ok }) => [channel, ok]).sort()).toEqual([
        ['desktop', false],
        ['webhook', false],
      ])
      expect(sent.find(({ channel }) => channel === 'webhook')?.problem).toMatch(sentence)
      expect(sent.find(({ channel }) => channel === 'desktop')?.problem).toMatch(/^neither notify-send nor/)
      expect(run.stderr).toBe('')
    })

  test('that ends while a receiver keeps silent ends all the same', { tags: 'deep' }, async () => {
    const server = await servers.fresh(() => {})
    const { world, loop } = stuckWorld(`{ desktop: false, webhook: "${server.url()}" }`)
    const run = await wiggum(world, [...loop, '--accept', '--max-passes', '3'])
    expect(loggedOf(world, 'run.complete')).toHaveLength(1)
    expect(run.code).toBe(12)
    const [sent] = loggedOf(world, 'notification.sent')
    expect(sent?.data).toMatchObject({ ok: false, problem: expect.stringContaining('the run ended') })
  })

  test(
    'takes the address from the environment, where it need not be committed',
    async () => {
      const server = await servers.fresh()
      const { world, loop } = stuckWorld('{ desktop: false }')
      await wiggum(world, loop, { WIGGUM_WEBHOOK_URL: server.url(`/${PATH_KEY}`) })
      expect(server.received.map(({ path }) => path)).toEqual([`/${PATH_KEY}`])
      expect(written(world)).not.toContain('s3cr3tp4th')
    },
    PATIENCE,
  )
})

describe('doctor --notify', () => {
  test('sends a test on every channel and says so', async () => {
    const server = await servers.fresh()
    const { world } = stuckWorld(`{ webhook: "${server.url(`/${PATH_KEY}`)}", webhook_format: slack }`)
    const calls = notifier(world)
    const run = await wiggum(world, ['doctor', '--notify'])
    expect(run).toMatchObject({ code: 0, stderr: '' })
    expect(run.stdout).toMatch(/notify desktop +a test was sent\n.*notify webhook +a test was sent/)
    expect(JSON.parse(server.received[0]!.body).text).toMatch(/^\*wiggum: a test\*\n/)
    expect(calls()).toHaveLength(1)
  })

  test.each([
    ['a refusal', status(404), '127.0.0.1 answered 404'],
    [
      'a redirect to a metadata service',
      redirect('http://169.254.169.254/latest/'),
      'not delivered: 127.0.0.1 redirects to 169.254.169.254, which is a link-local address',
    ],
  ])('is exit 3 after %s, in one sentence without the path', async (_what, answer, sentence) => {
    const server = await servers.fresh(answer)
    const { world } = stuckWorld(`{ desktop: false, webhook: "${server.url(`/${PATH_KEY}`)}" }`)
    const run = await wiggum(world, ['doctor', '--notify', '--json'])
    expect(run.code).toBe(3)
    expect(JSON.parse(run.stdout)).toEqual([{ name: 'notify webhook', state: 'missing', detail: sentence }])
  })

  test('with nothing configured is one sentence', async () => {
    const { world } = stuckWorld('{ desktop: false }')
    const run = await wiggum(world, ['doctor', '--notify'])
    expect(run).toMatchObject({ code: 2, stdout: '' })
    expect(run.stderr).toContain('No notification is configured')
  })

  test.each(['ftp://me:s3cr3tp4th@x.test/', 's3cr3tp4th'])('with %j as address is one', async (address) => {
    const { world } = stuckWorld(`{ webhook: "${address}" }`)
    const bad = await wiggum(world, ['doctor', '--notify'])
    const own = await wiggum(stuckWorld('{}').world, ['doctor', '--notify'], { WIGGUM_WEBHOOK_URL: address })
    for (const run of [bad, own]) {
      expect(run).toMatchObject({ code: 2, stdout: '' })
      expect(run.stderr).toContain('must be null or an http(s) address')
      expect(run.stderr.trim().split('\n')).toHaveLength(1)
      expect(run.stderr).not.toContain('s3cr3tp4th')
    }
  })
})
