import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openJournal } from '../../src/store/journal.ts'
import { encodeRecord, FIRST_CRC } from '../../src/store/record.ts'
import { tempFolder } from './children.ts'
import { linesOf, readAll, resumed, TS, writeLog } from './sample-log.ts'

let folder: ReturnType<typeof tempFolder>
let path: string
let lines: Buffer[]
let whole: Buffer
beforeEach(() => {
  folder = tempFolder()
  path = join(folder.path, 'run.jsonl')
  writeLog(path, ['one', 'two', 'three', 'four', 'five'].map(resumed))
  lines = linesOf(path)
  whole = readFileSync(path)
})
afterEach(() => folder.remove())

function write(...parts: (Buffer | string)[]): void {
  writeFileSync(path, Buffer.concat(parts.map((part) => Buffer.from(part))))
}

function line(number: number): Buffer {
  const found = lines[number - 1]
  if (found === undefined) throw new Error(`no line ${number}`)
  return found
}

function tornFiles(): string[] {
  return readdirSync(folder.path).filter((name) => name.includes('.torn-'))
}

describe('LI1: a log cut short', () => {
  test('at every byte of its last three records loads a valid prefix and sets the tail aside', () => {
    const from = line(1).length + line(2).length
    const ends = lines.map((_, i) => lines.slice(0, i + 1).reduce((sum, each) => sum + each.length, 0))
    for (let cut = from; cut <= whole.length; cut++) {
      write(whole.subarray(0, cut))
      const complete = ends.filter((end) => end <= cut).length
      const end = ends[complete - 1] ?? 0
      expect(readAll(path).result).toMatchObject({ ok: true, events: complete, torn: cut - end, end })
      const seen: number[] = []
      const { journal, recovered } = openJournal(path, 'run', (event) => seen.push(event.seq))
      expect(seen).toHaveLength(complete)
      expect(readFileSync(path)).toEqual(whole.subarray(0, end))
      if (cut === end) expect([recovered, tornFiles()]).toEqual([null, []])
      else {
        expect(recovered).toEqual({ path: `${path}.torn-1`, bytes: cut - end })
        expect(readFileSync(`${path}.torn-1`)).toEqual(whole.subarray(end, cut))
      }
      expect(journal.append(resumed('after'), TS).seq).toBe(complete + 1)
      journal.close()
      expect(readAll(path).result).toMatchObject({ ok: true, events: complete + 1, torn: 0 })
      rmSync(`${path}.torn-1`, { force: true })
    }
  })

  test('twice keeps both tails', () => {
    for (const tail of ['first', 'second']) {
      write(line(1), tail)
      openJournal(path, 'run', () => {}).journal.close()
    }
    expect(readFileSync(`${path}.torn-1`, 'utf8')).toBe('first')
    expect(readFileSync(`${path}.torn-2`, 'utf8')).toBe('second')
  })

  test('is only reported by a reader, which changes nothing', () => {
    write(line(1), line(2).subarray(0, 20))
    readAll(path)
    expect(readFileSync(path)).toHaveLength(line(1).length + 20)
    expect(tornFiles()).toEqual([])
  })

  test('with a last record full of zeros, as a power loss leaves it, sets it aside', () => {
    write(line(1), line(2), Buffer.alloc(line(3).length))
    expect(readAll(path).result).toMatchObject({ ok: true, events: 2, torn: line(3).length })
    const half = Buffer.from(line(3)).fill(0, 40, 80)
    write(line(1), line(2), half)
    expect(readAll(path).result).toMatchObject({ ok: true, events: 2, torn: line(3).length })
  })

  test('with 40 MB of rubbish at its end sets all of it aside', () => {
    const rubbish = Buffer.alloc(40 * 1024 * 1024, 'r')
    write(whole, rubbish)
    const { recovered, journal } = openJournal(path, 'run', () => {})
    journal.close()
    expect(recovered?.bytes).toBe(rubbish.length)
    expect(readFileSync(`${path}.torn-1`).equals(rubbish)).toBe(true)
  })

  test('takes the next free name for its tail', () => {
    write(line(1), 'torn')
    mkdirSync(`${path}.torn-1`)
    const { recovered, journal } = openJournal(path, 'run', () => {})
    journal.close()
    expect(recovered?.path).toBe(`${path}.torn-2`)
    expect(readFileSync(`${path}.torn-2`, 'utf8')).toBe('torn')
  })
})

describe('LI2: a changed log', () => {
  test('with any one byte flipped is found, and the record named', () => {
    let at = 0
    const starts = lines.map((each) => {
      at += each.length
      return at - each.length
    })
    for (let i = 0; i < whole.length; i++) {
      const number = starts.filter((start) => start <= i).length
      for (const mask of [0x01, 0x20, 0x80]) {
        const changed = Buffer.from(whole)
        changed[i] = (changed[i] ?? 0) ^ mask
        write(changed)
        const { result, events } = readAll(path)
        expect(events).toHaveLength(number - 1)
        if (number < lines.length)
          expect(result).toMatchObject({ ok: false, line: number, events: number - 1 })
        else if (result.ok) expect(result.torn).toBe(line(5).length)
        else expect(result.line).toBe(5)
      }
    }
  })

  test('says that the record was changed', () => {
    const changed = Buffer.from(line(3).toString().replace('three', 'thref'))
    write(line(1), line(2), changed, line(4))
    const problem = 'its checksum does not match: it was changed'
    expect(readAll(path).result).toEqual({ ok: false, line: 3, seq: 3, problem, events: 2 })
    expect(() => openJournal(path, 'run', () => {})).toThrow(`line 3 is damaged: ${problem}`)
    expect(tornFiles()).toEqual([])
  })

  test('with any one line dropped names the missing record, also before the last line', () => {
    for (const missing of [1, 2, 3, 4]) {
      write(...lines.filter((_, i) => i !== missing - 1))
      const problem = `record ${missing} is missing: record ${missing + 1} stands in its place`
      expect(readAll(path).result).toEqual({
        ok: false,
        line: missing,
        seq: missing + 1,
        problem,
        events: missing - 1,
      })
    }
  })

  test('with any two neighbours swapped names both', () => {
    for (const n of [1, 2, 3, 4]) {
      write(...lines.slice(0, n - 1), line(n + 1), line(n), ...lines.slice(n + 1))
      const problem = `records are out of order: record ${n + 1} stands before record ${n}`
      expect(readAll(path).result).toMatchObject({ ok: false, line: n, seq: n + 1, problem })
    }
  })

  test('with a line repeated names it', () => {
    write(line(1), line(2), line(2), line(3))
    const problem = 'record 2 comes again where record 3 should be'
    expect(readAll(path).result).toMatchObject({ ok: false, line: 3, seq: 2, problem })
  })

  test('with the last line break changed inside keeps both records', () => {
    write(...lines.slice(0, 3), line(4).subarray(0, -1), ' ', line(5))
    const problem = 'the line break after record 4 was changed'
    expect(readAll(path).result).toMatchObject({ ok: false, line: 4, seq: 4, problem })
    expect(() => openJournal(path, 'run', () => {})).toThrow(problem)
  })

  test('with a line of another log of the same run is found at the record that follows it', () => {
    const other = join(folder.path, 'other.jsonl')
    writeLog(other, ['one', 'TWO', 'three'].map(resumed))
    write(line(1), linesOf(other)[1] ?? '', line(3), line(4))
    expect(readAll(path).result).toMatchObject({ ok: false, line: 3, seq: 3, events: 2 })
  })

  test('with a number left out by whoever wrote it is found, though its checksums are right', () => {
    const record = (seq: number) => JSON.stringify({ v: 1, seq, ts: TS, run_id: 'run', type: 'x', data: {} })
    const first = encodeRecord(record(1), FIRST_CRC)
    write(first.bytes, encodeRecord(record(3), first.crc).bytes)
    const problem = 'record 2 is missing: record 3 stands in its place'
    expect(readAll(path).result).toMatchObject({ ok: false, line: 2, seq: 3, problem })
  })

  test('with an empty line, or one longer than any record, in the middle says so', () => {
    write(line(1), '\n', line(2))
    expect(readAll(path).result).toMatchObject({ ok: false, line: 2, seq: null, problem: 'it is empty' })
    write(line(1), Buffer.alloc(9 * 1024 * 1024, 'r'), '\n', line(2))
    const problem = 'it is longer than any record'
    expect(readAll(path).result).toMatchObject({ ok: false, line: 2, seq: null, problem })
  })
})
