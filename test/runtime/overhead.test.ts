import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Built, buildHarness } from './fixtures/build-harness.ts'
import { shell } from './fixtures/processes.ts'

let built: Built

beforeAll(async () => {
  built = await buildHarness()
})

afterAll(async () => {
  await built.supervise.startReaper().close()
  rmSync(built.folder, { recursive: true })
})

it('200 calls in a row end well, and what supervision adds to a bare spawn is printed', {
  tags: 'deep',
}, async () => {
  const bareTimes: number[] = []
  const times: number[] = []
  for (let i = 0; i < 200; i++) {
    bareTimes.push(await timed(bare))
    times.push(await timed(supervised))
  }
  const added = median(times) - median(bareTimes)
  console.log(`supervision: bare ${median(bareTimes).toFixed(2)} ms, adds ${added.toFixed(2)} ms a call`)
})

function bare(): Promise<void> {
  const child = spawn('/bin/echo', ['hi'], {
    cwd: '/tmp',
    env: {},
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  child.stdout.on('data', () => {})
  child.stderr.on('data', () => {})
  return new Promise((resolve) => child.once('close', () => resolve()))
}

async function supervised(): Promise<void> {
  const rawPath = join(built.folder, 'overhead.raw')
  const spec = shell('', {
    file: '/bin/echo',
    args: ['hi'],
    rawPath,
    onLine: () => {},
    idleMs: 60_000,
    wallMs: 60_000,
  })
  const result = await built.supervise.superviseProcess(spec)
  expect(result).toMatchObject({ outcome: 'exited', exitCode: 0, stdoutTail: 'hi\n', leftovers: 0 })
}

async function timed(run: () => Promise<void>): Promise<number> {
  const from = performance.now()
  await run()
  return performance.now() - from
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0
}
