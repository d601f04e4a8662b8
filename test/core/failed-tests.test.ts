import { describe, expect, test } from 'vitest'
import type { CheckResult } from '../../src/core/events.ts'
import { failedTests } from '../../src/core/failed-tests.ts'

function check(over: Partial<CheckResult> = {}): CheckResult {
  const shared = { timed_out: false, duration_ms: 1, artifact: null }
  return {
    name: 'test',
    command: 'npm test',
    exit: 1,
    tail: '# tests 9\n# pass 6\n# fail 3\n',
    ...shared,
    ...over,
  }
}

describe('how many tests failed', () => {
  test('is what the runner says', () => expect(failedTests([check()])).toBe(3))

  test('is read for whatever the user gave as the test command', () =>
    expect(failedTests([check({ command: './verify' })])).toBe(3))

  test('is the sum over all checks that run tests; others do not count', () => {
    const lint = check({ name: 'acceptance', command: 'eslint .', tail: '7 problems' })
    const more = check({
      name: 'acceptance-2',
      command: 'npx vitest run',
      tail: '      Tests  2 failed (4)\n',
    })
    expect(failedTests([check(), lint, more])).toBe(5)
    expect(failedTests([check({ exit: 0, tail: '' }), lint])).toBe(0)
  })

  test.each([
    ['nothing was run', []],
    ['no summary is there', [check({ tail: 'Segmentation fault' })]],
    ['it is red and no test failed', [check({ tail: '# tests 9\n# pass 9\n# fail 0\n' })]],
    ['one of two does not tell', [check(), check({ name: 'acceptance', tail: '' })]],
  ])('is not known where %s', (_, checks) => expect(failedTests(checks)).toBeNull())
})
