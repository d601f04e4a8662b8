import { cpus, loadavg, tmpdir } from 'node:os'
import { parseArgs } from 'node:util'
import { agentCall } from './agent-call.mjs'
import { append } from './append.mjs'
import { backtest } from './backtest.mjs'
import { bigRepository } from './big-repository.mjs'
import { bundle } from './bundle.mjs'
import { cliStart } from './cli-start.mjs'
import { detectorRuns } from './detectors.mjs'
import { fold } from './fold.mjs'
import { isInMemory, temporaryFolder } from './folders.mjs'
import { hooks } from './hooks.mjs'
import { sandboxStart } from './sandbox.mjs'
import { tableText } from './table.mjs'

/** `npm run bench -- [--quick] [--json] [--only <part>] [--dir <folder>]`. Prints one table; judges nothing. */

const PARTS = {
  agent: agentCall,
  sandbox: sandboxStart,
  cli: cliStart,
  hooks,
  append,
  fold,
  detectors: detectorRuns,
  backtest,
  repository: bigRepository,
}

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true, default: Object.keys(PARTS) },
    dir: { type: 'string', default: tmpdir() },
  },
})
const unknown = values.only.find((name) => !(name in PARTS))
if (unknown) throw new Error(`there is no part "${unknown}"; there are ${Object.keys(PARTS).join(', ')}`)

const folder = temporaryFolder(values.dir)
const rows = await measure()
const facts = { node: process.version, cpu: cpus()[0]?.model ?? '', cores: cpus().length, load: loadavg()[0] }
const disk = isInMemory(folder) ? 'in memory: syncs cost nothing' : 'on disk'
if (values.json) console.log(JSON.stringify({ ...facts, disk, quick: values.quick, rows }))
else console.log(`${tableText(rows)}\n\n${machine()}`)

function machine() {
  const { node, cpu, cores, load } = facts
  return `Node ${node}, ${cores} × ${cpu}, load ${load.toFixed(1)}, ${folder} ${disk}`
}

async function measure() {
  isolateGit()
  const { outdir, load } = await bundle(folder)
  const rows = []
  for (const name of values.only) {
    const from = performance.now()
    rows.push(...(await PARTS[name]({ folder, outdir, load, quick: values.quick })))
    process.stderr.write(`${name}: ${Math.round((performance.now() - from) / 1000)} s\n`)
  }
  return rows
}

/** The settings of whoever runs this are none of its business. */
function isolateGit() {
  process.env.GIT_CONFIG_GLOBAL = '/dev/null'
  process.env.GIT_CONFIG_NOSYSTEM = '1'
}
