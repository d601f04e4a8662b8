import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { capture, captureSync } from '../../src/runtime/supervise.ts'
import { living, unique, until } from './fixtures/processes.ts'

const env = { PATH: process.env.PATH ?? '' }
let folder: string

beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'wiggum-capture-')))
})
afterAll(() => rmSync(folder, { recursive: true }))

for (const [name, run] of [
  ['capture', capture],
  ['captureSync', async (...args: Parameters<typeof captureSync>) => captureSync(...args)],
] as const) {
  describe(name, () => {
    it('gives code, bytes of stdout and text of stderr', async () => {
      const result = await run('/bin/sh', ['-c', `printf '\\377\\000a'; echo bad >&2; exit 3`], { env })
      expect(result).toEqual({ code: 3, stdout: Buffer.from([255, 0, 97]), stderr: 'bad\n', timedOut: false })
    })

    it('runs in the folder, with the environment and nothing more', async () => {
      const pwd = await run('/bin/pwd', [], { cwd: folder, env })
      expect(pwd.stdout.toString()).toBe(`${folder}\n`)
      const printed = await run('/usr/bin/env', [], { env: { ONLY: 'this' } })
      expect(printed.stdout.toString()).toBe('ONLY=this\n')
    })

    it('hands input over exactly, also a lot', async () => {
      const input = Buffer.concat([Buffer.from([0, 255, 10]), Buffer.alloc(3_000_000, 'x')])
      const result = await run('cat', [], { env, input })
      expect(result.stdout.equals(input)).toBe(true)
    })

    it('does not mind a program that ignores its input', async () => {
      expect((await run('true', [], { env, input: 'x'.repeat(3_000_000) })).code).toBe(0)
    })

    it('says that a program is missing', async () => {
      const result = await run('/no/such/git', [], { env })
      expect(result).toMatchObject({ code: null, timedOut: false })
      expect(result.stderr).toContain('ENOENT')
    })

    it('kills a program that takes too long', async () => {
      const word = unique()
      const result = await run('sleep', [`100.${word}`], { env, timeoutMs: 200 })
      expect(result).toMatchObject({ code: null, timedOut: true })
      expect(await until(() => living(word).length === 0)).toBe(true)
    })

    it('kills a program that prints too much, and keeps no more than allowed', async () => {
      const result = await run('yes', [], { env, maxBytes: 100_000 })
      expect(result).toMatchObject({ code: null, timedOut: false })
      expect(result.stdout.length).toBeLessThanOrEqual(100_000)
      expect(result.stderr).not.toBe('')
    })

    it('starts programs in a session of their own, out of reach of Ctrl-C', async () => {
      const result = await run('/bin/sh', ['-c', 'cut -d" " -f5,6 /proc/$$/stat; echo $$ $$'], { env })
      const [groupAndSession, own] = result.stdout.toString().trim().split('\n')
      expect(groupAndSession).toBe(own)
    })
  })
}
