import { closeSync, openSync, rmSync } from 'node:fs'
import { waitLock } from '../../../src/store/lock.ts'

// Enters a room that holds one process at a time, then dies in it without letting go, or leaves properly.
const [lockPath = '', room = '', visits = '0', ending = 'leave'] = process.argv.slice(2)
for (let visit = 0; visit < Number(visits); visit++) {
  const lock = await waitLock(lockPath, { pollMs: 1 })
  closeSync(openSync(room, 'wx'))
  rmSync(room)
  if (ending === 'die' && visit === Number(visits) - 1) process.kill(process.pid, 'SIGKILL')
  lock.release()
}
