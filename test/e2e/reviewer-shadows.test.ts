import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { demoProject } from '../../src/agents/scripted/demo-project.ts'
import type { Scenario } from '../../src/agents/scripted/scenario.ts'
import { scenarioFile, type World, wiggum } from '../support/cli.ts'
import { honest, TASK, turnOf } from '../support/scenarios.ts'
import { loggedOf, merges, runId, worldKeeper } from './run-log.ts'

const worlds = worldKeeper()
afterAll(worlds.end)

type Found = Record<string, unknown>

const PROJECT = {
  ...demoProject,
  'src/billing.js': 'export function total(items) {\n  return items.length\n}\n',
  'src/page.js':
    "import { slugify } from './slugify.js'\n\nexport const link = (title) => '/' + slugify(title)\n",
}

const point = (over: Found): Found => ({
  file: 'src/slugify.js',
  line: 3,
  severity: 'WARNING',
  category: 'reliability',
  description: 'A number instead of a title throws',
  fix: 'Convert it with `String(title)`',
  evidence: '`slugify(2024)` throws a TypeError',
  ...over,
})

function reviews(role: string, verdict: string, findings: Found[]): Scenario['roles'][string][number] {
  return turnOf(role, { contract: { status: 'DONE', verdict, findings } })
}

async function play(over: Parameters<typeof honest>[0]): Promise<World> {
  const world = worlds.fresh(PROJECT)
  const agent = scenarioFile(world, honest(over))
  const args = ['run', TASK, '--agent', agent, '--strategy', 'pdca', '--workflow', 'thorough']
  const done = await wiggum(world, args)
  expect(done, done.stdout).toMatchObject({ code: 0, stderr: '' })
  expect(merges(world)).toEqual([runId(world)])
  return world
}

const MISLED: [string, Found[], string[]][] = [
  [
    'guardian',
    ['A caller may rely on it', 'The address changes', 'The pattern is costly'].map((description, at) =>
      point({ description, line: at + 1, severity: 'CRITICAL', fix: '', evidence: 'It is well known' }),
    ),
    ['guardian.paranoid.critical-ratio', 'guardian.paranoid.few-fixes'],
  ],
  [
    'skeptic',
    [
      point({ description: 'Nobody asked whether old links must keep working', fix: 'Reconsider the plan' }),
      point({ description: 'Whether old links must keep working, nobody asked', fix: '', line: 4 }),
      point({ description: 'Titles in Greek become empty', fix: 'Think about it', line: 5 }),
    ],
    ['skeptic.paralytic.few-alternatives', 'skeptic.paralytic.reworded-concern'],
  ],
  [
    'trickster',
    [
      point({ file: 'src/billing.js', line: 2, description: '`total()` of nothing throws' }),
      point({ description: 'parseFrame() overflows with nested frames', evidence: 'Send it a deep frame' }),
    ],
    ['trickster.false-alarm.untouched-code', 'trickster.false-alarm.impossible-scenario'],
  ],
  [
    'sage',
    [
      point({
        file: 'src/billing.js',
        line: 1,
        category: 'documentation',
        fix: 'Add a doc comment to `total`',
      }),
      ...[1, 2, 3].map((line) => point({ line, severity: 'INFO', fix: 'Consider improving this' })),
    ],
    ['sage.bureaucrat.outside-changeset', 'sage.bureaucrat.no-action', 'sage.bureaucrat.trivial-docs'],
  ],
]

describe('a reviewer that goes astray', () => {
  test.each(MISLED)(
    '%s: is told once, by all that was seen, and does better',
    { tags: 'deep' },
    async (role, findings, seen) => {
      const verdict = role === 'sage' ? 'APPROVED' : 'REJECTED'
      const world = await play({ [role]: [reviews(role, verdict, findings), turnOf(role)] })
      const [signal, second] = loggedOf(world, 'shadow.detected')
      expect(second).toBeUndefined()
      expect(signal?.data.triggers.map(({ detector }) => detector)).toEqual(seen)
      const calls = loggedOf(world, 'agent.start').filter(({ data }) => data.archetype === role)
      expect(calls.map(({ data }) => data.attempt)).toEqual([1, 2])
      const path = join(world.repo, '.wiggum/artifacts', runId(world), calls[1]!.data.prompt_artifact)
      const prompt = readFileSync(path, 'utf8')
      for (const { evidence } of signal!.data.triggers) expect(prompt).toContain(evidence[0])
    },
  )
})

test('reviewers with one good point each, also about a caller of the change, are not corrected', async () => {
  const caller = point({
    file: 'src/page.js',
    description: '`link(2024)` throws',
    evidence: '`link(2024)` throws',
  })
  const world = await play({
    guardian: [reviews('guardian', 'APPROVED', [point({})])],
    skeptic: [reviews('skeptic', 'APPROVED', [point({ file: 'src/page.js', severity: 'INFO' })])],
    trickster: [reviews('trickster', 'APPROVED', [caller])],
    sage: [reviews('sage', 'APPROVED', [point({ ...caller, file: 'test/page.test.js', line: null })])],
  })
  expect(loggedOf(world, 'shadow.detected')).toEqual([])
  const facts = loggedOf(world, 'review.verdict').map(({ data }) => [data.archetype, data.facts?.[0]])
  expect(Object.fromEntries(facts)).toMatchObject({
    guardian: { in_change: true, place: 'line', evidence: 'reproduction', unknown_names: [] },
    skeptic: { in_change: false, uses_change: true },
    trickster: { in_change: false, uses_change: true, function_lines: 1 },
    sage: { in_change: false, place: 'no-file' },
  })
})
