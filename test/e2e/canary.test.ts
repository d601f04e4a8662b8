import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoScenarios } from '../../src/agents/scripted/demo-project.ts'
import type { DemoScenario } from '../../src/agents/scripted/demo-scenario.ts'
import type { Scenario } from '../../src/agents/scripted/scenario.ts'
import type { Lesson } from '../../src/core/memory/lesson.ts'
import { inTiers } from '../support/in-tiers.ts'
import { lessonOf, memoryText } from '../support/lessons.ts'
import { turnOf } from '../support/scenarios.ts'
import { type Played, playDemo } from './pdca-play.ts'

/**
 * A token of its own in everything a run makes, and then a look at the prompts that were really sent: each role's
 * holds the tokens of its Receives column and none of any other.
 */

type Turn = Scenario['roles'][string][number]
type Workflow = DemoScenario['workflow']

/** The first has every role of the others. */
const WORKFLOWS: Workflow[] = ['thorough', 'standard', 'fast']
const SOURCE = 'src/slugify.js'
const token = (what: string, cycle: number) => `canary-${what}-${cycle}`
const TASK = token('task', 0)
const RESEARCH = token('research', 0)
const OF_A_CYCLE = [
  ...['plan', 'risk', 'mini', 'summary', 'diff', 'commit', 'to-creator', 'to-maker'],
  ...['guardian', 'skeptic', 'sage', 'trickster'],
]
/** What earlier runs left: for whoever makes, and a hint for each of two roles. */
const LESSONS = {
  makers: token('lesson', 0),
  creator: token('lesson-creator', 0),
  guardian: token('lesson-guardian', 0),
}
const ALL = [
  TASK,
  RESEARCH,
  ...Object.values(LESSONS),
  ...[1, 2].flatMap((cycle) => OF_A_CYCLE.map((what) => token(what, cycle))),
]

function creator(cycle: number): Turn {
  const confidence = { task_understanding: 0.9, solution_completeness: 0.9, risk_coverage: 0.3 }
  const { contract } = turnOf('creator')
  const risks = [token('risk', cycle)]
  return turnOf('creator', { output: token('plan', cycle), contract: { ...contract, confidence, risks } })
}

function maker(cycle: number): Turn {
  const [test, source] = turnOf('maker').edits!
  const line = `// ${token('diff', cycle)}`
  const before = `// ${token('diff', 1)}`
  return turnOf('maker', {
    edits:
      cycle === 1
        ? [test!, source!, { path: SOURCE, append: `${line}\n` }]
        : [{ path: SOURCE, replace: [before, line] }],
    run: [],
    commit: token('commit', cycle),
    output: token('summary', cycle),
  })
}

/** What a reviewer writes beside its findings must not reach anyone; a finding reaches whom it is routed to. */
function reviewer(role: string, cycle: number, finding: { to: string; category: string } | null): Turn {
  const rejects = role === 'guardian' && cycle === 1
  const findings = finding
    ? [
        {
          file: SOURCE,
          line: 3,
          severity: rejects ? 'CRITICAL' : 'WARNING',
          category: finding.category,
          description: `${token(finding.to, cycle)} does not hold`,
          fix: '',
          evidence: '`title`',
        },
      ]
    : []
  const verdict = rejects ? 'REJECTED' : 'APPROVED'
  return turnOf(role, { output: token(role, cycle), contract: { status: 'DONE', verdict, findings } })
}

function lesson(id: string, text: string, role: string | null): Lesson {
  const kind = role === null ? 'preference' : 'archetype-hint'
  return lessonOf({ id, text, role, kind, by: 'person', files: [], category: null })
}

const both = (play: (cycle: number) => Turn): Turn[] => [play(1), play(2)]
const mini = (cycle: number) => [turnOf('explorer', { output: token('mini', cycle) })]
const scenario: Scenario = {
  name: 'canary',
  roles: {
    explorer: [turnOf('explorer', { output: `${RESEARCH}\n\nRecommendation: go on.` })],
    '1-do-explorer-mini': mini(1),
    '2-do-explorer-mini': mini(2),
    creator: both(creator),
    maker: both(maker),
    guardian: both((cycle) => reviewer('guardian', cycle, { to: 'to-creator', category: 'security' })),
    skeptic: both((cycle) => reviewer('skeptic', cycle, null)),
    sage: both((cycle) => reviewer('sage', cycle, { to: 'to-maker', category: 'quality' })),
    trickster: both((cycle) => reviewer('trickster', cycle, null)),
  },
}

/** Seed 001's attention table, as tokens. What a cell does not name is excluded. */
function allowed(step: string, workflow: Workflow): string[] {
  const cycle = Number(step[0])
  const of = (...names: string[]) => names.map((what) => token(what, cycle))
  const last = (...names: string[]) => (cycle > 1 ? names.map((what) => token(what, cycle - 1)) : [])
  const research = workflow === 'fast' ? [] : [RESEARCH]
  const table: Record<string, string[]> = {
    'plan-explorer': [TASK],
    'do-explorer-mini': [TASK, ...of('risk')],
    'plan-creator': [TASK, ...research, ...last('mini', 'to-creator'), LESSONS.makers, LESSONS.creator],
    'do-maker': [...of('plan', 'risk'), ...(workflow === 'fast' ? [] : last('to-maker')), LESSONS.makers],
    'check-guardian': [...of('diff', 'risk', 'mini'), LESSONS.guardian],
    'check-skeptic': of('plan', 'risk'),
    'check-sage': of('plan', 'risk', 'diff', 'summary'),
    'check-trickster': of('diff'),
  }
  return table[step.slice(2)]!
}

const reviewersOf: Record<Workflow, string[]> = {
  fast: ['guardian'],
  standard: ['guardian', 'skeptic', 'sage'],
  thorough: ['guardian', 'skeptic', 'sage', 'trickster'],
}

function stepsWanted(workflow: Workflow): string[] {
  const cycles = [1, 2].flatMap((cycle) =>
    [
      'plan-creator',
      'do-maker',
      'do-explorer-mini',
      ...reviewersOf[workflow].map((role) => `check-${role}`),
    ].map((step) => `${cycle}-${step}`),
  )
  return workflow === 'fast' ? cycles : ['1-plan-explorer', ...cycles]
}

for (const [some, options] of inTiers(WORKFLOWS, 3))
  describe.each(some)('the attention table, %s', options, (workflow) => {
    let run: Played
    beforeAll(async () => {
      const files = {
        '.wiggum/config.yaml': 'limits:\n  max_cycles: 2\n',
        '.wiggum/memory/lessons.jsonl': memoryText([
          lesson('l-1', LESSONS.makers, null),
          lesson('l-2', LESSONS.creator, 'creator'),
          lesson('l-3', LESSONS.guardian, 'guardian'),
          // Reviewers are told nothing but hints, and a judge nothing.
          lessonOf({ ...lesson('l-4', 'canary-never-sage', 'sage'), kind: 'preference' }),
          lesson('l-5', 'canary-never-judge', 'judge'),
        ]),
      }
      const demo = { ...demoScenarios.happy, task: `Tidy slugify ${TASK}`, scenario, files, workflow }
      run = await playDemo({ ...demo, strategy: 'pdca' })
    }, 600_000)
    afterAll(() => run.world.end())

    const promptOf = (step: string) => {
      const found = run.artifacts.filter((path) => new RegExp(`^prompts/${step}-\\d+\\.md$`).test(path))
      expect(found, step).toHaveLength(1)
      return run.artifact(found[0]!)
    }

    test('the run goes round once and lands, and every role of both cycles was asked', () => {
      expect({ code: run.code, stderr: run.stderr }).toEqual({ code: 0, stderr: '' })
      const sent = run.artifacts
        .filter((path) => path.startsWith('prompts/'))
        .map((path) => path.slice(8, -5))
      expect(sent.sort()).toEqual(stepsWanted(workflow).sort())
    })

    test('every token is in what the run made', () => {
      const made = run.artifacts.filter(
        (path) => /\.(md|txt|jsonl)$/.test(path) && !path.startsWith('prompts/'),
      )
      const log = JSON.stringify(run.events)
      const text = made.map(run.artifact).join('\n') + log
      const absent = new Set([
        ...(workflow === 'fast' ? [RESEARCH, token('to-maker', 1), token('to-maker', 2)] : []),
        ...['skeptic', 'sage', 'trickster']
          .filter((role) => !reviewersOf[workflow].includes(role))
          .flatMap((role) => [token(role, 1), token(role, 2)]),
        ...[1, 2].flatMap((cycle) => [token('diff', cycle), token('commit', cycle)]),
      ])
      expect(ALL.filter((each) => !absent.has(each) && !text.includes(each))).toEqual([])
      const { branch } = run.events.find((event) => event.type === 'run.start')!.data as { branch: string }
      expect(run.world.git('log', '-p', branch)).toContain(token('diff', 1))
      expect(run.world.git('log', branch)).toContain(token('commit', 2))
    })

    test.each(stepsWanted(workflow))('%s is sent what its row allows, and nothing else', (step) => {
      const prompt = promptOf(step)
      expect(ALL.filter((each) => prompt.includes(each)).sort()).toEqual(allowed(step, workflow).sort())
      expect(prompt).not.toContain('canary-never')
    })
  })
