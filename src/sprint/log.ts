import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { EXIT, Problem } from '../runtime/problem.ts'
import { errorCode } from '../store/environment-error.ts'
import { makeFolder, writeAtomic } from '../store/files.ts'
import { parseSprintRecord, type SprintDraft, type SprintRecord } from './records.ts'

export interface SprintLog {
  records: SprintRecord[]
  /** On the disk when it returns. */
  append(draft: SprintDraft): SprintRecord
}

/** Some lines a task, so it is written whole each time: no line of it can be torn. Hold the sprint's lock meanwhile. */
export function openSprintLog(path: string): SprintLog {
  const records = readSprintLog(path)
  return {
    records,
    append(draft) {
      // Typed as the draft is; the spread alone hides which of the union it was.
      const record = { v: 1, seq: records.length + 1, ts: new Date().toISOString(), ...draft } as SprintRecord
      makeFolder(dirname(path))
      writeAtomic(path, [...records, record].map((each) => `${JSON.stringify(each)}\n`).join(''))
      records.push(record)
      return record
    },
  }
}

export function readSprintLog(path: string): SprintRecord[] {
  const lines = readOrEmpty(path).split('\n').filter(Boolean)
  return lines.map((line, index) => {
    const record = parseSprintRecord(line)
    if (record !== null) return record
    throw new Problem(
      EXIT.environment,
      `The log of the sprint is damaged at ${path}:${index + 1}`,
      'Restore it from a copy, or move it away: then the next sprint begins anew, and no run is lost.',
    )
  })
}

function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return ''
    throw error
  }
}
