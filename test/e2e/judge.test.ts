import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { scenarioFile, type World, wiggum } from '../support/cli.ts'
import { inTiers } from '../support/in-tiers.ts'
import { honest, TASK, turnOf } from '../support/scenarios.ts'
import { loggedOf, merges, runId, worldKeeper } from './run-log.ts'

const worlds = worldKeeper()
afterAll(worlds.end)

const RULE = 'sage.bureaucrat.trivial-docs'

/** One remark is too little for the rule itself, and enough to ask. */
const wordy = turnOf('sage', {
  output: 'It works. CANARY-6620',
  contract: {
    status: 'DONE',
    verdict: 'APPROVED',
    findings: [
      {
        file: 'src/slugify.js',
        line: 1,
        severity: 'INFO',
        category: 'documentation',
        description: 'slugify has no doc comment',
        fix: 'Add a doc comment with @param and @returns',
        evidence: '`slugify`',
      },
    ],
  },
})
const rules = (ruling: string) => ({
  output: 'I read it.',
  contract: { status: 'DONE', ruling, reason: 'the name says it all' },
  usage: { input_tokens: 100, output_tokens: 10, cost_usd: 0.5 },
})

function play(judge: object[] | undefined, env: Record<string, string> = {}) {
  const world = worlds.fresh()
  const scenario = honest({ sage: [wordy, turnOf('sage')], ...(judge ? { judge: judge as never } : {}) })
  const agent = scenarioFile(world, scenario)
  world.write('.wiggum/config.yaml', `judge:\n  agent: ${JSON.stringify(agent)}\n`)
  const args = ['run', TASK, '--agent', agent, '--strategy', 'pipeline']
  return { world, run: () => wiggum(world, args, env) }
}

function artifact(world: World, name: string): string {
  return readFileSync(join(world.repo, '.wiggum/artifacts', runId(world), name), 'utf8')
}

const called = (world: World) => loggedOf(world, 'agent.start').map(({ data }) => data.archetype)

describe('a judge', () => {
  test('that says yes makes a suspicion a signal; the correction is in the next prompt, and its call is paid for', async () => {
    const { world, run } = play([rules('yes')])
    const done = await run()
    expect(done).toMatchObject({ code: 0, stderr: '' })
    expect(called(world)).toEqual(['creator', 'maker', 'guardian', 'sage', 'judge', 'sage'])
    expect(loggedOf(world, 'judge.ruled').map(({ data }) => data)).toEqual([
      { detector: RULE, step: '1-check-sage', attempt: 1, ruling: 'yes', reason: 'the name says it all' },
    ])
    expect(loggedOf(world, 'shadow.detected').map(({ data }) => data.trigger)).toEqual([RULE])
    const [start] = loggedOf(world, 'agent.start').filter(({ data }) => data.archetype === 'judge')
    const prompt = artifact(world, start!.data.prompt_artifact)
    expect(prompt).toContain('Is documentation asked for here')
    expect(prompt).toContain('CANARY-6620')
    expect(prompt).toContain('"ruling": "yes" or "no"')
    expect(done.stdout).toMatch(/\$0\.5/)
    const corrected = loggedOf(world, 'agent.start').filter(({ data }) => data.archetype === 'sage')[1]
    expect(artifact(world, corrected!.data.prompt_artifact)).toContain(
      'the judge agrees: the name says it all',
    )
    expect(merges(world)).toEqual([runId(world)])
  })

  const unlike: [string, object[] | undefined][] = [
    ['says no', [rules('no')]],
    ['says something else', [rules('perhaps')]],
    ['crashes', [{ misbehave: { crash_signal: 'SIGKILL' } }]],
    ['cannot log in', [{ misbehave: { api_error: 401 } }]],
    ['is not in the scenario', undefined],
  ]
  for (const [some, options] of inTiers(unlike, 5))
    test.each(some)('that %s: no signal, one call, and the run lands', options, async (_, judge) => {
      const { world, run } = play(judge)
      const done = await run()
      expect(done.code, done.stdout + done.stderr).toBe(0)
      expect(called(world).filter((role) => role === 'judge')).toHaveLength(1)
      expect(loggedOf(world, 'judge.ruled').map(({ data }) => data.ruling)).toEqual(['no'])
      expect(loggedOf(world, 'shadow.detected')).toEqual([])
    })

  const places = [
    '1@effected:agent:1-check-judge-sage-bureaucrat-trivial-docs-1',
    '1@append:judge.ruled',
    '1@appended:judge.ruled',
  ]
  test.each(places)(
    'killed at %s, the resumed run asks no other question, and counts the answer once',
    { tags: 'deep' },
    async (place) => {
      const { world, run } = play([rules('yes')], { WIGGUM_FAILPOINT: place })
      expect((await run()).code).toBeNull()
      const done = await wiggum(world, ['resume'])
      expect(done).toMatchObject({ code: 0, stderr: '' })
      expect(called(world).filter((role) => role === 'judge')).toHaveLength(1)
      expect(loggedOf(world, 'judge.ruled')).toHaveLength(1)
      expect(loggedOf(world, 'shadow.detected')).toHaveLength(1)
    },
  )

  test('is not called in an honest run of all seven roles', { tags: 'deep' }, async () => {
    const world = worlds.fresh()
    const agent = scenarioFile(world, honest())
    world.write('.wiggum/config.yaml', `judge:\n  agent: ${JSON.stringify(agent)}\n`)
    const done = await wiggum(world, [
      'run',
      TASK,
      '--agent',
      agent,
      '--strategy',
      'pdca',
      '--workflow',
      'thorough',
    ])
    expect(done.code, done.stdout + done.stderr).toBe(0)
    expect(called(world)).not.toContain('judge')
    expect(loggedOf(world, 'shadow.detected')).toEqual([])
  })

  test('nobody asked for is nobody called', { tags: 'deep' }, async () => {
    const world = worlds.fresh()
    const agent = scenarioFile(world, honest({ sage: [wordy] }))
    const done = await wiggum(world, ['run', TASK, '--agent', agent, '--strategy', 'pipeline'])
    expect(done.code).toBe(0)
    expect(called(world)).not.toContain('judge')
    expect(loggedOf(world, 'shadow.detected')).toEqual([])
  })

  test('that is not installed is said before anything starts (4)', async () => {
    const world = worlds.fresh()
    world.write('.wiggum/config.yaml', 'judge: { agent: codex }\n')
    const agent = scenarioFile(world, honest())
    const done = await wiggum(world, ['run', TASK, '--agent', agent])
    expect(done).toMatchObject({ code: 4, stdout: '', stderr: expect.stringMatching(/codex/i) })
  })
})
