import { afterAll, describe, expect, test } from 'vitest'
import type { Scenario } from '../../src/agents/scripted/scenario.ts'
import { type Ended, result, scenarioFile, type World, wiggum } from '../support/cli.ts'
import { inTiers } from '../support/in-tiers.ts'
import { honest, TASK, turnOf } from '../support/scenarios.ts'
import { logged, loggedOf, merges, reportOf, runId, worldKeeper } from './run-log.ts'

const worlds = worldKeeper()
afterAll(worlds.end)

function dryRun(world: World, scenario: Scenario, ...more: string[]): Promise<Ended> {
  return wiggum(world, ['run', TASK, '--dry-run', '--agent', scenarioFile(world, scenario), ...more])
}

const called = (world: World) => loggedOf(world, 'agent.start').map(({ data }) => data.archetype)

for (const [some, options] of inTiers(['pdca', 'pipeline'], 2))
  describe.each(some)('--dry-run by %s', options, (strategy) => {
    test('plans, shows what would follow, and ends with 0; resume carries that plan out', async () => {
      const world = worlds.fresh()
      const base = world.git('rev-parse', 'main')
      world.write('.wiggum/config.yaml', 'models: { default: small, archetypes: { guardian: large } }\n')
      const run = await dryRun(world, honest(), '--strategy', strategy, '--workflow', 'fast')
      expect(run).toMatchObject({ code: 0, stderr: '' })
      expect(called(world)).toEqual(['creator'])
      expect(run.stdout).toContain(`planned, nothing was changed; go on with: wiggum resume ${runId(world)}`)
      expect(run.stdout).toMatch(new RegExp(`plan +${strategy}, fast: one|plan +${strategy}, fast: 1 cycle`))
      expect(run.stdout).toMatch(/next +Maker \(scripted, small\), Guardian \(scripted, large\)/)
      expect(run.stdout).toMatch(/sure +task 0\.95, solution 0\.90, risks 0\.85/)
      expect(run.stdout).toMatch(/base +green/)
      expect(run.stdout).toMatch(/cost +\$0\.0110 so far; in all about \$0\.0\d+ to \$0\.\d+ \(an estimate/)
      expect(reportOf(world)).toContain('an estimate')
      expect(loggedOf(world, 'run.start')[0]?.data.options.dry_run).toBe(true)
      expect(world.git('rev-parse', 'main')).toBe(base)
      expect((await wiggum(world, ['status'])).stdout).toContain(`next: wiggum resume ${runId(world)}`)
      const resumed = await wiggum(world, ['resume'])
      expect(resumed.code).toBe(0)
      expect(merges(world)).toEqual([runId(world)])
      expect(
        called(world).filter((role) => role === 'creator'),
        'the plan is not made again',
      ).toHaveLength(1)
      const baselines = loggedOf(world, 'verify.complete').filter(({ data }) => data.kind === 'baseline')
      expect(baselines).toHaveLength(1)
      const seq = logged(world).at(-1)?.seq
      expect((await wiggum(world, ['resume', runId(world)])).stdout).toContain('is done')
      expect(logged(world).at(-1)?.seq).toBe(seq)
    })

    test('--yes shows it and goes on at once', { tags: 'deep' }, async () => {
      const world = worlds.fresh()
      const run = await dryRun(world, honest(), '--strategy', strategy, '--workflow', 'fast', '--yes')
      expect(run.code).toBe(0)
      expect(run.stdout).toMatch(/cost +\$0\.0110 so far/)
      expect(merges(world)).toEqual([runId(world)])
      expect(loggedOf(world, 'run.complete')).toHaveLength(1)
    })
  })

test('--dry-run --json gives the same facts, and an estimate of the whole workflow', async () => {
  const world = worlds.fresh()
  const run = await dryRun(world, honest(), '--strategy', 'pdca', '--workflow', 'standard', '--json')
  expect(run.code).toBe(0)
  const { status, plan } = result(run) as unknown as { status: string; plan: Record<string, unknown> }
  expect(status).toBe('planned')
  const agent = expect.stringMatching(/^scripted:/)
  expect(plan).toMatchObject({
    strategy: 'pdca',
    workflow: 'standard',
    max_cycles: 2,
    roles: ['maker', 'guardian', 'skeptic', 'sage', 'creator'].map((role) => ({ role, agent, model: null })),
    baseline: 'green',
    // Maker and Guardian; or two whole cycles, of which the first plan is made.
    calls: { least: 2, most: 4 + 5 },
  })
  const spent = 0.008 + 0.011
  expect(plan.spent_usd).toBeCloseTo(spent)
  expect((plan.estimate_usd as { least: number }).least).toBeCloseTo(spent + (2 * spent) / 2)
  expect((plan.estimate_usd as { most: number }).most).toBeCloseTo(spent + (9 * spent) / 2)
})

test('a dry run whose agent does not say what it costs has no estimate', async () => {
  const world = worlds.fresh()
  const silent = turnOf('creator', { usage: { input_tokens: null, output_tokens: null, cost_usd: null } })
  const run = await dryRun(world, honest({ creator: [silent] }))
  expect(run.code).toBe(0)
  expect(run.stdout).toMatch(/cost +unknown: the agent does not say/)
})

test('A3 asks in a dry run too, and the answer leads to the plan, not beyond', async () => {
  const world = worlds.fresh()
  const sure = turnOf('creator')
  const unsure = turnOf('creator', {
    contract: {
      ...sure.contract,
      confidence: { task_understanding: 0.2, solution_completeness: 0.9, risk_coverage: 0.9 },
    },
  })
  const run = await dryRun(world, honest({ creator: [unsure, sure] }), '--strategy', 'pdca')
  expect(run.code).toBe(20)
  const answered = await wiggum(world, ['answer', runId(world), 'Dashes at both ends'])
  expect(answered.code).toBe(0)
  expect(loggedOf(world, 'run.complete').map(({ data }) => data.status)).toEqual(['planned'])
  expect(called(world)).not.toContain('maker')
})
