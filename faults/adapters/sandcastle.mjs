import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { versionOf } from '../lib/install.mjs'
import { put } from '../lib/world.mjs'

const NO_DOCKER = 'its isolation is a container, and no Docker daemon runs here; seen with noSandbox()'

export default {
  name: 'sandcastle',
  packages: ['@ai-hero/sandcastle@0.12.0'],
  configuration:
    'a script after its README: createSandbox() on a branch, run() with 5 iterations, sandbox.exec("npm test") as the gate, then git merge; noSandbox(), idleTimeoutSeconds 8 (default 600), completionTimeoutSeconds 5 (default 60)',
  // It lands commits, and its prompts ask the agent for them.
  commits: true,
  except: { deleter: NO_DOCKER, forker: NO_DOCKER, staller: NO_DOCKER },
  version: ({ installed }) => versionOf(installed, '@ai-hero/sandcastle'),
  prepare: ({ repo, installed, task }) => {
    put(
      repo,
      '.sandcastle/main.mjs',
      script(join(installed, 'node_modules', '@ai-hero', 'sandcastle', 'dist'), task),
    )
    put(repo, '.gitignore', 'node_modules\n.sandcastle/logs\n.sandcastle/worktrees\n')
  },
  start: () => ({ file: process.execPath, args: ['.sandcastle/main.mjs'] }),
  claims: ({ code }) => code === 0,
}

function script(dist, task) {
  const from = (name) => JSON.stringify(pathToFileURL(join(dist, name)).href)
  return `import { execFileSync } from 'node:child_process'
import { claudeCode, createSandbox } from ${from('index.js')}
import { noSandbox } from ${from('sandboxes/no-sandbox.js')}

const branch = 'agent/durations'
const sandbox = await createSandbox({ branch, sandbox: noSandbox() })
try {
  const result = await sandbox.run({
    agent: claudeCode('claude-sonnet-4-6'),
    prompt: ${JSON.stringify(`${task} Commit your work. When all is done, answer <promise>COMPLETE</promise>.`)},
    maxIterations: 5,
    idleTimeoutSeconds: 8,
    completionTimeoutSeconds: 5,
  })
  if (!result.completionSignal) throw new Error('the agent did not complete')
  const tests = await sandbox.exec('npm test')
  if (tests.exitCode !== 0) throw new Error('Tests failed')
} finally {
  await sandbox.close()
}
execFileSync('git', ['merge', '-q', '--no-ff', '-m', 'Land', branch], { stdio: 'inherit' })
`
}
