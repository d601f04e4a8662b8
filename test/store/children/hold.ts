import { tryLock } from '../../../src/store/lock.ts'

const attempt = tryLock(process.argv[2] ?? '')
console.log(attempt.held ? 'held' : 'refused')
process.stdin.resume()
