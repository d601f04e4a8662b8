import fs, { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { openSprintLog } from '../../src/sprint/log.ts'
import { writeArtifact } from '../../src/store/artifacts.ts'
import { writeAtomic } from '../../src/store/files.ts'
import { createJournal, openJournal } from '../../src/store/journal.ts'
import { ensureLayout, layoutOf } from '../../src/store/layout.ts'

/** What a power loss may not take is synced in the right order. No test can pull the plug, so the calls are watched. */

const dir = mkdtempSync(join(tmpdir(), 'wiggum-durable-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

type Patched =
  | 'openSync'
  | 'writeSync'
  | 'fsyncSync'
  | 'fdatasyncSync'
  | 'fdatasync'
  | 'renameSync'
  | 'ftruncateSync'

/** Names of files and folders, as they were written and synced; a temporary file is called so. */
function callsIn(work: () => void): string[] {
  const calls: string[] = []
  const paths = new Map<number, string>()
  const nameOf = (path: string) => (/\.tmp$/.test(path) ? 'temporary' : basename(path))
  const named = (fd: unknown) => nameOf(paths.get(Number(fd)) ?? 'unknown')
  const say: Record<Patched, (...args: unknown[]) => string | null> = {
    openSync: () => null,
    writeSync: (fd) => `write ${named(fd)}`,
    fsyncSync: (fd) => `sync ${named(fd)}`,
    fdatasyncSync: (fd) => `sync ${named(fd)}`,
    fdatasync: (fd) => `sync ${named(fd)} beside`,
    renameSync: (_, to) => `rename to ${nameOf(String(to))}`,
    ftruncateSync: (fd) => `cut ${named(fd)}`,
  }
  const names = Object.keys(say) as Patched[]
  const real = Object.fromEntries(names.map((name) => [name, fs[name]]))
  for (const name of names) {
    const call = real[name] as (...args: unknown[]) => unknown
    Object.assign(fs, {
      [name]: (...args: unknown[]) => {
        const line = say[name](...args)
        if (line !== null) calls.push(line)
        const result = call(...args)
        if (name === 'openSync') paths.set(Number(result), String(args[0]))
        return result
      },
    })
  }
  syncBuiltinESMExports()
  try {
    work()
  } finally {
    Object.assign(fs, real)
    syncBuiltinESMExports()
  }
  return calls
}

describe('a file that is put in the place of another', () => {
  const order = (name: string, folder: string) => [
    'write temporary',
    'sync temporary',
    `rename to ${name}`,
    `sync ${folder}`,
  ]

  test('is synced before it gets its name, and its folder after', () => {
    mkdirSync(join(dir, 'folder'))
    const calls = callsIn(() => writeAtomic(join(dir, 'folder', 'file.json'), '{}\n'))
    expect(calls).toEqual(order('file.json', 'folder'))
  })

  test('so is an artifact', () => {
    const layout = layoutOf(join(dir, 'project'))
    mkdirSync(join(dir, 'project'))
    ensureLayout(layout)
    mkdirSync(layout.artifacts('run'), { recursive: true })
    expect(callsIn(() => writeArtifact(layout, 'run', 'plan.md', 'A plan.'))).toEqual(order('plan.md', 'run'))
  })

  test('so is the log of a sprint, which says what a task came to', () => {
    mkdirSync(join(dir, 'sprints'))
    const log = openSprintLog(join(dir, 'sprints', 'queue.jsonl'))
    const calls = callsIn(() => void log.append({ type: 'task.start', data: { task: 'a' } }))
    expect(calls).toEqual(order('queue.jsonl', 'sprints'))
  })
})

describe('a log', () => {
  const resumed = { type: 'run.resumed', data: { reason: 'it was interrupted', after: 1 } } as const
  const now = '2026-01-02T03:04:05.000Z'

  test('is in its synced folder before anything is written', () => {
    mkdirSync(join(dir, 'events'))
    expect(callsIn(() => createJournal(join(dir, 'events', 'a.jsonl'), 'a').close())).toEqual(['sync events'])
  })

  test('has an event on the disk when the append returns', () => {
    const calls = callsIn(() => {
      const journal = createJournal(join(dir, 'events', 'b.jsonl'), 'b')
      journal.append(resumed, now)
      journal.close()
    })
    expect(calls).toEqual(['sync events', 'write b.jsonl', 'sync b.jsonl'])
  })

  test('has one that need not be waited for on the disk soon', () => {
    const calls = callsIn(
      () => void createJournal(join(dir, 'events', 'c.jsonl'), 'c').appendBeside(resumed, now),
    )
    expect(calls).toEqual(['sync events', 'write c.jsonl', 'sync c.jsonl beside'])
  })

  test('with a torn tail is cut only once the tail is safe, and synced before it is used', () => {
    const path = join(dir, 'events', 'd.jsonl')
    const journal = createJournal(path, 'd')
    journal.append(resumed, now)
    journal.close()
    writeFileSync(path, '{"v":2,"seq":2,', { flag: 'a' })
    const calls = callsIn(() => openJournal(path, 'd', () => {}).journal.close())
    const cut = calls.indexOf('cut d.jsonl')
    expect(cut).toBeGreaterThan(0)
    expect(calls.slice(0, cut).some((call) => call.startsWith('sync ') && call !== 'sync d.jsonl')).toBe(true)
    expect(calls.slice(cut)).toContain('sync d.jsonl')
  })
})
