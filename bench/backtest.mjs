import { execFileSync } from 'node:child_process'
import { linkSync, mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { median } from './measure.mjs'
import { ratioRow, valueRow } from './table.mjs'

const child = fileURLToPath(new URL('./backtest-child.mjs', import.meta.url))
/** As many different logs; the others are the same ones under other names. */
const DISTINCT = 20

/** Two hundred long runs against five policies, beside nothing but `JSON.parse` of the same lines. */
export async function backtest({ folder, load, outdir, quick }) {
  const [{ loopDrafts }, { writeLog }] = await Promise.all(['sample-loops', 'sample-log'].map(load))
  const runs = quick ? 40 : 200
  const events = 10_000
  const root = join(folder, 'backtested')
  const bytes = writeLogs(join(root, '.wiggum/events'), runs, (path, seed) =>
    writeLog(path, loopDrafts(events, seed)),
  )
  const play = (side) =>
    JSON.parse(execFileSync(process.execPath, [child, outdir, root, side], { encoding: 'utf8' }))
  const turns = Array.from({ length: quick ? 1 : 3 }, () => ({ ours: play('ours'), parse: play('parse') }))
  check(turns, runs, events)
  const ours = median(turns.map((turn) => turn.ours.seconds))
  const baseline = median(turns.map((turn) => turn.parse.seconds))
  const name = `backtest, 5 values over ${runs} runs of ${events.toLocaleString('en')} events, ${Math.round(bytes / 1e6)} MB`
  return [
    valueRow(name, { ours, unit: 's' }, quick ? null : 10),
    ratioRow('  beside JSON.parse of the same lines', { ours: ours * 1000, baseline: baseline * 1000 }),
  ]
}

function writeLogs(folder, runs, write) {
  mkdirSync(folder, { recursive: true })
  let bytes = 0
  for (let seed = 0; seed < runs; seed++) {
    const path = join(folder, `run-${seed}.jsonl`)
    if (seed < DISTINCT) write(path, seed)
    else linkSync(join(folder, `run-${seed % DISTINCT}.jsonl`), path)
    bytes += statSync(path).size
  }
  return bytes
}

/** A third of them stands still for two passes, and for no longer. */
function check(turns, runs, events) {
  const third = Array.from({ length: runs }, (_, run) => (run % DISTINCT) % 3 === 0).filter(Boolean).length
  const expected = JSON.stringify({ runs, skipped: 0, halts: [third, 0, 0, 0, 0] })
  for (const { ours, parse } of turns) {
    const { seconds: _, ...found } = ours
    if (JSON.stringify(found) !== expected || parse.events !== runs * events)
      throw new Error(`not what was generated: ${JSON.stringify({ found, expected, parse })}`)
  }
}
