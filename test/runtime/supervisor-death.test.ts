import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Built, buildHarness } from './fixtures/build-harness.ts'
import { end, living, unique, until } from './fixtures/processes.ts'

let built: Built
let started: ChildProcess[] = []

beforeAll(async () => {
  built = await buildHarness()
})

afterEach(() => {
  for (const { pid } of started) if (pid !== undefined) end([pid])
  started = []
})

afterAll(() => rmSync(built.folder, { recursive: true }))

/** An agent that ignores signals, with one child of every kind; all carry the word. */
function agent(word: string): string {
  return [
    `trap '' TERM HUP INT`,
    `sleep 100.${word} &`,
    `setsid sleep 100.${word} &`,
    `nohup sleep 100.${word} >/dev/null 2>&1 &`,
    `(setsid sh -c '(sleep 100.${word} &) &' >/dev/null 2>&1 &)`,
    `env -i setsid sleep 100.${word} >/dev/null 2>&1 &`,
    `env -i setsid sh -c '(cd /; exec sleep 100.${word} </dev/null >/dev/null 2>&1) &' &`,
    `while :; do sleep 0.1; done`,
  ].join('\n')
}

const SLEEPERS = 6

function supervisor(leash: string, command: string): ChildProcess {
  const child = spawn(process.execPath, [built.harness, leash, command], { stdio: 'ignore', detached: true })
  started.push(child)
  return child
}

const sleepers = (word: string) => living(`100.${word}`).filter((pid) => nameOf(pid) === 'sleep')
const reapers = () => living(`${built.folder}/dist/reaper.js`)

function nameOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim()
  } catch {
    return ''
  }
}

describe('whatever kills the supervisor, nothing of the agent is left after 2 seconds', () => {
  for (const signal of ['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    it(`by ${signal}`, async () => {
      const word = unique()
      const child = supervisor(`death-${word}`, agent(word))
      expect(await until(() => sleepers(word).length === SLEEPERS)).toBe(true)
      child.kill(signal)
      await sleep(2000)
      expect(living(word)).toEqual([])
      expect(reapers()).toEqual([])
    })
  }

  it('by SIGKILL to its whole process group', async () => {
    const word = unique()
    const child = supervisor(`death-${word}`, agent(word))
    expect(await until(() => sleepers(word).length === SLEEPERS)).toBe(true)
    process.kill(-child.pid!, 'SIGKILL')
    await sleep(2000)
    expect(living(word)).toEqual([])
  })

  it('by SIGKILL at any instant of its start', async () => {
    const words: string[] = []
    for (let delay = 20; delay <= 140; delay += 10) {
      const word = unique()
      words.push(word)
      const child = supervisor(`death-${word}`, `setsid sleep 100.${word} & sleep 100.${word}`)
      await sleep(delay)
      child.kill('SIGKILL')
    }
    await sleep(2000)
    for (const word of words) expect(living(word)).toEqual([])
  })

  it('also after its first reaper was killed', async () => {
    const word = unique()
    const child = supervisor(`death-${word}`, agent(word))
    expect(await until(() => sleepers(word).length === SLEEPERS && reapers().length === 1)).toBe(true)
    const [first] = reapers()
    end(reapers())
    expect(await until(() => reapers().length === 1 && reapers()[0] !== first)).toBe(true)
    // The new one must have read its messages, as a pipe full of them outlives the supervisor.
    child.kill('SIGKILL')
    await sleep(2000)
    expect(living(word)).toEqual([])
  })

  it('although the reaper was asked to end by signals', async () => {
    const word = unique()
    const child = supervisor(`death-${word}`, agent(word))
    expect(await until(() => sleepers(word).length === SLEEPERS && reapers().length === 1)).toBe(true)
    await sleep(300)
    const [first] = reapers()
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.kill(first!, signal)
    await sleep(200)
    expect(reapers()).toEqual([first])
    child.kill('SIGKILL')
    await sleep(2000)
    expect(living(word)).toEqual([])
  })

  it('(control) while it lives, they live', async () => {
    const word = unique()
    supervisor(`death-${word}`, agent(word))
    expect(await until(() => sleepers(word).length === SLEEPERS)).toBe(true)
    await sleep(1000)
    expect(sleepers(word)).toHaveLength(SLEEPERS)
  })
})

describe('the reaper', () => {
  it('does not keep its supervisor from ending, and ends with it', async () => {
    const child = supervisor(`quick-${unique()}`, 'true')
    await new Promise((resolve) => child.once('exit', resolve))
    expect(child.exitCode).toBe(0)
    expect(await until(() => reapers().length === 0)).toBe(true)
  })

  it('lets go without killing when it is closed and watches nothing', async () => {
    const word = unique()
    const bystander = spawn('sleep', [`100.${word}`], {
      stdio: 'ignore',
      env: { WIGGUM_LEASH: `other-${word}` },
    })
    started.push(bystander)
    const reaper = built.supervise.startReaper()
    expect(built.supervise.startReaper()).toBe(reaper)
    reaper.watch('nobody-has-this')
    reaper.unwatch('nobody-has-this')
    await reaper.close()
    expect(reapers()).toEqual([])
    expect(living(word)).toEqual([bystander.pid])
  })

  it('kills what is still watched when it is closed', async () => {
    const word = unique()
    const leash = `watched-${word}`
    started.push(spawn('sleep', [`100.${word}`], { stdio: 'ignore', env: { WIGGUM_LEASH: leash } }))
    const reaper = built.supervise.startReaper()
    reaper.watch(leash)
    await reaper.close()
    expect(living(word)).toEqual([])
  })
})
