import type { TestRun } from '../core/events.ts'
import { testRunner } from './test-command.ts'
import { summaryOf } from './test-summaries.ts'

/** `null`: the command runs no tests. */
export function readTestRun(command: string, output: string): TestRun | null {
  const runner = testRunner(command)
  return runner === null ? null : testRunBy(runner, output)
}

/** Without a summary nothing is known but that tests were asked for. */
export function testRunBy(runner: string, output: string): TestRun {
  const name = runner === 'any' ? null : runner
  return summaryOf(runner, output) ?? { runner: name, passed: null, failed: null, skipped: null, ok: null }
}
