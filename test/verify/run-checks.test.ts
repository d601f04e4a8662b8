import { describe, expect, it } from 'vitest'
import type { CheckResult, VerifyPlan } from '../../src/core/events.ts'
import { runChecks } from '../../src/verify/run-checks.ts'

const plan = (more: Partial<VerifyPlan>): VerifyPlan => ({
  setup: [],
  test: null,
  acceptance: [],
  required_files: [],
  timeout_minutes: 10,
  detected: '',
  ...more,
})

/** Commands that are not listed exit 0. */
async function run(
  more: Partial<VerifyPlan>,
  exits: Record<string, number | null | 'timeout'> = {},
  files: string[] = [],
) {
  const called: [string, string, number][] = []
  const runner = async (name: string, command: string, timeoutMs: number): Promise<CheckResult> => {
    called.push([name, command, timeoutMs])
    const exit = exits[command] === undefined ? 0 : exits[command]
    const timedOut = exit === 'timeout'
    return {
      name,
      command,
      exit: timedOut ? null : exit,
      timed_out: timedOut,
      duration_ms: 1,
      artifact: null,
      tail: '',
    }
  }
  const result = await runChecks(plan(more), runner, (path) => files.includes(path))
  return { ...result, called }
}

describe('runChecks', () => {
  it('runs setup, test and acceptance in order, with the limit of each', async () => {
    const result = await run({
      setup: ['npm ci'],
      test: 'npm test',
      acceptance: ['a', 'b'],
      timeout_minutes: 0.5,
    })
    expect(result.called).toEqual([
      ['setup', 'npm ci', 30_000],
      ['test', 'npm test', 30_000],
      ['acceptance', 'a', 30_000],
      ['acceptance-2', 'b', 30_000],
    ])
    expect(result).toMatchObject({ green: true, ran: true, reason: 'all checks green' })
    expect(result.checks).toHaveLength(4)
  })

  it('stops at a failed setup', async () => {
    const result = await run({ setup: ['npm ci', 'x'], test: 'npm test' }, { 'npm ci': 1 })
    expect(result).toMatchObject({ green: false, ran: true, reason: 'setup failed: npm ci exited 1' })
    expect(result.called).toHaveLength(1)
  })

  it('runs acceptance after a red test, and names the first fault', async () => {
    const result = await run({ test: 'npm test', acceptance: ['a'] }, { 'npm test': 1, a: 2 })
    expect(result).toMatchObject({ green: false, reason: 'npm test exited 1' })
    expect(result.called).toHaveLength(2)
  })

  it('says what timed out, and what a signal ended', async () => {
    expect((await run({ test: 'npm test' }, { 'npm test': 'timeout' })).reason).toBe(
      'npm test timed out after 10 min',
    )
    expect((await run({ test: 'npm test' }, { 'npm test': null })).reason).toBe(
      'npm test was ended by a signal',
    )
    expect((await run({ test: 'npm test' }, { 'npm test': null })).green).toBe(false)
  })

  it('VF4: only the exit code counts, whatever the output says', async () => {
    const runner = async (name: string, command: string): Promise<CheckResult> => ({
      name,
      command,
      exit: 1,
      timed_out: false,
      duration_ms: 1,
      artifact: null,
      tail: 'tests: pass',
    })
    expect((await runChecks(plan({ test: 'npm test' }), runner, () => true)).green).toBe(false)
  })

  it('asks for required files', async () => {
    const wanted = { required_files: ['docs/x.md', 'docs/y.md'] }
    expect(await run(wanted, {}, ['docs/y.md'])).toMatchObject({
      green: false,
      ran: true,
      reason: 'required file docs/x.md is missing',
    })
    expect(await run(wanted, {}, ['docs/x.md', 'docs/y.md'])).toMatchObject({ green: true, ran: true })
  })

  it('did not run, and is not green, where there is nothing to check', async () => {
    const result = await run({ setup: ['npm ci'] })
    expect(result).toMatchObject({ green: false, ran: false, checks: [] })
    expect(result.called).toEqual([])
  })
})
