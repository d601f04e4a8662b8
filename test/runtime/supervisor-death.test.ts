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
  // One that a failed test held up.
  end(reapers(), 'SIGCONT')
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

/** By the kernel's own list: SIGHUP, SIGINT and SIGTERM are caught. */
function ignoresSignals(pid: number): boolean {
  const caught = /^SigCgt:\t([0-9a-f]+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? '0'
  const wanted = (1n << 0n) | (1n << 1n) | (1n << 14n)
  return (BigInt(`0x${caught}`) & wanted) === wanted
}

function nameOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim()
  } catch {
    return ''
  }
}

async function expectGone(word: string): Promise<void> {
  await until(() => living(word).length === 0, 2000)
  // Once more: who is just starting a program has no name for an instant.
  await sleep(50)
  expect(living(word)).toEqual([])
}

describe('whatever kills the supervisor, nothing of the agent is left after 2 seconds', () => {
  for (const signal of ['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    it(`by ${signal}`, async () => {
      const word = unique()
      const child = supervisor(`death-${word}`, agent(word))
      expect(await until(() => sleepers(word).length === SLEEPERS)).toBe(true)
      child.kill(signal)
      await expectGone(word)
      expect(await until(() => reapers().length === 0, 2000)).toBe(true)
    })
  }

  it('by SIGKILL to its whole process group', async () => {
    const word = unique()
    const child = supervisor(`death-${word}`, agent(word))
    expect(await until(() => sleepers(word).length === SLEEPERS)).toBe(true)
    process.kill(-child.pid!, 'SIGKILL')
    await expectGone(word)
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
    for (const word of words) await expectGone(word)
  })

  it('also after its first reaper was killed', async () => {
    const word = unique()
    const child = supervisor(`death-${word}`, agent(word))
    expect(await until(() => sleepers(word).length === SLEEPERS && reapers().length === 1)).toBe(true)
    const [first] = reapers()
    end(reapers())
    expect(await until(() => reapers().length === 1 && reapers()[0] !== first)).toBe(true)
    // The supervisor must have told the new one, which it does right after its start; a full pipe outlives it.
    await sleep(1000)
    child.kill('SIGKILL')
    await expectGone(word)
  })

  it('although the reaper was asked to end by signals', async () => {
    const word = unique()
    const child = supervisor(`death-${word}`, agent(word))
    expect(await until(() => sleepers(word).length === SLEEPERS && reapers().length === 1)).toBe(true)
    const [first] = reapers()
    // Before it is set up to ignore them, any signal would end it.
    expect(await until(() => ignoresSignals(first!))).toBe(true)
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.kill(first!, signal)
    await sleep(500)
    expect(reapers()).toEqual([first])
    child.kill('SIGKILL')
    await expectGone(word)
  })

  it('by its reaper, however late, which leaves those of the next supervisor on the same leash alone', async () => {
    const [old, young] = [unique(), unique()]
    const first = supervisor(`death-${old}`, agent(old))
    expect(await until(() => sleepers(old).length === SLEEPERS && reapers().length === 1)).toBe(true)
    const [late] = reapers()
    process.kill(late!, 'SIGSTOP')
    first.kill('SIGKILL')
    supervisor(`death-${old}`, `sleep 100.${young} & wait`)
    expect(await until(() => sleepers(young).length === 1)).toBe(true)
    process.kill(late!, 'SIGCONT')
    expect(await until(() => !reapers().includes(late!))).toBe(true)
    expect(sleepers(old)).toEqual([])
    expect(sleepers(young)).toHaveLength(1)
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
