import { openJournal } from '../../../src/store/journal.ts'
import { waitLock } from '../../../src/store/lock.ts'

// One of several writers: takes the run's lock, loads, appends one large record, lets go. Again and again.
const [path = '', lockPath = '', writer = '', rounds = '0'] = process.argv.slice(2)
for (let round = 0; round < Number(rounds); round++) {
  const lock = await waitLock(lockPath, { pollMs: 5 })
  const { journal } = openJournal(path, 'shared', () => {})
  const rationale = writer.repeat(1024 * 1024)
  const data = { what: 'metering' as const, chosen: `${writer}${round}`, alternatives: [], rationale }
  journal.append({ type: 'decision', data }, '2026-01-01T00:00:00.000Z')
  journal.close()
  lock.release()
}
