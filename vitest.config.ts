import { availableParallelism } from 'node:os'
import { configDefaults, defineConfig } from 'vitest/config'
import { LongestFirst } from './test/support/longest-first.ts'
import { secondTries } from './test/support/second-tries.ts'

const REAL_AGENTS = 'test/agents/real/**'
/** Set by test/agents/run.mjs, which prepares what these tests need. */
const withAgents = process.env.WIGGUM_TEST_AGENTS === '1'

export default defineConfig({
  plugins: [
    {
      name: 'markdown-as-text',
      transform: (code, id) => (id.endsWith('.md') ? `export default ${JSON.stringify(code)}` : undefined),
    },
  ],
  test: {
    include: withAgents ? [`${REAL_AGENTS}/*.test.ts`] : ['test/**/*.test.ts'],
    exclude: withAgents ? configDefaults.exclude : [...configDefaults.exclude, REAL_AGENTS],
    // Only for what hangs: no test is about how fast this machine is today.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    pool: 'forks',
    // Their time goes into waiting as much as into work, so that two at once suit even two cores.
    maxWorkers: withAgents ? 2 : Math.max(2, availableParallelism() - 1),
    // One hiccup of the machine must not cost a whole CI run; what fails twice fails.
    retry: process.env.CI ? 1 : 0,
    sequence: { sequencer: LongestFirst },
    reporters: ['default', secondTries],
  },
})
