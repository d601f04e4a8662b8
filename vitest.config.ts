import { configDefaults, defineConfig } from 'vitest/config'

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
    testTimeout: withAgents ? 180_000 : 60_000,
    hookTimeout: 60_000,
    pool: 'forks',
    // Their time goes into waiting as much as into work, so that two at once suit even two cores.
    ...(withAgents ? { maxWorkers: 2 } : {}),
  },
})
