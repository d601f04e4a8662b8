import { statSync } from 'node:fs'
import { createJournal, JournalError } from '../../../src/store/journal.ts'

// Appends until the disk, or the file size limit, says no; then says what is left and whether more is refused.
const path = process.argv[2] ?? ''
const journal = createJournal(path, 'full')
const draft = { type: 'run.resumed', data: { reason: 'x'.repeat(1500), after: 0 } } as const
const attempt = () => {
  try {
    journal.append(draft, '2026-01-01T00:00:00.000Z')
    return null
  } catch (error) {
    if (error instanceof JournalError) return error.problem
    throw error
  }
}
let first: string | null = null
while (first === null) first = attempt()
console.log(JSON.stringify({ first, second: attempt(), lastSeq: journal.lastSeq, size: statSync(path).size }))
