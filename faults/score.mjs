#!/usr/bin/env node
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { casesOf, ROWS } from './lib/cases.mjs'
import { install } from './lib/install.mjs'
import { judge } from './lib/judge.mjs'
import { endWorlds, observe } from './lib/observe.mjs'
import { table } from './lib/table.mjs'

const SHIPPED = ['wiggum', 'ralph-tui', 'ralphy-cli', 'takt', 'sandcastle']
const CONTROL_TRIES = 3
const HELP = `Usage: node score.mjs --orchestrator <name> [options]

  --orchestrator <name>  ${SHIPPED.join(', ')}, all, or the path of an adapter (may be repeated)
  --fault <name>         only this fault, and the honest control (may be repeated)
  --timeout <seconds>    for one run (120)
  --patient              waits as long as the orchestrator's own limit for a silent agent needs
  --max-mb <count>       what the rambler may cost in memory (512)
  --from <file>          the table of results that --json gave earlier; runs nothing (may be repeated)
  --json                 all that was observed, as JSON
  --keep                 do not remove the throw-away folders
`
const { values } = parseArgs({
  options: {
    orchestrator: { type: 'string', multiple: true },
    fault: { type: 'string', multiple: true },
    timeout: { type: 'string', default: '120' },
    'max-mb': { type: 'string', default: '512' },
    from: { type: 'string', multiple: true },
    patient: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
})

async function main() {
  const unknown = (values.fault ?? []).filter((each) => !ROWS.some(({ fault }) => fault === each))
  if (values.from) return print(values.from.flatMap((path) => JSON.parse(readFileSync(path, 'utf8'))))
  if (values.help || !values.orchestrator || unknown.length > 0) {
    console.error(`${unknown.map((each) => `there is no fault ${each}\n`).join('')}${HELP}`)
    return values.help ? 0 : 2
  }
  const names = values.orchestrator.flatMap((name) => (name === 'all' ? SHIPPED : name))
  const results = []
  for (const name of names) results.push(await score(await adapterOf(name)))
  return print(results)
}

function print(results) {
  console.log(values.json ? JSON.stringify(results, null, 2) : table(results))
  return results.every(({ verdicts }) => verdicts.every(({ mark }) => mark !== 'fail')) ? 0 : 1
}

async function adapterOf(name) {
  const path = SHIPPED.includes(name)
    ? new URL(`./adapters/${name}.mjs`, import.meta.url)
    : pathToFileURL(resolve(name))
  return (await import(path)).default
}

async function score(adapter) {
  const about = { name: adapter.name, configuration: adapter.configuration ?? '' }
  let installed = null
  try {
    installed = install(adapter)
    about.version = adapter.version?.({ installed }) ?? ''
  } catch (error) {
    return {
      ...about,
      verdicts: casesOf(values.fault).map((each) => ({
        ...each,
        mark: 'n.a.',
        note: `not installed: ${firstLine(error)}`,
      })),
    }
  }
  const verdicts = []
  for (const which of casesOf(values.fault)) {
    // Nothing that follows would tell anything.
    if (verdicts.some(({ fault, mark }) => fault === 'honest' && mark !== 'pass')) break
    verdicts.push(await tryCase(adapter, which, installed))
    const { id, mark, note } = verdicts.at(-1)
    console.error(`${adapter.name} ${id}: ${mark}, ${note}`)
  }
  return { ...about, verdicts: [...verdicts, ...untried(verdicts.length)] }
}

function untried(from) {
  return casesOf(values.fault)
    .slice(from)
    .map((each) => ({ ...each, mark: 'n.a.', note: 'not tried: honest work was not accepted' }))
}

/** One hiccup in the control must not cost an orchestrator its whole column. */
async function tryCase(adapter, which, installed) {
  let verdict = await tryOne(adapter, which, installed)
  for (
    let again = 1;
    which.fault === 'honest' && verdict.mark !== 'pass' && again < CONTROL_TRIES;
    again += 1
  )
    verdict = await tryOne(adapter, which, installed)
  return verdict
}

async function tryOne(adapter, which, installed) {
  const own = which.fault === 'staller' ? (adapter.stallSeconds ?? 0) : 0
  const timeout = Number(values.timeout)
  if (own >= timeout && !values.patient)
    return { ...which, mark: 'n.a.', note: `its own limit is ${own} s; --patient waits for it` }
  // A gigabyte or two take their time, whoever reads them.
  const seconds = Math.max(which.fault === 'rambler' ? 4 * timeout : timeout, own === 0 ? 0 : own + 60)
  const seen = await observe(adapter, which, { seconds, installed, keep: values.keep })
  return {
    ...which,
    ...excused(adapter, which, judge(which, seen, { maxMb: Number(values['max-mb']) })),
    seen,
  }
}

/** What it has for this, but not on this machine, is no failure of its. */
function excused({ except = {} }, { fault }, verdict) {
  const reason = except[fault]
  return reason && verdict.mark === 'fail' ? { mark: 'n.a.', note: `${reason}: ${verdict.note}` } : verdict
}

function firstLine(error) {
  return String(error.message ?? error).split('\n')[0]
}

for (const [signal, code] of Object.entries({ SIGINT: 130, SIGTERM: 143 }))
  process.once(signal, () => endWorlds().finally(() => process.exit(code)))

process.exitCode = await main()
