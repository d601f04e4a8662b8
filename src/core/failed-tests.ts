import { testRunner } from '../steps/test-command.ts'
import { testRunBy } from '../steps/test-run.ts'
import type { CheckResult } from './events.ts'

/** How many tests failed in the checks, by their runners' own counts; `null`: one of them does not tell. */
export function failedTests(checks: CheckResult[]): number | null {
  const all = checks.flatMap((check) => {
    // Whatever the user gave as the test command runs tests.
    const runner = testRunner(check.command) ?? (check.name === 'test' ? 'any' : null)
    return runner === null ? [] : [failedIn(check, runner)]
  })
  if (all.length === 0) return null
  return all.reduce((sum, each) => (sum === null || each === null ? null : sum + each), 0)
}

/** Red with no test that failed is a file that could not be loaded: more may be wrong than before, not less. */
function failedIn({ exit, tail }: CheckResult, runner: string): number | null {
  return exit === 0 ? 0 : testRunBy(runner, tail).failed || null
}
