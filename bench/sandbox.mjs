import { spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { inTurns } from './measure.mjs'
import { ratioRow } from './table.mjs'

/** What it costs to start a program that does nothing in each sandbox that works here, beside a bare start. */
export async function sandboxStart({ folder, load, quick }) {
  const { chooseSandbox } = await load('sandbox-choose')
  const { enclose, furnish } = await load('sandbox')
  const { surveyBox } = await load('sandbox-survey')
  // Where the tests with real agents have it, unless the user has one.
  const path = [process.env.PATH, resolve('test/agents/node_modules/.bin'), dirname(process.execPath)].join(
    ':',
  )
  const workspace = join(folder, 'boxed')
  mkdirSync(workspace)
  const env = { ...process.env, PATH: path }
  const start = (sandbox) => (round) => {
    const box = surveyBox({
      ...{ workspace, env, program: [], write: [], read: [], hide: [], copies: [] },
      ...{
        scratch: join(folder, 'box', `${sandbox.name}-${round}`),
        caches: join(folder, 'caches'),
        network: 'all',
        domains: [],
      },
    })
    furnish(sandbox, box, [])
    return run(enclose(sandbox, { file: '/bin/true', args: [], env }, box), workspace)
  }
  const rows = []
  for (const name of ['bubblewrap', 'srt']) {
    const chosen = await chooseSandbox(name, path)
    if (!chosen.ok) {
      process.stderr.write(`sandbox: ${chosen.problem}\n`)
      continue
    }
    const bare = () => run({ file: '/bin/true', args: [], env }, workspace)
    const times = await inTurns(roundsOf(name, quick), { bare, boxed: start(chosen.sandbox) })
    rows.push(ratioRow(`start in ${name} ÷ bare spawn`, { ours: times.boxed, baseline: times.bare }))
  }
  return rows
}

/** The second takes most of a second. */
function roundsOf(name, quick) {
  if (name === 'srt') return quick ? 5 : 20
  return quick ? 40 : 200
}

function run({ file, args, env }, cwd) {
  return new Promise((done, fail) => {
    const child = spawn(file, args, { env, cwd, stdio: 'ignore' })
    child.on('error', fail)
    child.on('exit', (code) => (code === 0 ? done() : fail(new Error(`${file} ended with ${code}`))))
  })
}
