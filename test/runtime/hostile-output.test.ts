import { spawn } from 'node:child_process'
import { readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ended } from '../support/cli.ts'
import { type Built, buildHarness } from './fixtures/build-harness.ts'
import { living, shell, unique } from './fixtures/processes.ts'

const MIB = 1024 * 1024
let built: Built
const run: Built['supervise']['superviseProcess'] = (spec) => built.supervise.superviseProcess(spec)

beforeAll(async () => {
  built = await buildHarness()
})

afterAll(async () => {
  await built.supervise.startReaper().close()
  rmSync(built.folder, { recursive: true })
})

describe('hostile output', () => {
  it('HO1: a line of 400 MB is cut, the cut is told, and our memory stays under 150 MB', async () => {
    const command = `head -c 400000000 /dev/zero | tr '\\0' x; echo; echo end`
    const { stdout } = await ended(spawn(process.execPath, [built.harness, `big-${unique()}`, command]))
    const told = JSON.parse(stdout.trim().split('\n').at(-1) ?? '')
    console.log(`HO1: 400 MB line, peak RSS ${told.rssMb.toFixed(0)} MB`)
    expect(told).toMatchObject({ outcome: 'exited', truncatedBytes: 400_000_000 - MIB, longestLine: MIB })
    expect(told.rssMb).toBeLessThanOrEqual(150)
  })

  it('HO2: invalid UTF-8, NULs and split characters give valid text, and the raw bytes are kept', async () => {
    const bytes = Buffer.from([0x41, 0x00, 0xff, 0xfe, 0xf0, 0x9f, 0x99, 0x82, 0xc3, 0x0a, 0xe2, 0x82])
    const printf = [...bytes]
      .map((byte) => `printf '\\${byte.toString(8).padStart(3, '0')}'; sleep 0.01`)
      .join('; ')
    const rawPath = join(built.folder, 'hostile.raw')
    const lines: string[] = []
    const result = await run(shell(printf, { rawPath, onLine: (line) => lines.push(line) }))
    expect(readFileSync(rawPath)).toEqual(bytes)
    expect(lines).toEqual(['A\0\ufffd\ufffd🙂\ufffd', '\ufffd'])
    expect(JSON.parse(JSON.stringify(result))).toEqual(result)
  })

  it('HO7: more than the total is not stored, and how much was left out is told', async () => {
    const rawPath = join(built.folder, 'capped.raw')
    const result = await run(shell('head -c 300000 /dev/zero', { rawPath, maxTotalBytes: 100_000 }))
    expect(result).toMatchObject({ outcome: 'exited', truncatedBytes: 200_000 })
    expect(statSync(rawPath).size).toBe(100_000)
  })

  it('HO7: a process that never stops writing is killed at four times the total', async () => {
    const word = unique()
    const rawPath = join(built.folder, 'endless.raw')
    const result = await run(shell(`yes ${word}`, { rawPath, maxTotalBytes: MIB, graceMs: 5000 }))
    expect(result.outcome).toBe('output-cap')
    expect(result.truncatedBytes).toBeLessThan(8 * MIB)
    expect(statSync(rawPath).size).toBe(MIB)
    expect(living(word)).toEqual([])
  })

  it('HO7: stderr counts too', async () => {
    const result = await run(shell('yes >&2', { maxTotalBytes: MIB }))
    expect(result.outcome).toBe('output-cap')
    expect(result.stderrTail).toMatch(/^(y?\n)?(y\n)+y?$/)
  })

  it('the tails are the last 8 KiB, and start with a whole character', async () => {
    const result = await run(shell(`i=0; while [ $i -lt 4000 ]; do echo 日本; i=$((i+1)); done; printf end`))
    const bytes = Buffer.byteLength(result.stdoutTail)
    expect(bytes).toBeLessThanOrEqual(8192)
    expect(bytes).toBeGreaterThan(8192 - 4)
    expect(result.stdoutTail).not.toContain('\ufffd')
    expect(result.stdoutTail.endsWith('日本\nend')).toBe(true)
  })

  it('a raw file that cannot be written is our failure, not the agent’s', async () => {
    const rawPath = join(built.folder, 'no/such/folder/x.raw')
    await expect(run(shell('echo x', { rawPath }))).rejects.toThrow('ENOENT')
  })

  it('a disk that fills up ends the process, and the error comes through', async () => {
    const word = unique()
    const command = `echo x; sleep 100.${word}`
    await expect(run(shell(command, { rawPath: '/dev/full' }))).rejects.toThrow('ENOSPC')
    expect(living(word)).toEqual([])
  })
})
