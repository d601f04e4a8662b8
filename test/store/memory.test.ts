import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Layout, layoutOf } from '../../src/store/layout.ts'
import { type AuditLine, keepAudit } from '../../src/store/memory-audit.ts'
import { changeMemory, readMemory } from '../../src/store/memory-file.ts'
import { lessonOf, remember } from '../support/lessons.ts'
import { bundleChild, endChildren, letGo, startChild, tempFolder } from './children.ts'

let folder: ReturnType<typeof tempFolder>
let layout: Layout
beforeEach(() => {
  folder = tempFolder()
  layout = layoutOf(folder.path)
})
afterEach(async () => {
  await endChildren()
  folder.remove()
})

const file = () => join(layout.memory, 'lessons.jsonl')
const twice = (count: number) => ({ ...readMemory(layout), lessons: [lessonOf({ frequency: count })] })

describe('the file of lessons', () => {
  test('is empty where there is none, and gives back what was put in', async () => {
    expect(readMemory(layout)).toEqual({ runs: [], changes: [], lessons: [], unread: [] })
    const memory = {
      runs: ['r1'],
      changes: [{ names: ['head-1'], runs: ['r1'] }],
      lessons: [lessonOf(), lessonOf({ id: 'l-2', state: 'archived', archivedFor: 'faded' })],
    }
    await changeMemory(layout, () => memory)
    expect(readMemory(layout)).toEqual({ ...memory, unread: [] })
  })

  test('loses no other line to one that is torn or of another kind, and sets that one aside', async () => {
    remember(folder.path, [lessonOf(), lessonOf({ id: 'l-2' })])
    appendFileSync(file(), '{"id":"l-3","state":"act\n{"id":"l-4","kind":"rumour"}\n')
    expect(readMemory(layout)).toMatchObject({
      lessons: [{ id: 'l-00000001' }, { id: 'l-2' }],
      unread: [{}, {}],
    })
    await changeMemory(layout, (before) => ({ ...before, runs: [...before.runs, 'r3'] }))
    expect(readMemory(layout)).toMatchObject({ runs: ['run-1', 'run-2', 'r3'], unread: [] })
    expect(readFileSync(join(layout.memory, 'unread.txt'), 'utf8')).toContain('"kind":"rumour"')
  })

  test('is not written where nothing changes, and left alone where a newer version wrote it', async () => {
    await changeMemory(layout, (memory) => memory)
    expect(existsSync(layout.memory)).toBe(false)
    mkdirSync(layout.memory, { recursive: true })
    writeFileSync(file(), '{"memory":2,"runs":[]}\n')
    await expect(changeMemory(layout, () => twice(1))).rejects.toThrow('was written by a newer wiggum')
    expect(readFileSync(file(), 'utf8')).toBe('{"memory":2,"runs":[]}\n')
  })

  test('is whole or as before when a change breaks in the middle', async () => {
    await changeMemory(layout, () => twice(2))
    const broken = changeMemory(layout, () => {
      throw new Error('killed')
    })
    await expect(broken).rejects.toThrow('killed')
    await changeMemory(layout, (before) => ({
      ...before,
      lessons: [...before.lessons, lessonOf({ id: 'l-2' })],
    }))
    expect(readMemory(layout).lessons).toHaveLength(2)
    expect(readdirSync(layout.memory)).toEqual(['lessons.jsonl'])
  })

  test('counts every run of several processes that end them at once', async () => {
    const script = await bundleChild('remember', folder.path)
    const gate = join(folder.path, 'gate')
    mkdirSync(gate)
    const names = ['a', 'b', 'c', 'd']
    const children = names.map((name) => startChild(process.execPath, [script, folder.path, gate, name, '5']))
    await letGo(gate, names.length)
    for (const { finished } of children) expect(await finished).toMatchObject({ code: 0, err: '' })
    const { runs, lessons } = readMemory(layout)
    expect(runs).toHaveLength(20)
    expect(lessons).toMatchObject([{ state: 'active', frequency: 20 }])
    expect(new Set(lessons[0]!.met)).toEqual(new Set(runs))
  })
})

describe('the audit', () => {
  const line = (lesson: string, role = 'maker'): AuditLine => ({
    at: 'now',
    run: 'r1',
    lesson,
    role,
    why: 'it fits',
  })
  const lines = () => readFileSync(join(layout.memory, 'audit.jsonl'), 'utf8').trim().split('\n')

  test('has each lesson of a run and role once, and goes on after a torn line', () => {
    keepAudit(layout, [])
    expect(existsSync(layout.memory)).toBe(false)
    keepAudit(layout, [line('l-1')])
    appendFileSync(join(layout.memory, 'audit.jsonl'), '{"at":"no')
    keepAudit(layout, [line('l-1'), line('l-1', 'creator'), line('l-2')])
    expect(lines()).toHaveLength(4)
    expect(lines()[3]).toBe(JSON.stringify(line('l-2')))
  })
})
