import type { ChildProcess } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { logged, runId, runIds } from '../e2e/run-log.ts'
import { ended, start, type World, wiggum } from '../support/cli.ts'
import { honest, turnOf } from '../support/scenarios.ts'
import { must, newWorld, type Recorded, recorded, run, runArgs, story } from './play.ts'

/** Runs that something outside their rules befell: a crash, a stop, a limit, a machine that slept. */

const FAST = ['--strategy', 'pipeline', '--workflow', 'fast']

/** Until the role has begun. */
async function begun(world: World, role: string): Promise<void> {
  const isSo = () =>
    runIds(world).length > 0 &&
    logged(world).some((event) => event.type === 'agent.start' && event.data.archetype === role)
  while (!isSo()) await sleep(50)
}

/** Long enough to be taken for a machine that was asleep. */
async function sleepThrough(child: ChildProcess): Promise<void> {
  await sleep(1_500)
  child.kill('SIGSTOP')
  await sleep(8_000)
  child.kill('SIGCONT')
}

export const stopPlays: Record<string, () => Promise<Recorded>> = {
  'agent-failed': async () => recorded(await story('crash')),
  'agent-unavailable': async () => {
    const world = newWorld()
    const refused = turnOf('creator', { misbehave: { api_error: 401 } })
    must(await run(world, honest({ creator: [refused] }), ...FAST), 4)
    return recorded(world)
  },
  'usage-limit': async () => {
    const world = newWorld()
    const limited = turnOf('creator', { misbehave: { api_error: 429, resets_in_seconds: 2 } })
    must(await run(world, honest({ creator: [limited, turnOf('creator')] }), ...FAST), 0)
    return recorded(world)
  },
  timeout: async () => {
    const world = newWorld({ '.wiggum/config.yaml': 'limits: { agent_idle_minutes: 0.04 }\n' })
    const hangs = turnOf('maker', { misbehave: { hang: true } })
    must(await run(world, honest({ maker: [hangs] }), ...FAST), 14)
    return recorded(world)
  },
  resumed: async () => {
    const world = newWorld()
    const slow = turnOf('maker', { run: ['sleep 1'] })
    const killed = { WIGGUM_FAILPOINT: '1@appended:work.collected' }
    must(await wiggum(world, runArgs(world, honest({ maker: [slow] }), ...FAST), killed), null)
    const log = join(world.repo, '.wiggum/events', `${runId(world)}.jsonl`)
    // As if the machine had lost power in the middle of the last line.
    writeFileSync(log, readFileSync(log).subarray(0, -20))
    must(await wiggum(world, ['resume']), 0)
    return recorded(world)
  },
  interrupted: async () => {
    const world = newWorld()
    const slow = turnOf('creator', { delay_ms: 4_000 })
    const hangs = turnOf('maker', { misbehave: { hang: true } })
    const child = start(world, runArgs(world, honest({ creator: [slow], maker: [hangs] }), ...FAST))
    const end = ended(child)
    await begun(world, 'creator')
    await sleepThrough(child)
    await begun(world, 'maker')
    await sleep(1_500)
    must(await wiggum(world, ['stop']), 0)
    must(await end, 130)
    return recorded(world)
  },
}
