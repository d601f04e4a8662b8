import { join } from 'node:path'
import { versionOf } from '../lib/install.mjs'
import { put } from '../lib/world.mjs'

export default {
  name: 'takt',
  packages: ['takt@0.39.0'],
  configuration:
    '`takt --pipeline --task … -w default-mini -q` with the `claude` provider (the command line program); its quality gates are instructions to the agent: "npm test must pass"; it lands on a branch of its own and pushes that',
  // Written into the program; there is no setting.
  stallSeconds: 600,
  version: ({ installed }) => versionOf(installed, 'takt'),
  prepare: ({ home, repo }) => {
    put(home, '.takt/config.yaml', 'provider: claude\nmodel: sonnet\nlanguage: en\n')
    put(
      repo,
      '.takt/config.yaml',
      'provider: claude\nworkflow_overrides:\n  quality_gates:\n    - npm test must pass\n',
    )
    put(repo, '.gitignore', 'node_modules\n.takt/runs\n.takt/logs\n.takt/sessions\n')
  },
  start: ({ installed, task }) => ({
    file: process.execPath,
    args: [
      join(installed, 'node_modules', 'takt', 'dist', 'app', 'cli', 'index.js'),
      '--pipeline',
      '--task',
      task,
      '-w',
      'default-mini',
      '-q',
    ],
  }),
  claims: ({ code }) => code === 0,
}
