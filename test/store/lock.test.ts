import { readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { tryLock, waitLock } from '../../src/store/lock.ts'
import { identityOf } from '../../src/store/process-identity.ts'
import { bundleChild, endChildren, letGo, startChild, tempFolder } from './children.ts'

const bundles = tempFolder()
const scripts: Record<string, string> = {}
let folder: ReturnType<typeof tempFolder>
let path: string
beforeAll(async () => {
  for (const name of ['contend', 'die-holding', 'hold']) scripts[name] = await bundleChild(name, bundles.path)
})
beforeEach(() => {
  folder = tempFolder()
  path = join(folder.path, 'main.lock')
})
afterEach(async () => {
  await endChildren()
  folder.remove()
})
afterAll(() => bundles.remove())

function start(name: string, ...args: string[]) {
  return startChild(process.execPath, [scripts[name] ?? '', ...args])
}

/** A claim of a process that is certainly gone: this pid, started at another time. */
function writeDeadClaim(file: string, nonce: string): void {
  writeFileSync(file, JSON.stringify({ ...identityOf(process.pid), start: '1', nonce }))
}

describe('a lock', () => {
  test('is held by one, names its owner, and is free after release', () => {
    const first = tryLock(path)
    expect(first.held).toBe(true)
    expect(tryLock(path)).toEqual({ held: false, owner: identityOf(process.pid) })
    if (first.held) first.lock.release()
    expect(readdirSync(folder.path)).toEqual([])
    expect(tryLock(path).held).toBe(true)
  })

  test('released twice does not free the next holder’s', () => {
    const first = tryLock(path)
    if (!first.held) throw new Error('not held')
    first.lock.release()
    expect(tryLock(path).held).toBe(true)
    first.lock.release()
    expect(tryLock(path).held).toBe(false)
  })

  test('makes its folder, and leaves nothing but its file in it', () => {
    const nested = join(folder.path, 'state', 'locks', 'run.lock')
    expect(tryLock(nested).held).toBe(true)
    expect(readdirSync(join(folder.path, 'state', 'locks'))).toEqual(['run.lock'])
    expect(JSON.parse(readFileSync(nested, 'utf8'))).toMatchObject({ ...identityOf(process.pid) })
  })

  test('of a living process is not taken, of a killed one it is', async () => {
    const child = start('hold', path)
    expect(await child.firstLine).toBe('held')
    expect(tryLock(path)).toEqual({ held: false, owner: identityOf(child.pid) })
    process.kill(child.pid, 'SIGKILL')
    await child.finished
    expect(tryLock(path).held).toBe(true)
    expect(readdirSync(folder.path)).toEqual(['main.lock'])
  })

  test('PS6: whose pid now belongs to a stranger is taken', () => {
    writeDeadClaim(path, 'stranger')
    expect(tryLock(path).held).toBe(true)
  })

  test('that cannot be read counts as held for ten seconds, and then no longer', () => {
    for (const content of [
      '',
      'not json',
      '{"pid":"x"}',
      '{"pid":1,"start":"1","boot":"b","nonce":"../x"}',
    ]) {
      writeFileSync(path, content)
      expect(tryLock(path)).toEqual({ held: false, owner: null })
      const old = Date.now() / 1000 - 11
      utimesSync(path, old, old)
      const attempt = tryLock(path)
      expect(attempt.held).toBe(true)
      if (attempt.held) attempt.lock.release()
    }
  })

  test('is taken also if whoever was taking it over died on the way, and the remains are swept', () => {
    writeDeadClaim(path, 'first')
    writeDeadClaim(`${path}.after-first`, 'second')
    writeDeadClaim(`${path}.after-second`, 'third')
    writeDeadClaim(`${path}.fourth.tmp`, 'fourth')
    const other = join(folder.path, 'main.lock.other.lock')
    writeDeadClaim(other, 'another-lock')
    expect(tryLock(path).held).toBe(true)
    expect(readdirSync(folder.path).sort()).toEqual(['main.lock', 'main.lock.other.lock'])
  })

  test('that a living process is taking over is held by that process', () => {
    writeDeadClaim(path, 'first')
    writeFileSync(`${path}.after-first`, JSON.stringify({ ...identityOf(process.pid), nonce: 'second' }))
    expect(tryLock(path)).toEqual({ held: false, owner: identityOf(process.pid) })
  })

  test('where it cannot be written is a matter of the environment', () => {
    writeFileSync(join(folder.path, 'file'), '')
    expect(() => tryLock(join(folder.path, 'file', 'x.lock'))).toThrow(
      /a file stands where a folder should be/,
    )
  })
})

describe('waiting for a lock', () => {
  test('gets it once it is released, and tells whom it waited for', async () => {
    const child = start('hold', path)
    await child.firstLine
    const owners: unknown[] = []
    const waiting = waitLock(path, { pollMs: 5, onWait: (owner) => owners.push(owner) })
    await expect.poll(() => owners.length, { timeout: 60_000 }).toBe(1)
    const owner = identityOf(child.pid)
    process.kill(child.pid, 'SIGKILL')
    const lock = await waiting
    expect(owners).toEqual([owner])
    lock.release()
  })

  test('ends when it is cancelled', async () => {
    tryLock(path)
    const abort = new AbortController()
    const waiting = waitLock(path, { signal: abort.signal, pollMs: 5 })
    setTimeout(() => abort.abort(), 30)
    await expect(waiting).rejects.toThrow(/abort/)
    await expect(waitLock(path, { signal: abort.signal })).rejects.toThrow(/abort/)
  })
})

test('of eight contenders for forty dead locks, each lock has exactly one winner', async () => {
  const paths = Array.from({ length: 40 }, (_, i) => join(folder.path, `${i}.lock`))
  for (const [i, each] of paths.entries()) writeDeadClaim(each, `dead-${i}`)
  const children = Array.from({ length: 8 }, () => start('contend', folder.path, ...paths))
  await letGo(folder.path, 8)
  const wins: boolean[][] = (await Promise.all(children.map((child) => child.firstLine))).map((line) =>
    JSON.parse(line),
  )
  const winners = paths.map((_, i) => wins.filter((won) => won[i]).length)
  expect(winners).toEqual(paths.map(() => 1))
  for (const child of children) child.process.stdin?.end()
  await Promise.all(children.map((child) => child.finished))
})

test('while holders die, no two processes are inside at once, and nobody waits for ever', async () => {
  const room = join(folder.path, 'room')
  const endings = Array.from({ length: 12 }, (_, i) => (i % 3 === 0 ? 'leave' : 'die'))
  const children = endings.map((ending) => start('die-holding', path, room, '15', ending))
  const ends = await Promise.all(children.map((child) => child.finished))
  expect(ends.map(({ signal, code, err }) => [signal, code, err])).toEqual(
    endings.map((ending) => (ending === 'die' ? ['SIGKILL', null, ''] : [null, 0, ''])),
  )
})
