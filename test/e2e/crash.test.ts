import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { makeWorld, scenarioFile, type World, wiggum } from '../support/cli.ts'
import { honest, TASK } from '../support/scenarios.ts'

/** How many worlds are under way at once. */
const POOL = 3
const SMOKE = 'run: "false"'

interface Standing {
  code: number | null
  tree: string
  merges: number
  dirt: string
}

function standing(world: World, code: number | null): Standing {
  const log = world.git('log', '--format=%H', '--grep=^Wiggum-Run: ', 'main').trim()
  return {
    code,
    tree: world.git('rev-parse', 'main^{tree}').trim(),
    merges: log.split('\n').filter(Boolean).length,
    dirt: world.git('status', '--porcelain').trim(),
  }
}

const runArgs = (world: World) => ['run', TASK, '--agent', scenarioFile(world, honest())]

interface Setting {
  prepare?: (world: World) => void
  /** Only places after the first of this name. */
  from?: string
}

interface Reference {
  places: string[]
  numbers: number[]
  wanted: Standing
}

/** One undisturbed run: where it can die, and how it stands at the end. */
async function reference({ prepare, from }: Setting): Promise<Reference> {
  const world = makeWorld()
  prepare?.(world)
  const file = join(world.dir, 'failpoints.txt')
  const run = await wiggum(world, runArgs(world), { WIGGUM_FAILPOINT_LOG: file })
  const places = readFileSync(file, 'utf8').trim().split('\n')
  const first = from ? places.indexOf(from) : 0
  const wanted = standing(world, run.code)
  world.end()
  return { places, numbers: places.map((_, index) => index + 1).slice(first), wanted }
}

/** Kills at each place of the list in turn (the second while resuming, …), then resumes undisturbed. */
async function killAndResume(
  setting: Setting,
  ref: Reference,
  kills: number[],
): Promise<{ problem: string | null; took: number }> {
  const world = makeWorld()
  setting.prepare?.(world)
  const place = kills.map((n) => `${n} ${ref.places[n - 1] ?? ''}`).join(' then ')
  try {
    for (const [index, n] of kills.entries()) {
      const args = index === 0 || !hasLog(world) ? runArgs(world) : ['resume']
      await wiggum(world, args, { WIGGUM_FAILPOINT: String(n) })
    }
    const began = performance.now()
    // Killed before its first event, a run does not exist: there is nothing to go on with, and it is started again.
    const resumed = await wiggum(world, hasLog(world) ? ['resume'] : runArgs(world))
    const took = performance.now() - began
    const seen = standing(world, resumed.code)
    if (JSON.stringify(seen) !== JSON.stringify(ref.wanted))
      return {
        took,
        problem: `${place}: ${JSON.stringify(seen)} ${resumed.stderr}${resumed.stdout.slice(-400)}`,
      }
    const twice = completedTwice(world)
    return { took, problem: twice ? `${place}: completed step ran again: ${twice}` : null }
  } finally {
    world.end()
  }
}

function logs(world: World): string {
  const folder = join(world.repo, '.wiggum/events')
  if (!existsSync(folder)) return ''
  const names = readdirSync(folder).filter((name) => name.endsWith('.jsonl') && name !== 'index.jsonl')
  return names.map((name) => readFileSync(join(folder, name), 'utf8')).join('')
}

function hasLog(world: World): boolean {
  return logs(world) !== ''
}

function completedTwice(world: World): string | undefined {
  const lines = logs(world)
    .split('\n')
    .filter((line) => line.includes('"type":"agent.complete"'))
  const steps = lines.map((line) => JSON.parse(line).data).map((data) => `${data.step} ${data.attempt}`)
  return steps.find((step, index) => steps.indexOf(step) !== index)
}

async function inPool<T>(items: T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = [...items]
  const worker = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: POOL }, worker))
}

async function tryAll(name: string, setting: Setting, kills: (ref: Reference) => number[][]): Promise<void> {
  const ref = await reference(setting)
  const problems: string[] = []
  let slowest = 0
  const plans = kills(ref)
  await inPool(plans, async (plan) => {
    const { problem, took } = await killAndResume(setting, ref, plan)
    if (problem) problems.push(problem)
    slowest = Math.max(slowest, took)
  })
  console.log(
    `${name}: ${plans.length} kills over ${ref.places.length} places, ${problems.length} failures, slowest resume ${(slowest / 1000).toFixed(1)} s`,
  )
  expect(problems).toEqual([])
  expect(plans.length).toBeGreaterThan(3)
}

const failingHook = (world: World) => {
  world.write('.wiggum/hooks.yaml', `post-merge:\n  - ${SMOKE}\n`)
  world.git('add', '-A')
  world.git('commit', '-q', '-m', 'Check after landing')
}

describe('a supervisor that is killed', () => {
  test('CR1, CR3: at every failpoint, then resumed: same tree, one merge, no completed step again', async () => {
    await tryAll('CR1', {}, ({ numbers }) => numbers.map((n) => [n]))
  }, 1_500_000)

  test('CR4: between a failed check after landing and the revert: resume reverts', async () => {
    const setting = { prepare: failingHook, from: 'appended:run.merged' }
    await tryAll('CR4', setting, ({ numbers }) => numbers.map((n) => [n]))
  }, 600_000)

  test('CR5: twice, the second time while it recovers: as if once', async () => {
    await tryAll('CR5', {}, ({ numbers }) =>
      numbers
        .filter((n) => n > 1 && n % 9 === 0)
        .flatMap((n) => [
          [n, 2],
          [n, 6],
        ]),
    )
  }, 600_000)
})
