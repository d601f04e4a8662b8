import { execFileSync, spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { endAll, kill, processesOf } from './processes.mjs'
import { projectFor } from './project.mjs'
import { git, journalOf, lostIn, makeWorld, put, removeWorld, seal } from './world.mjs'

const LOOK_MS = 250
const GRACE_MS = 3000
const TAIL = 4000
/** It has failed by then; the machine has other users. */
const TOO_MUCH_MB = 1500

const living = new Set()

/** For whoever is interrupted: nothing of ours may run on. */
export async function endWorlds() {
  for (const world of living) {
    await endAll(world.mark)
    removeWorld(world)
  }
}

/** One orchestrator with one misbehaving agent: what is so afterwards, whatever anybody said. */
export async function observe(adapter, which, { seconds, installed, keep = false, parent }) {
  const world = makeWorld(which, { commits: adapter.commits === true, parent })
  living.add(world)
  try {
    await adapter.prepare?.({ ...world, installed })
    seal(world)
    const ended = await runIn(world, adapter, { seconds, installed })
    return { ...ended, ...(await afterwards(world, adapter, ended)) }
  } finally {
    await endAll(world.mark)
    living.delete(world)
    if (keep) console.error(`kept: ${world.dir}`)
    else removeWorld(world)
  }
}

async function runIn(world, adapter, { seconds, installed }) {
  const { file, args, env = {} } = adapter.start({ ...world, installed })
  const began = Date.now()
  const child = spawn(file, args, {
    cwd: world.repo,
    env: { ...world.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  const state = { code: null, signal: null, ended: false, peakMb: 0, killed: false, output: '' }
  const hear = (chunk) => (state.output = `${state.output}${chunk}`.slice(-TAIL))
  child.stdout.on('data', hear)
  child.stderr.on('data', hear)
  child.on('error', (error) => Object.assign(state, { ended: true, output: String(error) }))
  // Not `close`: what it leaked may hold its output open.
  child.on('exit', (code, signal) => Object.assign(state, { ended: true, code, signal }))
  while (!state.ended && state.peakMb < TOO_MUCH_MB && Date.now() - began < seconds * 1000) {
    await pause(LOOK_MS)
    state.peakMb = Math.max(state.peakMb, memoryOf(world))
    if (world.id === 'forker/killed' && journalOf(world).some(({ kind }) => kind === 'forked')) {
      kill(child.pid)
      state.killed = true
      await pause(LOOK_MS)
    }
  }
  const ms = Date.now() - began
  return { ...state, timedOut: !state.ended, ms }
}

/** Of the orchestrator alone, without the agent. */
function memoryOf({ mark }) {
  const own = processesOf(mark).filter(({ isAgent }) => !isAgent)
  return own.reduce((sum, { mb }) => sum + mb, 0)
}

async function afterwards(world, adapter, ended) {
  if (world.fault === 'forker') await pause(GRACE_MS)
  const leftovers = processesOf(world.mark).map(({ command }) => command)
  await endAll(world.mark)
  const journal = journalOf(world)
  const tip = tipOf(world)
  return {
    leftovers,
    calls: journal.filter(({ kind }) => kind === 'call').length,
    work: journal.filter(({ kind, works }) => kind === 'call' && works).length,
    refused: journal.filter(({ kind }) => kind === 'refused').length,
    claimed: !ended.timedOut && !ended.killed && (await adapter.claims({ ...world, ...ended })) === true,
    landed: tip !== world.base,
    green: isGreen(world, tip),
    lost: world.fault === 'deleter' ? lostIn(world) : [],
  }
}

/** Where the work is said to be: on main, else where the checkout stands. */
function tipOf(world) {
  const [main, head] = ['refs/heads/main', 'HEAD'].map((ref) => {
    try {
      return git(world, 'rev-parse', ref)
    } catch {
      return 'gone'
    }
  })
  return main === world.base ? head : main
}

/** The tests as they were at the start, on the code as it is now, in a folder of our own. */
function isGreen(world, tip) {
  const copy = join(world.dir, 'judged')
  rmSync(copy, { recursive: true, force: true })
  try {
    execFileSync('git', ['clone', '-q', '--no-checkout', world.repo, copy], {
      env: world.env,
      stdio: 'ignore',
    })
    execFileSync('git', ['-c', 'advice.detachedHead=false', 'checkout', '-q', tip], {
      cwd: copy,
      env: world.env,
      stdio: 'ignore',
    })
    const { files } = projectFor(world)
    rmSync(join(copy, 'test'), { recursive: true, force: true })
    for (const path of ['package.json', 'test/duration.test.mjs']) put(copy, path, files[path])
    execFileSync(process.execPath, ['--test', 'test/duration.test.mjs'], {
      cwd: copy,
      env: world.env,
      stdio: 'ignore',
      timeout: 30_000,
    })
    return true
  } catch {
    return false
  }
}
