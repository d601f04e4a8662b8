import { spawn, spawnSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Built, buildHarness } from './fixtures/build-harness.ts'
import { end, living, shell, unique, until } from './fixtures/processes.ts'

let built: Built
const run: Built['supervise']['superviseProcess'] = (spec) => built.supervise.superviseProcess(spec)

beforeAll(async () => {
  built = await buildHarness()
})

afterAll(async () => {
  await built.supervise.startReaper().close()
  rmSync(built.folder, { recursive: true })
})

/** Ways in which programs get away from who started them. */
const escapes: Record<string, (word: string) => string> = {
  'the background': (word) => `sleep 100.${word} >/dev/null 2>&1 &`,
  setsid: (word) => `setsid sleep 100.${word} >/dev/null 2>&1 &`,
  'a double fork': (word) => `(setsid sh -c '(sleep 100.${word} &) &' >/dev/null 2>&1 &)`,
  nohup: (word) => `nohup sleep 100.${word} >/dev/null 2>&1 &`,
  'a cleared environment and setsid': (word) => `env -i setsid sleep 100.${word} >/dev/null 2>&1 &`,
  'a cleared environment and a double fork': (word) =>
    `env -i setsid sh -c '(cd /; exec sleep 100.${word} </dev/null >/dev/null 2>&1) &' &`,
  'ignoring every polite signal': (word) =>
    `setsid sh -c 'trap "" TERM HUP INT; while :; do sleep 0.05; : ${word}; done' >/dev/null 2>&1 &`,
}

describe('after a normal exit nothing is left that escaped by', () => {
  for (const [name, way] of Object.entries(escapes)) {
    it(`${name}, at once`, async () => {
      const word = unique()
      const result = await run(shell(`${way(word)}\nexit 0`))
      expect(result).toMatchObject({ outcome: 'exited', exitCode: 0 })
      expect(result.leftovers).toBeGreaterThan(0)
      expect(living(word)).toEqual([])
    })

    it(`${name}, a while before`, async () => {
      const word = unique()
      const result = await run(shell(`${way(word)}\nsleep 0.6`))
      expect(result).toMatchObject({ outcome: 'exited', exitCode: 0 })
      expect(result.leftovers).toBeGreaterThan(0)
      expect(living(word)).toEqual([])
    })
  }

  it('(control) without a sweep each of them would live', async () => {
    for (const way of Object.values(escapes)) {
      const word = unique()
      const child = spawn('/bin/sh', ['-c', `${way(word)}\nexit 0`], { detached: true, stdio: 'ignore' })
      await new Promise((resolve) => child.once('exit', resolve))
      await sleep(200)
      expect(living(word)).not.toEqual([])
      end(living(word))
      expect(await until(() => living(word).length === 0)).toBe(true)
    }
  })
})

describe('the sweep', () => {
  it('leaves a stranger alone that was started meanwhile', async () => {
    const word = unique()
    const supervised = run(shell('sleep 0.4; env -i setsid sleep 100 >/dev/null 2>&1 &'))
    const stranger = spawn('sleep', [`100.${word}`], { detached: true, stdio: 'ignore', env: {} })
    expect((await supervised).leftovers).toBe(1)
    expect(living(word)).toEqual([stranger.pid])
    end(living(word))
  })

  it('leaves the processes of another call alone', async () => {
    const word = unique()
    const go = join(built.folder, `go-${word}`)
    spawnSync('mkfifo', [go])
    const other = run(shell(`env -i setsid sleep 100.${word} & \nread line < ${go}`))
    expect(await until(() => living(word).length === 2)).toBe(true)
    await run(shell('setsid sleep 100 >/dev/null 2>&1 &'))
    expect(living(word)).toHaveLength(2)
    writeFileSync(go, '\n')
    expect(await other).toMatchObject({ outcome: 'exited', leftovers: 1 })
    expect(living(word)).toEqual([])
  })

  it('lets what is left over end by itself', async () => {
    const command = `setsid sh -c 'trap "echo saved; exit" TERM; while :; do sleep 0.02; done' & sleep 1`
    expect((await run(shell(command))).stdoutTail).toBe('saved\n')
  })

  it('gives descendants their grace too when a limit ends the process', async () => {
    const slow = `trap "sleep 0.4; echo saved; exit" TERM; while :; do sleep 0.02; done`
    const command = `setsid sh -c '${slow}' & sleep 100`
    const result = await run(shell(command, { wallMs: 1500, graceMs: 30_000 }))
    expect(result).toMatchObject({ outcome: 'wall-timeout', stdoutTail: 'saved\n' })
  })

  it('keeps up with something that goes on forking', async () => {
    const word = unique()
    const forker = `trap "" TERM; while :; do setsid sleep 5.${word} & sleep 0.01; done`
    const result = await run(shell(`setsid sh -c '${forker}' >/dev/null 2>&1 & sleep 1`))
    expect(result.leftovers).toBeGreaterThan(5)
    expect(living(word)).toEqual([])
  })

  it('by leash ends what a dead supervisor and its dead reaper left', async () => {
    const word = unique()
    const leash = `lost-${word}`
    const env = { WIGGUM_LEASH: `${leash}@another` }
    spawn('sleep', [`100.${word}`], { detached: true, stdio: 'ignore', env })
    expect(await until(() => living(word).length > 0)).toBe(true)
    expect(await built.supervise.sweepLeash(`lost-${word.slice(1)}`)).toBe(0)
    expect(living(word)).toHaveLength(1)
    expect(await built.supervise.sweepLeash(leash)).toBe(1)
    expect(living(word)).toEqual([])
  })
})
