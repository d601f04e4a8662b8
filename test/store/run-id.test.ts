import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ensureLayout, layoutOf } from '../../src/store/layout.ts'
import { claimRunId, isRunId, slugOf } from '../../src/store/run-id.ts'
import { bundleChild, endChildren, letGo, startChild, tempFolder } from './children.ts'
import { readAll } from './sample-log.ts'

let folder: ReturnType<typeof tempFolder>
beforeEach(() => {
  folder = tempFolder()
  ensureLayout(layoutOf(folder.path))
})
afterEach(async () => {
  await endChildren()
  folder.remove()
})

describe('a slug', () => {
  test.each([
    ['Fix the parser', 'fix-the-parser'],
    ['Füge Größe & Crème brûlée hinzu', 'fuge-gro-e-creme-brulee-hinzu'],
    ['日本語', 'task'],
    ['', 'task'],
    ['../../etc/passwd; $(rm -rf /)', 'etc-passwd-rm-rf'],
    ['Add a very long description of the work that is to be done', 'add-a-very-long-description-of-the-work'],
    ['x'.repeat(500), 'x'.repeat(40)],
  ])('of %j is %s', (task, slug) => expect(slugOf(task)).toBe(slug))

  test('is short, plain and never empty, whatever the task', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (task) => {
        expect(slugOf(task)).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
        expect(slugOf(task).length).toBeLessThanOrEqual(40)
        expect(isRunId(`2026-01-01-${slugOf(task)}`)).toBe(true)
      }),
    )
  })
})

test('a run id is told from what is not one', () => {
  for (const no of ['', '..', '2026-01-01-', '2026-01-01-a/b', '2026-01-01-A', 'index', '2026-01-01-a\n']) {
    expect(isRunId(no)).toBe(false)
  }
})

test('CC3: the same task on the same day gets a number', () => {
  const ids = [1, 2, 3].map(() => {
    const { runId, journal } = claimRunId(layoutOf(folder.path), { task: 'Fix it', day: '2026-01-01' })
    journal.close()
    return runId
  })
  expect(ids).toEqual(['2026-01-01-fix-it', '2026-01-01-fix-it-2', '2026-01-01-fix-it-3'])
})

test('CC3: twenty processes that claim one slug at once get twenty ids, each with its own log', async () => {
  const script = await bundleChild('claim-id', folder.path)
  const children = Array.from({ length: 20 }, () =>
    startChild(process.execPath, [script, folder.path, folder.path]),
  )
  await letGo(folder.path, 20)
  const ends = await Promise.all(children.map((child) => child.finished))
  expect(ends.map(({ err }) => err).join('')).toBe('')
  const ids = ends.map(({ out }) => out.trim())
  expect(new Set(ids).size).toBe(20)
  for (const [i, id] of ids.entries()) {
    const { events } = readAll(layoutOf(folder.path).log(id))
    expect(events).toMatchObject([{ run_id: id, data: { signal: String(children[i]?.pid) } }])
  }
})
