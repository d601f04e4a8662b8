import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** backtest-child.mjs <bundle> <repository> <ours|parse>: all logs with a sweep of five, or their lines alone; prints what it took. */
const [outdir = '', root = '', side = ''] = process.argv.slice(2)
const load = (name) => import(join(outdir, `${name}.js`))
const [{ backtestLogs }, { layoutOf }] = await Promise.all(['backtest-runs', 'layout'].map(load))
const layout = layoutOf(root)
const changes = [2, 3, 4, 5, 6].map((threshold) => ({ stagnation: { threshold } }))
const from = performance.now()
const result = side === 'ours' ? ours() : parse()
console.log(JSON.stringify({ seconds: (performance.now() - from) / 1000, ...result }))

function ours() {
  const { told, skipped } = backtestLogs({ options: {} }, layout, changes)
  const halts = changes.map((_, at) => told.filter((all) => all[at].halt).length)
  return { runs: told.length, skipped: skipped.length, halts }
}

function parse() {
  let events = 0
  for (const name of readdirSync(layout.events))
    for (const line of readFileSync(join(layout.events, name), 'utf8').split('\n'))
      if (line !== '') events += JSON.parse(line).seq > 0 ? 1 : 0
  return { events }
}
