import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { type Ended, makeWorld, type World, wiggum, wiggumProcess } from './cli.ts'

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

export interface Setting {
  /** The command line that starts the run. */
  args: (world: World) => string[]
  prepare?: (world: World) => void
  /** Only places after the first of this name. */
  from?: string
}

/** Where a supervisor is killed. */
export type Place =
  /** The n-th place of all, or as `WIGGUM_FAILPOINT` names one: numbers go on meaning something else as events are added. */
  | number
  | `${number}@${string}`
  /** As it starts, or has run, the first git command whose words hold this: in the middle of an effect. */
  | { git: string; when: 'before' | 'after' }

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
  kills: Place[],
): Promise<{ problem: string | null; back: number; took: number }> {
  const world = makeWorld()
  setting.prepare?.(world)
  const place = kills.map((at) => nameOf(at, ref)).join(' then ')
  try {
    for (const [index, at] of kills.entries()) {
      const args = index === 0 || !hasLog(world) ? setting.args(world) : ['resume']
      const { code } = await kill(world, args, at)
      // A resume may have less left to do than what it is to be killed at; the first life passes every place.
      if (code !== null && index === 0)
        return { back: 0, took: 0, problem: `${place}: was not reached, it ended with ${code}` }
    }
    const before = events(world).length
    const began = Date.now()
    // Killed before its first event, a run does not exist: there is nothing to go on with, and it is started again.
    const resumed = await wiggum(world, hasLog(world) ? ['resume'] : setting.args(world))
    const took = Date.now() - began
    // The first event is `run.resumed` itself; with the next the run is at work again.
    const at = events(world)[before + 1]?.ts
    const back = at === undefined ? took : Date.parse(at) - began
    const seen = standing(world, resumed.code)
    if (JSON.stringify(seen) !== JSON.stringify(ref.wanted))
      return {
        back,
        took,
        problem: `${place}: ${JSON.stringify(seen)} ${resumed.stderr}${resumed.stdout.slice(-400)}`,
      }
    const twice = completedTwice(world)
    return { back, took, problem: twice ? `${place}: completed step ran again: ${twice}` : null }
  } finally {
    world.end()
  }
}

function nameOf(at: Place, { places }: Reference): string {
  if (typeof at === 'number') return `${at} ${places[at - 1]}`
  return typeof at === 'string' ? at : `${at.when} git ${at.git}`
}

function kill(world: World, args: string[], at: Place): Promise<Ended> {
  if (typeof at !== 'object') return wiggumProcess(world, args, { WIGGUM_FAILPOINT: String(at) })
  killedByGit(world, at)
  return wiggumProcess(world, args)
}

/** Puts a git on the world's PATH that once kills who called it. */
function killedByGit(world: World, { git, when }: { git: string; when: 'before' | 'after' }): void {
  const done = join(world.dir, 'killed-by-git')
  const real = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim()
  const script = `#!/bin/sh
case " $* " in *" ${git} "*) if [ ! -e '${done}' ]; then
  : >'${done}'
  ${when === 'after' ? `'${real}' "$@" >/dev/null 2>&1 </dev/null` : ''}
  kill -9 $PPID
  exit 1
fi;; esac
exec '${real}' "$@"
`
  writeFileSync(join(world.dir, 'bin', 'git'), script, { mode: 0o755 })
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

/** Whole ones: the last may have been cut off by the kill. */
function events(world: World): { type: string; ts: string; data: { step: string; attempt: number } }[] {
  const lines = logs(world).split('\n').slice(0, -1)
  return lines.map((line) => JSON.parse(line))
}

function completedTwice(world: World): string | undefined {
  const complete = events(world).filter((event) => event.type === 'agent.complete')
  const steps = complete.map(({ data }) => `${data.step} ${data.attempt}`)
  return steps.find((step, index) => steps.indexOf(step) !== index)
}

async function inPool<T>(items: T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = [...items]
  const worker = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: POOL }, worker))
}

/** The places whose name is like this, each as the n-th of its name. */
export function byName(places: string[], like: RegExp): Place[] {
  const passed = new Map<string, number>()
  return places.flatMap((name) => {
    if (!like.test(name)) return []
    const n = (passed.get(name) ?? 0) + 1
    passed.set(name, n)
    return [`${n}@${name}` as const]
  })
}

export async function tryAll(
  name: string,
  setting: Setting,
  kills: (ref: Reference) => Place[][],
): Promise<void> {
  const ref = await reference(setting)
  await killAll(name, setting, { ref, plans: kills(ref) })
}

/** Each plan on its own: killed at its places one after the other, then resumed. */
async function killAll(
  name: string,
  setting: Setting,
  { ref, plans }: { ref: Reference; plans: Place[][] },
): Promise<void> {
  const problems: string[] = []
  const slowest = { back: 0, took: 0 }
  await inPool(plans, async (plan) => {
    const { problem, back, took } = await killAndResume(setting, ref, plan)
    if (problem) problems.push(problem)
    slowest.back = Math.max(slowest.back, back)
    slowest.took = Math.max(slowest.took, took)
  })
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
  console.log(
    `${name}: ${plans.length} kills over ${ref.places.length} places, ${problems.length} failures; ` +
      `slowest resume: at work after ${seconds(slowest.back)}, at the end after ${seconds(slowest.took)}`,
  )
  expect(problems).toEqual([])
  expect(plans.length).toBeGreaterThan(3)
}
