import { join } from 'node:path'

/** fold-child.mjs <bundle> <log>: loads and folds as a resume does, and prints what it took. */
const [outdir = '', path = ''] = process.argv.slice(2)
const load = (name) => import(join(outdir, `${name}.js`))
const [{ readJournal }, { applyEvent }, { initialState }] = await Promise.all(
  ['journal', 'fold', 'state'].map(load),
)
const from = performance.now()
const state = initialState('bench')
const read = readJournal(path, (event) => applyEvent(state, event))
const seconds = (performance.now() - from) / 1000
// maxRSS is in KiB.
const rssMb = process.resourceUsage().maxRSS / 1024
console.log(JSON.stringify({ seconds, rssMb, events: read.ok ? state.seq : read }))
