import { appendFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { postAnswer, postStop, readInbox, takeItem } from '../../src/store/inbox.ts'
import { appendIndex, type IndexLine, readIndex } from '../../src/store/index-file.ts'
import { type Layout, layoutOf } from '../../src/store/layout.ts'
import { tempFolder } from './children.ts'

let folder: ReturnType<typeof tempFolder>
let layout: Layout
beforeEach(() => {
  folder = tempFolder()
  layout = layoutOf(folder.path)
})
afterEach(() => folder.remove())

function line(run_id: string, ended: string): IndexLine {
  const what = { task: 'Fix\nit', strategy: 'pdca', workflow: 'fast', status: 'landed', exit_code: 0 }
  return { run_id, ...what, started: '2026-01-01T00:00:00Z', ended }
}

describe('the index', () => {
  test('is empty before the first run', () => expect(readIndex(layout)).toEqual([]))

  test('has one line for each ending of a run, however often it is written', () => {
    const lines = [line('a', '1'), line('b', '2'), line('a', '3')]
    for (const each of [...lines, ...lines]) appendIndex(layout, each)
    expect(readIndex(layout)).toEqual(lines)
    expect(readFileSync(layout.index, 'utf8').split('\n')).toHaveLength(4)
  })

  test('loses only the line that a crash tore', () => {
    appendIndex(layout, line('a', '1'))
    appendFileSync(layout.index, '{"run_id":"torn","ta')
    appendIndex(layout, line('b', '2'))
    expect(readIndex(layout)).toEqual([line('a', '1'), line('b', '2')])
  })
})

describe('the inbox', () => {
  const answer = { gate: 'g1', answer: 'yes', text: '$(touch X)\u3000\n', by: 'user' }

  test('of a run nobody wrote to is empty', () => expect(readInbox(layout, 'run')).toEqual([]))

  test('gives items in the order they came, until they are taken', () => {
    postAnswer(layout, 'run', answer)
    postStop(layout, 'run')
    for (let i = 0; i < 20; i++) postAnswer(layout, 'run', { ...answer, gate: `g${i + 2}` })
    const items = readInbox(layout, 'run')
    expect(items.slice(0, 2)).toMatchObject([{ kind: 'answer', answer }, { kind: 'stop' }])
    const gates = items.map((item) => (item.kind === 'answer' ? item.answer.gate : 'stop'))
    expect(gates.slice(2)).toEqual(Array.from({ length: 20 }, (_, i) => `g${i + 2}`))
    expect(readInbox(layout, 'run')).toEqual(items)
    for (const item of items.slice(1)) takeItem(layout, 'run', item.id)
    expect(readInbox(layout, 'run')).toEqual(items.slice(0, 1))
    takeItem(layout, 'run', items[1]?.id ?? '')
    expect(readInbox(layout, 'other')).toEqual([])
  })

  test('passes over what is not a message', () => {
    postStop(layout, 'run')
    const inbox = layout.inbox('run')
    const id = readdirSync(inbox)[0] ?? ''
    writeFileSync(join(inbox, id.replace(/^0/, '1')), '{"kind":"approve-all"}')
    writeFileSync(join(inbox, id.replace(/^0/, '2')), '{"kind":"ans')
    writeFileSync(join(inbox, '.hidden.tmp'), '{"kind":"stop"}')
    mkdirSync(join(inbox, id.replace(/^0/, '3')))
    expect(readInbox(layout, 'run')).toEqual([{ kind: 'stop', id }])
  })

  test('does not delete what is not an item of it', () => {
    postStop(layout, 'run')
    writeFileSync(join(layout.state, 'keep'), '')
    expect(() => takeItem(layout, 'run', '../../keep')).toThrow(/not an inbox item/)
    expect(readdirSync(layout.state)).toContain('keep')
  })
})
