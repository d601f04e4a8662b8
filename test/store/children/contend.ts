import { tryLock } from '../../../src/store/lock.ts'
import { meet } from './meet.ts'

// Tries a row of locks and keeps what it wins until its standard input ends.
const [gathering = '', ...paths] = process.argv.slice(2)
meet(gathering)
const won = paths.map((path) => tryLock(path).held)
console.log(JSON.stringify(won))
process.stdin.resume()
