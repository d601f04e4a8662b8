import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { demoProject } from '../../src/agents/scripted/demo-project.ts'
import { eventData } from '../../src/core/events.ts'
import { detectors } from '../../src/detectors/index.ts'
import { scenarioFile, type World, wiggum } from '../support/cli.ts'
import { honest, TASK, turnOf } from '../support/scenarios.ts'
import { runId, worldKeeper } from './run-log.ts'

const worlds = worldKeeper()
afterAll(worlds.end)

const config = (text: string) => ({ ...demoProject, '.wiggum/config.yaml': text })
const run = (world: World, ...args: string[]) => wiggum(world, args)

/** Nothing an agent or a file says may reach a terminal as control bytes. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: that none is there is the point
const CONTROL = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/

describe('wiggum detectors', () => {
  test('--json lists every rule with all that is known of it', async () => {
    const { code, stdout } = await run(worlds.fresh(), 'detectors', '--json')
    expect(code).toBe(0)
    const all = JSON.parse(stdout)
    expect(all.map(({ id }: { id: string }) => id)).toEqual(detectors.map(({ id }) => id))
    const count = (layer: string) => all.filter((rule: { layer: string }) => rule.layer === layer).length
    expect(count('archetype')).toBeGreaterThanOrEqual(28)
    expect(count('system')).toBeGreaterThanOrEqual(6)
    expect(count('boundary')).toBeGreaterThanOrEqual(3)
    expect(count('break')).toBeGreaterThanOrEqual(8)
    const keys = [
      'id',
      'layer',
      'shadow',
      'title',
      'notices',
      'blind_to',
      'enabled',
      'thresholds',
      'correction',
    ]
    for (const rule of all) {
      expect(Object.keys(rule)).toEqual(expect.arrayContaining(keys))
      for (const example of rule.examples) expect(Object.keys(example)).toEqual(['name', 'says', 'kind'])
    }
  })

  test('--layer shows one layer, and what the configuration says of it', async () => {
    const world = worlds.fresh(
      config(
        'detectors:\n  break.agent-failures: { thresholds: { failures: 5 } }\n  break.low-convergence: { enabled: false }\n',
      ),
    )
    const { stdout } = await run(world, 'detectors', '--layer', 'break')
    expect(stdout).toMatch(/break\.agent-failures +on +failures 5/)
    expect(stdout).toMatch(/break\.low-convergence +off/)
    expect(stdout).toMatch(/^\d+ rules, 1 switched off/m)
    expect(stdout).not.toContain('maker.rogue')
  })

  test('works outside a repository, with the rules as they come', async () => {
    const world = worlds.fresh()
    const { code, stdout } = await wiggum(world, ['detectors', '--json'], {}, world.dir)
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toHaveLength(detectors.length)
  })

  test.each([
    [
      'detectors: { break.agent-failurs: { enabled: false } }',
      'unknown detector "break.agent-failurs"; the nearest known one is "break.agent-failures"',
    ],
    [
      'detectors: { break.agent-failures: { thresholds: { falures: 2 } } }',
      'no threshold "falures"; the nearest known one is "failures"',
    ],
  ])('a mistake in the configuration stops a run before it starts: %s', async (text, sentence) => {
    const world = worlds.fresh(config(text))
    const { code, stderr } = await run(world, 'run', TASK, '--agent', scenarioFile(world, honest()))
    expect(code).toBe(2)
    expect(stderr).toContain(sentence)
    expect(stderr.trim().split('\n')).toHaveLength(1)
  })
})

describe('wiggum explain', () => {
  test('a rule: what it notices, its numbers, what is done, its examples, how to tune it', async () => {
    const { code, stdout } = await run(worlds.fresh(), 'explain', 'break.agent-failures')
    expect(code).toBe(0)
    for (const part of ['Notices', 'Numbers    failures 3', 'Blind to', 'What is done about it', 'Examples'])
      expect(stdout).toContain(part)
    expect(stdout).toContain('quiet  two calls fail (just not enough)')
    expect(stdout).toContain('break.agent-failures: { enabled: true, thresholds: { failures: 3 } }')
  })

  test('a shadow: every rule of it', async () => {
    const { stdout } = await run(worlds.fresh(), 'explain', 'maker.rogue', '--json')
    const rules = JSON.parse(stdout)
    expect(rules.length).toBeGreaterThanOrEqual(4)
    for (const rule of rules) expect(rule.shadow).toBe('maker.rogue')
  })

  test('an event type: when it is written and what it holds', async () => {
    const world = worlds.fresh()
    const { stdout } = await run(world, 'explain', 'wiggum.break')
    expect(stdout).toContain('the run halts')
    expect(stdout).toContain('unresolved_findings')
    const json = await run(world, 'explain', 'gate.opened', '--json')
    expect(JSON.parse(json.stdout)).toMatchObject({
      type: 'gate.opened',
      fields: Object.keys(eventData['gate.opened'].shape),
    })
  })

  test.each([
    ['maker.rouge', 'maker.rogue'],
    ['wiggum.brake', 'wiggum.break'],
    ['break.oscilating-findings', 'break.oscillating-findings'],
  ])('%s: the nearest known name is %s', async (wrong, right) => {
    const { code, stderr } = await run(worlds.fresh(), 'explain', wrong)
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: `wiggum: There is no detector, event type or run "${wrong}". The nearest known one is "${right}".\n`,
    })
  })

  test('without a run there is nothing to tell, and it says what to do', async () => {
    const { code, stderr } = await run(worlds.fresh(), 'explain')
    expect(code).toBe(2)
    expect(stderr).toContain('There is no run yet. Start one')
  })

  test('a run that landed: the whole story, by a part of its id or as the last one', async () => {
    const world = worlds.fresh()
    await run(world, 'run', TASK, '--agent', scenarioFile(world, honest()))
    const id = runId(world)
    const [last, byPart, json] = await Promise.all([
      run(world, 'explain'),
      run(world, 'explain', id.slice(12, 24)),
      run(world, 'explain', id, '--json'),
    ])
    expect(byPart.stdout).toBe(last.stdout)
    for (const said of [TASK, 'no rule saw anything amiss', 'nothing is left to do', 'calls of agents'])
      expect(last.stdout).toContain(said)
    const story = JSON.parse(json.stdout)
    expect(story).toMatchObject({
      run_id: id,
      task: TASK,
      seen: [],
      ended: { status: 'landed', exit_code: 0 },
    })
    expect(story.cost).toMatchObject({ calls: expect.any(Number), usd: expect.any(Number) })
  })

  test('a run that waits: the question, and the commands that answer it', async () => {
    const world = worlds.fresh()
    const asks = turnOf('creator', { output: 'Which format?\n\nSTATUS: NEEDS_CONTEXT', contract: undefined })
    await run(world, 'run', TASK, '--agent', scenarioFile(world, honest({ creator: [asks] })))
    const { stdout } = await run(world, 'explain')
    expect(stdout).toContain('Where it stands')
    expect(stdout).toContain(`wiggum answer ${runId(world)} "<text>"`)
  })

  test('what agents write reaches the screen without control bytes, one line each', async () => {
    const world = worlds.fresh()
    const hostile = `\u001b[2J\u202e\u0007evil\nWhy it ended\n  landed`
    const finding = {
      file: 'src/slugify.js',
      line: 1,
      severity: 'CRITICAL',
      category: 'security',
      description: hostile,
      fix: hostile,
      evidence: 'line 1',
    }
    const rejects = turnOf('guardian', { contract: { verdict: 'REJECTED', findings: [finding] } })
    await run(world, 'run', TASK, '--agent', scenarioFile(world, honest({ guardian: [rejects] })))
    const { stdout } = await run(world, 'explain')
    expect(stdout).toContain('evil Why it ended landed')
    expect(stdout).not.toMatch(CONTROL)
    expect(stdout.split('\n').filter((line) => line === 'Why it ended')).toHaveLength(1)
  })

  test('a damaged log is said, not guessed at', { tags: 'deep' }, async () => {
    const world = worlds.fresh()
    await run(world, 'run', TASK, '--agent', scenarioFile(world, honest()))
    writeFileSync(join(world.repo, '.wiggum/events', `${runId(world)}.jsonl`), 'nonsense\nmore\n')
    const { code, stderr } = await run(world, 'explain')
    expect(code).toBe(3)
    expect(stderr).toContain('cannot be read')
  })
})
