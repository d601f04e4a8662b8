import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { approved, made, NEW_TEST, newTest, planned, TASK } from '../agents/real/plays.ts'
import { type Counts, MODELS, usageOf } from '../metering/answers.ts'
import { type ModelUpstream, startUpstream } from '../metering/model-upstream.ts'
import { type World, wiggum } from '../support/cli.ts'
import { logged, loggedOf, reportOf, worldKeeper } from './run-log.ts'

/** Whole runs with a program that behaves like Codex and really asks a model, here one of the test's own. */

const worlds = worldKeeper()
const upstreams: ModelUpstream[] = []
afterAll(async () => {
  worlds.end()
  for (const upstream of upstreams) await upstream.end()
})

const ASK: Counts = { input: 10_000, output: 1_000, cacheRead: 0, cacheWrite: 0 }
/** gpt-5.4: 2.5 in, 15 out. */
const ASK_USD = 0.04

const PROGRAM = `#!/usr/bin/env node
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
const say = (line) => console.log(JSON.stringify(line))
const role = process.env.WIGGUM_ROLE
const given = process.argv.flatMap((word) => /base_url="(.*)"$/.exec(word)?.[1] ?? []).at(-1)
const address = given ?? process.env.CODEX_FAKE_ADDRESS
say({ type: 'thread.started', thread_id: 'thread-' + process.pid })
if (role === 'maker') {
  mkdirSync('test', { recursive: true })
  writeFileSync('${NEW_TEST}', ${JSON.stringify(newTest)})
  const source = readFileSync('src/slugify.js', 'utf8')
  writeFileSync('src/slugify.js', source.replace(/(replace\\(\\/\\[\\^a-z0-9\\]\\+\\/g, '-'\\))/, "$1.replace(/^-+|-+$/g, '')"))
}
const rounds = role === process.env.CODEX_FAKE_ENDLESS ? Infinity : 2
for (let round = 0; round < rounds; round += 1) {
  const answer = await fetch(address + '/responses', { method: 'POST', body: '{}' })
  await answer.text()
  // Until its end reaches it, it does not get far.
  if (rounds === Infinity) await new Promise((resolve) => setTimeout(resolve, 200))
}
const texts = JSON.parse(process.env.CODEX_FAKE_TEXTS)
say({ type: 'item.completed', item: { type: 'agent_message', text: texts[role] ?? texts.reviewer } })
say({ type: 'turn.completed', usage: { input_tokens: 7, cached_input_tokens: 0, output_tokens: 3 } })
`

const textOf = (turn: object) => ('text' in turn ? String(turn.text) : '')

async function fakeWorld(config = 'model_provider = "fake"'): Promise<World> {
  const upstream = await startUpstream((_request, response) => {
    const usage = usageOf('responses', ASK)
    response.end(JSON.stringify({ id: 'r', model: MODELS.responses, output: [], usage }))
  })
  upstreams.push(upstream)
  const world = worlds.fresh()
  const bin = join(world.dir, 'bin', 'codex')
  writeFileSync(`${bin}.mjs`, PROGRAM)
  writeFileSync(bin, `#!/bin/sh\nexec "${process.execPath}" "${bin}.mjs" "$@"\n`)
  chmodSync(bin, 0o755)
  const home = join(world.env.HOME ?? '', '.codex')
  mkdirSync(home, { recursive: true })
  const provider = `[model_providers.fake]\nbase_url = "${upstream.url}/v1"`
  writeFileSync(join(home, 'config.toml'), `${config}\n${provider}\n`)
  const texts = { creator: textOf(planned), maker: textOf(made), reviewer: textOf(approved) }
  Object.assign(world.env, {
    CODEX_FAKE_TEXTS: JSON.stringify(texts),
    CODEX_FAKE_ADDRESS: `${upstream.url}/v1`,
  })
  return world
}

const run = (world: World, ...args: string[]) =>
  wiggum(world, ['run', TASK, '--agent', 'codex', '--strategy', 'pipeline', ...args])

it('with --meter the tokens are the proxy’s, and the cost an estimate that is marked everywhere', async () => {
  const world = await fakeWorld()
  const ended = await run(world, '--meter')
  expect(ended.code, ended.stdout + ended.stderr).toBe(0)
  const calls = loggedOf(world, 'agent.complete').map(({ data }) => data)
  expect(calls.length).toBeGreaterThan(3)
  for (const { usage, usage_source, agent_usage } of calls) {
    expect(usage_source).toBe('proxy')
    expect(usage).toMatchObject({ input_tokens: 20_000, output_tokens: 2_000, cost_estimated: true })
    expect(usage.cost_usd).toBeCloseTo(2 * ASK_USD, 10)
    expect(usage.partial).toBeUndefined()
    expect(agent_usage).toMatchObject({ input_tokens: 7, output_tokens: 3 })
  }
  const sum = `~$${(calls.length * 2 * ASK_USD).toFixed(4)}`
  expect(ended.stdout).toContain('done (')
  expect(ended.stdout).toContain('~$0.0800')
  expect(ended.stdout).toContain(sum)
  expect(reportOf(world)).toMatch(/~\$0\.\d+ \(this is an estimate from tokens, at list prices of \d{4}-/)
})

it('a call in which the budget is spent is ended (24), and its work is kept', async () => {
  const world = await fakeWorld()
  world.env.CODEX_FAKE_ENDLESS = 'maker'
  // The Creator's two requests cost 0.08; the Maker's fourth takes it over 0.2.
  const ended = await run(world, '--meter', '--budget-usd', '0.2')
  expect(ended.code, ended.stdout + ended.stderr).toBe(24)
  const [failed] = loggedOf(world, 'agent.failed')
  expect(failed?.data).toMatchObject({ archetype: 'maker', cause: 'budget', usage_source: 'proxy' })
  expect(failed?.data.message).toMatch(/budget is spent: ~\$0\.2\d+ of \$0\.2000$/)
  expect(failed?.data.usage.input_tokens).toBeGreaterThanOrEqual(30_000)
  expect(failed?.data.usage.input_tokens).toBeLessThan(100_000)
  const rescue = loggedOf(world, 'rescue.saved').at(-1)?.data.ref
  expect(world.git('show', `${rescue}:${NEW_TEST}`)).toBe(newTest)
  expect(loggedOf(world, 'run.complete')[0]?.data).toMatchObject({ status: 'budget', exit_code: 24 })
})

it('a budget of tokens is watched in the same way', { tags: 'deep' }, async () => {
  const world = await fakeWorld()
  world.env.CODEX_FAKE_ENDLESS = 'creator'
  const ended = await run(world, '--meter', '--budget-tokens', '50000')
  expect(ended.code, ended.stdout + ended.stderr).toBe(24)
  expect(loggedOf(world, 'agent.failed')[0]?.data.message).toMatch(/\d+ of 50000 tokens/)
})

it('without --meter an agent is ended by what it says of itself while it works', async () => {
  const world = worlds.fresh()
  const bin = join(world.dir, 'bin', 'pi')
  const answer = {
    type: 'message_end',
    message: {
      role: 'assistant',
      content: [{ type: 'text', text: 'still at it' }],
      usage: { input: 1000, output: 100, cost: { total: 0.03 } },
      stopReason: 'toolUse',
    },
  }
  const lines = [{ type: 'session', id: 's' }, answer, answer, answer, answer]
  const said = lines.map((line) => `echo '${JSON.stringify(line)}'; sleep 0.1`).join('\n')
  writeFileSync(bin, `#!/bin/sh\n${said}\nexec sleep 600\n`)
  chmodSync(bin, 0o755)
  const ended = await wiggum(world, ['run', TASK, '--agent', 'pi', '--budget-usd', '0.1'])
  expect(ended.code, ended.stdout + ended.stderr).toBe(24)
  const [failed] = loggedOf(world, 'agent.failed')
  expect(failed?.data).toMatchObject({ cause: 'budget', usage_source: 'agent', usage: { partial: true } })
  expect(failed?.data.usage.cost_usd).toBeGreaterThanOrEqual(0.12)
  expect(failed?.data.message).toContain('budget is spent: $0.1200 of $0.1000')
})

it('without --meter the agent’s tokens are priced by the model’s name, or not at all', {
  tags: 'deep',
}, async () => {
  const priced = await fakeWorld()
  const ended = await run(priced, '--model', 'gpt-5.4')
  expect(ended.code, ended.stdout + ended.stderr).toBe(0)
  const [call] = loggedOf(priced, 'agent.complete')
  expect(call?.data).toMatchObject({
    usage_source: 'agent',
    usage: { input_tokens: 7, cost_estimated: true },
  })
  expect(call?.data.usage.cost_usd).toBeCloseTo((7 * 2.5 + 3 * 15) / 1e6, 12)
  const unpriced = await fakeWorld()
  expect((await run(unpriced, '--model', 'my-own')).code).toBe(0)
  expect(loggedOf(unpriced, 'agent.complete')[0]?.data.usage.cost_usd).toBeNull()
  expect(reportOf(unpriced)).toMatch(/\$0\.0000 \+ \d calls of unknown cost/)
})

it('prices in the configuration beat the table', { tags: 'deep' }, async () => {
  const world = await fakeWorld()
  world.write('.wiggum/config.yaml', 'metering: true\nprices: { "gpt-5*": { input: 100, output: 0 } }\n')
  const ended = await run(world)
  expect(ended.code, ended.stdout + ended.stderr).toBe(0)
  expect(loggedOf(world, 'agent.complete')[0]?.data.usage.cost_usd).toBeCloseTo(2, 10)
})

it('an agent that cannot be pointed at the proxy keeps its own figures, and the run says so once', {
  tags: 'deep',
}, async () => {
  const world = await fakeWorld('profile = "work"')
  const ended = await run(world, '--meter')
  expect(ended.code, ended.stdout + ended.stderr).toBe(0)
  const said = logged(world).filter((event) => event.type === 'decision' && event.data.what === 'metering')
  expect(said.length).toBe(1)
  expect(ended.stdout.match(/codex's own figures/g)?.length).toBe(1)
  const sources = loggedOf(world, 'agent.complete').map(({ data }) => data.usage_source)
  expect(new Set(sources)).toEqual(new Set(['agent']))
})

it('in a sandbox without a network the agent reaches its model, through the proxy and in no other way', async () => {
  const world = await fakeWorld()
  world.env.WIGGUM_SANDBOX = 'auto'
  world.write('.wiggum/config.yaml', 'metering: true\nsandbox_options: { network: none }\n')
  const ended = await run(world)
  expect(ended.code, ended.stdout + ended.stderr).toBe(0)
  const sources = loggedOf(world, 'agent.complete').map(({ data }) => data.usage_source)
  expect(new Set(sources)).toEqual(new Set(['proxy']))
  if (loggedOf(world, 'run.start')[0]?.data.sandbox?.name !== 'bubblewrap') return
  const alone = await fakeWorld()
  alone.env.WIGGUM_SANDBOX = 'auto'
  alone.write('.wiggum/config.yaml', 'sandbox_options: { network: none }\n')
  expect((await run(alone)).code).toBe(14)
})

it.each([
  ['metering: yes please', 'must be true or false'],
  ['prices: { gpt-5: { input: -1, output: 2 } }', 'dollars per million tokens, 0 or more'],
  ['prices: { gpt-5: { input: 1 } }', 'dollars per million tokens, 0 or more'],
  ['prices: { gpt-5: { input: 1, output: 2, cached: 3 } }', 'cache'],
])('the configuration "%s" is refused with a sentence (2)', async (text, sentence) => {
  const world = worlds.fresh()
  world.write('.wiggum/config.yaml', text)
  const ended = await wiggum(world, ['run', TASK])
  expect(ended.code).toBe(2)
  expect(ended.stderr).toContain(sentence)
})
