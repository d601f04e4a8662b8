import { defineConfig } from 'vitest/config'
import base from '../../vitest.config.ts'

/** The tests that are about `core/` and `detectors/` alone: without processes, and without the long ones of chance. */
export default defineConfig({
  ...base,
  test: {
    ...base.test,
    include: ['test/core/**/*.test.ts', 'test/detectors/**/*.test.ts'],
    exclude: ['**/own-host.test.ts', '**/pdca-order.test.ts', '**/docs.test.ts', '**/registry.test.ts'],
    pool: 'threads',
    isolate: false,
    retry: 0,
  },
})
