import { readFile } from '../../../src/import/read-file.ts'

/** Reads a file and says how many agent steps it has, and how much memory that took. */
let steps = 0
const read = await readFile(process.argv[2] ?? '', () => ({ step: () => steps++, end: () => {} }))
// maxRSS is in KiB.
const rssMb = process.resourceUsage().maxRSS / 1024
console.log(JSON.stringify({ steps, runs: read.runs, problems: read.problems, rssMb }))
