import { spawnSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, readFileSync, statSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { EnvironmentError } from '../../src/store/environment-error.ts'
import { writeAtomic } from '../../src/store/files.ts'
import { createJournal, openJournal } from '../../src/store/journal.ts'
import { encodeRecord, FIRST_CRC } from '../../src/store/record.ts'
import { bundleChild, endChildren, startChild, tempFolder } from './children.ts'
import { readAll, resumed, TS, writeLog } from './sample-log.ts'

const folder = tempFolder()
const scripts: Record<string, string> = {}
beforeAll(async () => {
  for (const name of ['append-in-turn', 'load', 'fill']) scripts[name] = await bundleChild(name, folder.path)
})
afterAll(async () => {
  await endChildren()
  folder.remove()
})

function script(name: string): string {
  return scripts[name] ?? ''
}

test('LI4: eight processes append 1 MB records in turn: no interleaving, no gap', async () => {
  const path = join(folder.path, 'shared.jsonl')
  createJournal(path, 'shared').close()
  const rounds = 3
  const writers = [...'abcdefgh']
  const lock = join(folder.path, 'shared.lock')
  const children = writers.map((writer) =>
    startChild(process.execPath, [script('append-in-turn'), path, lock, writer, String(rounds)]),
  )
  const ends = await Promise.all(children.map((child) => child.finished))
  expect(ends.map(({ code, err }) => [code, err])).toEqual(writers.map(() => [0, '']))
  const { events, result } = readAll(path)
  expect(result).toMatchObject({ ok: true, events: writers.length * rounds, torn: 0 })
  const names = events.map((event) => {
    if (event.type !== 'decision') throw new Error(`unexpected ${event.type}`)
    expect(event.data.rationale === event.data.chosen.slice(0, 1).repeat(1024 * 1024)).toBe(true)
    return event.data.chosen
  })
  expect(names.sort()).toEqual(writers.flatMap((writer) => [`${writer}0`, `${writer}1`, `${writer}2`]))
})

test('LI5: a million events load within 300 MB', { tags: 'deep' }, async () => {
  const path = join(folder.path, 'million.jsonl')
  const count = 1_000_000
  writeMany(path, count)
  const { out, err } = await startChild(process.execPath, [script('load'), path]).finished
  expect(err).toBe('')
  const { read, sum, ms, rssMb } = JSON.parse(out)
  console.log(`LI5: 1,000,000 events, ${Math.round(statSync(path).size / 1e6)} MB: ${ms} ms, ${rssMb} MB RSS`)
  expect(read).toMatchObject({ ok: true, events: count, torn: 0 })
  expect(sum).toBe((count * (count + 1)) / 2)
  expect(rssMb).toBeLessThanOrEqual(300)
})

/** As the journal writes them, but for the sync of each, which would take minutes. */
function writeMany(path: string, count: number): void {
  const fd = openSync(path, 'wx')
  let crc = FIRST_CRC
  let pending: Buffer[] = []
  for (let seq = 1; seq <= count; seq++) {
    const event = {
      v: 1,
      seq,
      ts: TS,
      run_id: 'many',
      type: 'run.resumed',
      phase: null,
      agent: null,
      parent: [seq - 1],
    }
    const record = encodeRecord(
      JSON.stringify({ ...event, data: { reason: 'a small event', after: seq } }),
      crc,
    )
    crc = record.crc
    pending.push(record.bytes)
    if (pending.length === 10_000 || seq === count) {
      writeSync(fd, Buffer.concat(pending))
      pending = []
    }
  }
  closeSync(fd)
}

function expectHalted(path: string, out: string, reason: RegExp): void {
  const { first, second, lastSeq, size } = JSON.parse(out)
  expect(first).toMatch(reason)
  expect(second).toBe(first)
  expect(lastSeq).toBeGreaterThan(0)
  const { result } = readAll(path)
  expect(result).toMatchObject({ ok: true, events: lastSeq, torn: 0, end: size })
}

test('a short write halts the journal, and the log ends with the last whole record', async () => {
  const path = join(folder.path, 'limited.jsonl')
  const limited = ['-c', 'ulimit -f 20; exec "$@"', 'sh', process.execPath, script('fill'), path]
  const { out, err } = await startChild('bash', limited).finished
  expect(err).toBe('')
  expectHalted(path, out, /could not be written, the file size limit was reached/)
})

const mountPoint = join(folder.path, 'small-disk')
const canMount = probeMount()

function probeMount(): boolean {
  mkdirSync(mountPoint)
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', mountPoint]).status === 0
  if (mounted) spawnSync('umount', [mountPoint])
  return mounted
}

describe.skipIf(!canMount && process.env.WIGGUM_TEST_REQUIRE_ALL === undefined)('on a full disk', () => {
  beforeAll(() => {
    expect(spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', mountPoint]).status).toBe(0)
  })
  afterAll(() => {
    spawnSync('umount', [mountPoint])
  })

  test('the journal halts, and the log ends with the last whole record', async () => {
    const path = join(mountPoint, 'full.jsonl')
    const { out, err } = await startChild(process.execPath, [script('fill'), path]).finished
    expect(err).toBe('')
    expectHalted(path, out, /could not be written, the disk is full/)
  })

  test('an atomic write leaves the old content and says what to do', () => {
    const path = join(mountPoint, 'note.txt')
    writeFileSync(path, '')
    expect(() => writeAtomic(path, 'x'.repeat(100_000))).toThrow(EnvironmentError)
    expect(() => writeAtomic(path, 'x'.repeat(100_000))).toThrow(/the disk is full/)
    expect(readFileSync(path, 'utf8')).toBe('')
  })

  test('a torn tail that cannot be set aside is not cut', () => {
    const path = join(mountPoint, 'torn.jsonl')
    spawnSync('rm', ['-f', join(mountPoint, 'full.jsonl')])
    writeLog(path, [resumed('one')])
    const end = statSync(path).size
    const tail = 't'.repeat(40_000)
    writeFileSync(path, tail, { flag: 'a' })
    expect(() => openJournal(path, 'run', () => {})).toThrow(EnvironmentError)
    expect(readFileSync(path, 'utf8').slice(end)).toBe(tail)
  })
})
