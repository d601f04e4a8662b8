import { statSync } from 'node:fs'
import { createJournal, JournalError } from '../../../src/store/journal.ts'

// Appends until the disk, or the file size limit, says no; then says what is left and whether more is refused.
const path = process.argv[2] ?? ''
const journal = createJournal(path, 'full')
const attempt = (reason: string) => {
  try {
    journal.append({ type: 'run.resumed', data: { reason, after: 0 } }, '2026-01-01T00:00:00.000Z')
    return null
  } catch (error) {
    if (error instanceof JournalError) return error.problem
    throw error
  }
}
let first: string | null = null
while (first === null) first = attempt('x'.repeat(1500))
console.log(
  JSON.stringify({
    first,
    second: attempt('would fit'),
    lastSeq: journal.lastSeq,
    size: statSync(path).size,
  }),
)
