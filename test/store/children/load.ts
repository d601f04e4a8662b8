import { readJournal } from '../../../src/store/journal.ts'

const before = performance.now()
let sum = 0
const read = readJournal(process.argv[2] ?? '', (event) => {
  sum += event.seq
})
const ms = Math.round(performance.now() - before)
console.log(JSON.stringify({ read, sum, ms, rssMb: Math.round(process.resourceUsage().maxRSS / 1024) }))
