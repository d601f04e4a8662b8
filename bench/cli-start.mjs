import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { copyCli } from './bundle.mjs'
import { inTurns } from './measure.mjs'
import { makeRepository } from './repositories.mjs'
import { ratioRow } from './table.mjs'

/** What a user waits for before a command begins to work. */
export async function cliStart({ folder, load, quick }) {
  const wiggum = copyCli(folder)
  const repo = makeRepository(join(folder, 'small'), 20)
  await addRun(repo, load)
  const node = (...args) => execFileSync(process.execPath, args, { cwd: repo, stdio: 'ignore' })
  const times = await inTurns(quick ? 10 : 40, {
    nothing: () => node('-e', '0'),
    version: () => node(wiggum, '--version'),
    help: () => node(wiggum, '--help'),
    status: () => node(wiggum, 'status'),
  })
  const row = (name, ours, goal) => ratioRow(name, { ours, baseline: times.nothing }, goal)
  return [
    row('wiggum --version ÷ node -e 0', times.version, 1.5),
    row('wiggum --help ÷ node -e 0', times.help),
    row('wiggum status (one run) ÷ node -e 0', times.status),
  ]
}

async function addRun(repo, load) {
  const events = join(repo, '.wiggum', 'events')
  mkdirSync(events, { recursive: true })
  const [{ sampleDrafts }, { writeLog }] = await Promise.all(['sample-events', 'sample-log'].map(load))
  writeLog(join(events, 'bench.jsonl'), sampleDrafts(60))
}
