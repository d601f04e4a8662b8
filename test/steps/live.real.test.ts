import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Step } from '../../src/steps/step.ts'
import { events, makeWorld, result, scenarioFile, wiggum } from '../support/cli.ts'
import { honest, TASK, turnOf } from '../support/scenarios.ts'

it('a run has each step of a call in a side file, their figures in the log, and both in the report', async () => {
  const world = makeWorld()
  try {
    const red =
      'Exit code 1\n FAIL  test/a.test.js > adds\nAssertionError: expected 1 to be 2\n\n      Tests  1 failed (1)'
    const maker = turnOf('maker', {
      say: 'First the tests.',
      tool_calls: [
        { name: 'Bash', input: { command: 'npx vitest run' }, result: red, is_error: true },
        { name: 'Read', input: { file_path: 'log.txt' }, result: 'Error: 5-hour limit reached' },
        { name: 'Bash', input: { command: 'npx vitest run' }, result: '      Tests  1 passed (1)' },
      ],
    })
    const agent = scenarioFile(world, honest({ maker: [maker] }))
    const run = await wiggum(world, ['run', TASK, '--strategy', 'pipeline', '--agent', agent, '--json'])
    expect({ code: run.code, stderr: run.stderr }).toEqual({ code: 0, stderr: '' })
    const made = events(run).flatMap((event) =>
      event.type === 'agent.complete' && event.data.archetype === 'maker' ? [event.data] : [],
    )[0]
    const { run_id } = result(run)
    const folder = join(world.repo, '.wiggum', 'artifacts', run_id, 'steps')
    const lines = readFileSync(join(folder, `${made?.step}-1.jsonl`), 'utf8')
      .trimEnd()
      .split('\n')
    const steps = lines.map((line): Step => JSON.parse(line))
    expect(made?.steps).toMatchObject({
      total: steps.length,
      // The last is the scenario's own, and really run.
      tests: 3,
      failed_edits: 0,
      last_test: { runner: 'node', passed: 4, failed: 0, ok: true },
      distinct_errors: 1,
    })
    expect(made?.steps?.edits).toBe(steps.filter((step) => step.edit?.ok).length)
    expect(made?.steps?.edits).toBeGreaterThan(0)
    expect(steps[0]).toMatchObject({
      thought: 'First the tests.',
      failed: true,
      exit: 1,
      error: 'vitest: a.test.js > adds: AssertionError: expected # to be #',
    })
    expect(steps[1]).toMatchObject({ failed: false, error: null })
    // One file, one name: the edits are told without the workspace's folder.
    expect(steps.flatMap((step) => step.files.changed).filter((path) => path.startsWith('/'))).toEqual([])
    const report = await wiggum(world, ['report', run_id])
    expect(report.stdout).toContain(`${steps.length} agent steps, ${made?.steps?.edits} edit`)
    expect(report.stdout).toContain('last tests 4 passed and 0 failed')
  } finally {
    world.end()
  }
})
