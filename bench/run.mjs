import { mkdtempSync, realpathSync, rmSync, statfsSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { agentCall } from './agent-call.mjs'
import { append } from './append.mjs'
import { bigRepository } from './big-repository.mjs'
import { bundle } from './bundle.mjs'
import { cliStart } from './cli-start.mjs'
import { fold } from './fold.mjs'
import { tableText } from './table.mjs'

/** `npm run bench -- [--quick] [--json] [--only <part>] [--dir <folder>]`. Prints one table; judges nothing. */

const PARTS = { agent: agentCall, cli: cliStart, append, fold, repository: bigRepository }
const TMPFS = 0x01021994

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

const folder = realpathSync(mkdtempSync(join(values.dir, 'wiggum-bench-')))
try {
  const rows = await measure()
  const facts = {
    node: process.version,
    cpu: cpus()[0]?.model ?? '',
    cores: cpus().length,
    disk: diskOf(folder),
  }
  if (values.json) console.log(JSON.stringify({ ...facts, quick: values.quick, rows }))
  else console.log(`${tableText(rows)}\n\nNode ${facts.node}, ${facts.cores} × ${facts.cpu}, ${facts.disk}`)
} finally {
  rmSync(folder, { recursive: true, force: true })
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

/** The settings of whoever runs this are none of its business, nor are their runs. */
function isolateGit() {
  process.env.GIT_CONFIG_GLOBAL = '/dev/null'
  process.env.GIT_CONFIG_NOSYSTEM = '1'
  process.env.WIGGUM_HOME = join(folder, 'home')
}

function diskOf(path) {
  return statfsSync(path).type === TMPFS ? `tmpfs (${path}): syncs cost nothing here` : `on disk (${path})`
}
