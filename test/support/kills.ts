import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { makeWorld, type World, wiggum } from './cli.ts'

/** Kills the supervisor at its failpoints and resumes: the run must end as if nothing had happened. */

/** How many worlds are under way at once. */
const POOL = 3

interface Standing {
  code: number | null
  tree: string
  merges: number
  dirt: string
  /** How the log says it ended. */
  ended: string
  /** What the phases handed on, by name. */
  artifacts: string[]
}

function standing(world: World, code: number | null): Standing {
  const log = world.git('log', '--format=%H', '--grep=^Wiggum-Run: ', 'main').trim()
  return {
    code,
    tree: world.git('rev-parse', 'main^{tree}').trim(),
    merges: log.split('\n').filter(Boolean).length,
    dirt: world.git('status', '--porcelain').trim(),
    ended: endOf(world),
    artifacts: artifactsOf(world),
  }
}

function endOf(world: World): string {
  const last = logs(world)
    .split('\n')
    .filter((line) => line.includes('"type":"run.complete"'))
    .at(-1)
  if (!last) return ''
  const { status, cycles, agents_total, fixes_total } = JSON.parse(last).data
  return JSON.stringify({ status, cycles, agents_total, fixes_total })
}

function artifactsOf(world: World): string[] {
  const folder = join(world.repo, '.wiggum/artifacts')
  const paths = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : []
  const handed = paths.map((path) => path.split('/').slice(1).join('/'))
  return [...new Set(handed.filter((path) => /^(?:cycle-\d+\/)?(?:plan|do|check|act)-/.test(path)))].sort()
}

interface Setting {
  /** The command line that starts the run. */
  args: (world: World) => string[]
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
async function reference({ args, prepare, from }: Setting): Promise<Reference> {
  const world = makeWorld()
  prepare?.(world)
  const file = join(world.dir, 'failpoints.txt')
  const run = await wiggum(world, args(world), { WIGGUM_FAILPOINT_LOG: file })
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
      const args = index === 0 || !hasLog(world) ? setting.args(world) : ['resume']
      await wiggum(world, args, { WIGGUM_FAILPOINT: String(n) })
    }
    const began = performance.now()
    // Killed before its first event, a run does not exist: there is nothing to go on with, and it is started again.
    const resumed = await wiggum(world, hasLog(world) ? ['resume'] : setting.args(world))
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

export async function tryAll(
  name: string,
  setting: Setting,
  kills: (ref: Reference) => number[][],
): Promise<void> {
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
