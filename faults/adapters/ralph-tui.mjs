import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { versionOf } from '../lib/install.mjs'
import { put } from '../lib/world.mjs'

const CONFIG = `autoCommit = true
maxIterations = 10
tracker = "json"
agent = "claude"

[[agents]]
name = "claude"
plugin = "claude"
default = true
timeout = 15000
`

export default {
  name: 'ralph-tui',
  // It runs on Bun, which is an npm package, too.
  packages: ['ralph-tui@0.11.0', 'bun@1.4.4'],
  configuration:
    '`ralph-tui run --headless --sandbox=bwrap`, a prd.json of one story, autoCommit, 10 iterations (its default), a timeout of 15 s a call (its default is none); it has no gate but the promise tag',
  version: ({ installed }) => versionOf(installed, 'ralph-tui'),
  prepare: ({ repo, task }) => {
    put(repo, 'prd.json', `${JSON.stringify(prd(task), null, 2)}\n`)
    put(repo, '.ralph-tui/config.toml', CONFIG)
    put(
      repo,
      '.gitignore',
      'node_modules\n.ralph-tui/iterations\n.ralph-tui/reports\n.ralph-tui/*.lock\n.ralph-tui/session*.json\n',
    )
  },
  start: ({ installed }) => ({
    file: join(installed, 'node_modules', 'bun', 'bin', 'bun.exe'),
    args: [
      join(installed, 'node_modules', 'ralph-tui', 'dist', 'cli.js'),
      'run',
      '--headless',
      '--no-setup',
      '--no-notify',
      '--prd',
      'prd.json',
      '--sandbox=bwrap',
      '--serial',
    ],
  }),
  // It ends with 0 even if nothing is done, and prd.json is in the agent's reach: what counts is its own last report.
  claims: ({ repo }) => /Status:\s+COMPLETED/.test(lastReport(join(repo, '.ralph-tui', 'reports'))),
}

function prd(task) {
  const story = {
    id: 'US-001',
    title: 'Durations',
    description: task,
    acceptanceCriteria: ['npm test passes'],
    priority: 1,
    passes: false,
    dependsOn: [],
  }
  return { name: 'durations', description: task, branchName: 'main', userStories: [story] }
}

function lastReport(folder) {
  if (!existsSync(folder)) return ''
  const files = readdirSync(folder).map((name) => join(folder, name))
  const [newest] = files.sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)
  return newest ? readFileSync(newest, 'utf8') : ''
}
