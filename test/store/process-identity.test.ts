import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { identityOf, isAlive } from '../../src/store/process-identity.ts'
import { endChildren, startChild, tempFolder } from './children.ts'

afterEach(endChildren)

test('this process is alive and has a start and a boot', () => {
  const me = identityOf(process.pid)
  expect(me?.start).toMatch(/^\d+$/)
  expect(me?.boot).toMatch(/^[0-9a-f-]{36}$/)
  expect(me !== null && isAlive(me)).toBe(true)
})

test('PS6: a pid that belongs to a process started at another time, or in another boot, is not alive', () => {
  const me = identityOf(process.pid)
  if (me === null) throw new Error('no identity')
  expect(isAlive({ ...me, start: `${me.start}1` })).toBe(false)
  expect(isAlive({ ...me, boot: 'another' })).toBe(false)
})

test('a process that ended is not alive', async () => {
  const child = startChild('sleep', ['60'])
  const identity = identityOf(child.pid)
  if (identity === null) throw new Error('no identity')
  expect(isAlive(identity)).toBe(true)
  process.kill(child.pid, 'SIGKILL')
  await child.finished
  expect(isAlive(identity)).toBe(false)
  expect(identityOf(child.pid)).toBeNull()
})

test('a zombie is not alive', async () => {
  // The shell becomes a program that never reaps its child.
  const child = startChild('bash', ['-c', 'sleep 0.05 & echo $!; exec sleep 60'])
  const zombie = Number(await child.firstLine)
  await expect.poll(() => identityOf(zombie), { timeout: 60_000 }).toBeNull()
  expect(() => process.kill(zombie, 0)).not.toThrow()
})

test('a command name with spaces and brackets does not shift the fields', () => {
  const folder = tempFolder()
  const odd = join(folder.path, ') S 1 (x')
  copyFileSync('/bin/sleep', odd)
  const plain = startChild('sleep', ['60'])
  const child = startChild(odd, ['60'])
  const [a, b] = [identityOf(plain.pid), identityOf(child.pid)]
  folder.remove()
  expect(Math.abs(Number(a?.start) - Number(b?.start))).toBeLessThan(6000)
  expect(b !== null && isAlive(b)).toBe(true)
})
