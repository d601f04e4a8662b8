import { availableParallelism } from 'node:os'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { LongestFirst } from './test/support/longest-first.ts'
import { secondTries } from './test/support/second-tries.ts'
import { filesOf, type Tier } from './test/support/tiers.ts'

/** Much of their time goes into waiting, so that two more than there are cores keep all cores busy. */
const WORKERS = availableParallelism() + 2

function tier(name: Tier, how: TestProjectInlineConfiguration['test']): TestProjectInlineConfiguration {
  return { extends: true, test: { name, include: filesOf(name), ...how } }
}

export default defineConfig({
  plugins: [
    {
      name: 'markdown-as-text',
      transform: (code, id) => (id.endsWith('.md') ? `export default ${JSON.stringify(code)}` : undefined),
    },
  ],
  test: {
    // Only for what hangs: no test is about how fast this machine is today.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    maxWorkers: WORKERS,
    // One hiccup of the machine must not cost a whole CI run; what fails twice fails.
    retry: process.env.CI ? 1 : 0,
    sequence: { sequencer: LongestFirst },
    reporters: ['default', secondTries],
    tags: [
      {
        name: 'deep',
        description: 'What npm test shows with one case, at every place there is: run by npm run test:deep.',
        timeout: 3_600_000,
      },
      {
        name: 'sweep',
        description: 'What the deep tier shows with samples: run by npm run test:sweeps.',
        timeout: 3_600_000,
      },
    ],
    // Each worker loads a module once and shares it between its files; loading it for each file took longer than the tests.
    isolate: false,
    projects: [
      tier('quick', { pool: 'threads' }),
      // Supervision marks its own process, so that two files may not share one.
      tier('real', { pool: 'forks' }),
      tier('agents', { pool: 'forks', isolate: true }),
    ],
  },
})
