import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { makeWorld, scenarioFile, type World, wiggum } from '../support/cli.ts'
import { honest, TASK } from '../support/scenarios.ts'

/** Every k-th place is tried by default, so that CI stays short; WIGGUM_TEST_ALL_FAILPOINTS=1 tries all of them. */
const STRIDE = process.env.WIGGUM_TEST_ALL_FAILPOINTS ? 1 : 1
const worlds: World[] = []
afterAll(() => worlds.forEach((world) => world.end()))

function freshWorld(): World {
  const world = makeWorld()
  worlds.push(world)
  return world
}

const CALLS = 'calls.txt'
const scenario = () => {
  const roles = Object.entries(honest().roles).map(([role, turns]) => [
    role,
    turns.map((turn) => ({ ...turn, run: [...(turn.run ?? []), `echo "$WIGGUM_STEP $WIGGUM_ATTEMPT" >> "$HOME/${CALLS}"`] })),
  ])
  return { name: 'counted', roles: Object.fromEntries(roles) }
}

const runArgs = (world: World) => ['run', TASK, '--agent', scenarioFile(world, scenario())]

interface After {
  tree: string
  merges: number
  calls: string[]
  open: string[]
}

function after(world: World): After {
  const calls = join(world.env.HOME!, CALLS)
  return {
    tree: world.git('rev-parse', 'main^{tree}').trim(),
    merges: world.git('log', '--format=%H', '--grep=^Wiggum-Run: ', 'main').trim().split('\n').filter(Boolean).length,
    calls: existsSync(calls) ? readFileSync(calls, 'utf8').trim().split('\n') : [],
    open: world.git('status', '--porcelain').trim().split('\n').filter(Boolean),
  }
}

test('CR1: SIGKILL at every failpoint, then resume: same tree, one merge, no completed step again', async () => {
  const reference = freshWorld()
  const names = join(reference.dir, 'failpoints.txt')
  expect((await wiggum(reference, runArgs(reference), { WIGGUM_FAILPOINT_LOG: names })).code).toBe(0)
  const places = readFileSync(names, 'utf8').trim().split('\n')
  const wanted = after(reference)
  expect(wanted.merges).toBe(1)
  expect(places.length).toBeGreaterThan(60)
  const numbers = places.map((_, index) => index + 1).filter((n) => n % STRIDE === 0)
  const failures: string[] = []
  const tryPlace = async (n: number): Promise<void> => {
    const world = freshWorld()
    const killed = await wiggum(world, runArgs(world), { WIGGUM_FAILPOINT: String(n) })
    const place = `${n} ${places[n - 1]}`
    if (killed.code !== null) failures.push(`${place}: was not killed (${killed.code})`)
    const began = performance.now()
    const resumed = await wiggum(world, n === 1 ? runArgs(world) : ['resume'])
    const took = performance.now() - began
    const got = after(world)
    const expected = { code: 0, tree: wanted.tree, merges: 1, open: [] }
    const seen = { code: resumed.code, tree: got.tree, merges: got.merges, open: got.open }
    if (JSON.stringify(seen) !== JSON.stringify(expected))
      failures.push(`${place}: ${JSON.stringify(seen)} ${resumed.stderr} ${resumed.stdout.slice(-300)}`)
    const completed = [...logs(world).matchAll(/"type":"agent.complete".*?"step":"([^"]+)","attempt":(\d+)/g)].map((m) => `${m[1]} ${m[2]}`)
    if (new Set(completed).size !== completed.length) failures.push(`${place}: a completed step ran again: ${completed}`)
    slowest = Math.max(slowest, took)
    world.end()
  }
  let slowest = 0
  await inPool(numbers, 3, tryPlace)
  console.log(`CR1: ${numbers.length} of ${places.length} places, ${failures.length} failures, slowest resume ${(slowest / 1000).toFixed(1)} s`)
  expect(failures).toEqual([])
}, 1_200_000)

function logs(world: World): string {
  const folder = join(world.repo, '.wiggum/events')
  const names = readdirSync(folder).filter((name) => name.endsWith('.jsonl') && name !== 'index.jsonl')
  return names.map((name) => readFileSync(join(folder, name), 'utf8')).join('')
}

async function inPool<T>(items: T[], size: number, work: (item: T) => Promise<void>): Promise<void> {
  const queue = [...items]
  await Promise.all(Array.from({ length: size }, async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item)
  }))
}
