import { execFileSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { median } from './measure.mjs'
import { valueRow } from './table.mjs'

const child = fileURLToPath(new URL('./fold-child.mjs', import.meta.url))

/** Resuming a very long run: its log is read, checked and folded in a process of its own. */
export async function fold({ folder, load, outdir, quick }) {
  const [{ sampleDrafts }, { writeLog }] = await Promise.all(['sample-events', 'sample-log'].map(load))
  const count = quick ? 100_000 : 1_000_000
  const path = join(folder, 'long.jsonl')
  writeLog(path, sampleDrafts(count))
  const runs = Array.from({ length: quick ? 1 : 3 }, () => readInChild(outdir, path))
  const wrong = runs.find((run) => run.events !== count)
  if (wrong) throw new Error(`the log did not load: ${JSON.stringify(wrong)}`)
  const size = `${count.toLocaleString('en')} events, ${Math.round(statSync(path).size / 1e6)} MB`
  const goals = quick ? [null, null] : [3, 300]
  return [
    valueRow(`load and fold ${size}`, { ours: median(runs.map((run) => run.seconds)), unit: 's' }, goals[0]),
    valueRow('  its memory (RSS)', { ours: median(runs.map((run) => run.rssMb)), unit: 'MB' }, goals[1]),
  ]
}

function readInChild(outdir, path) {
  return JSON.parse(execFileSync(process.execPath, [child, outdir, path], { encoding: 'utf8' }))
}
