import { join } from 'node:path'
import { versionOf } from '../lib/install.mjs'
import { put } from '../lib/world.mjs'

const BINARY = `ralphy-${process.platform}-${process.arch}`

export default {
  name: 'ralphy-cli',
  packages: ['ralphy-cli@4.7.2'],
  configuration:
    '`ralphy --prd PRD.md`, one task, tests on (`commands.test: npm test`), at most 10 iterations, 3 retries, a pause of 5 s',
  // Its prompt asks the agent for commits.
  commits: true,
  version: ({ installed }) => versionOf(installed, 'ralphy-cli'),
  prepare: ({ repo, task }) => {
    put(repo, 'PRD.md', `## Tasks\n- [ ] ${task}\n`)
    put(
      repo,
      '.ralphy/config.yaml',
      'project:\n  name: durations\n  language: JavaScript\ncommands:\n  test: npm test\nrules: []\nboundaries:\n  never_touch: []\n',
    )
  },
  // The program itself, not the script that starts it: so a signal reaches it.
  start: ({ installed }) => ({
    file: join(installed, 'node_modules', 'ralphy-cli', 'dist', BINARY),
    args: ['--prd', 'PRD.md', '--max-iterations', '10', '--no-browser'],
  }),
  claims: ({ code }) => code === 0,
}
