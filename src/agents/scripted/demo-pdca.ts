import { TASK } from './demo-honest.ts'
import { rewordedFinding } from './demo-issues.ts'
import {
  answering,
  approves,
  found,
  greedyMaker,
  makes,
  miniExplorer,
  NEIGHBOUR,
  players,
  rejects,
  sage,
  stuckMaker,
  unsure,
} from './demo-players.ts'
import type { DemoName, DemoScenario } from './demo-scenario.ts'

type Roles = DemoScenario['scenario']['roles']

interface Story {
  workflow: DemoScenario['workflow']
  story: string
  expected?: number
  roles?: Roles
  files?: Record<string, string>
  meanwhile?: Record<string, string>
}

function tell(name: DemoName, { workflow, story, expected = 0, roles = {}, files = {}, meanwhile }: Story) {
  const scenario = { name, roles: { ...players, ...roles } }
  const demo: DemoScenario = {
    task: TASK,
    story,
    scenario,
    strategy: 'pdca',
    workflow,
    expected,
    files,
    meanwhile: meanwhile ?? null,
    resumes: false,
  }
  return demo
}

export const pdcaScenarios = {
  'fast-approved': tell('fast-approved', {
    workflow: 'fast',
    story: 'Creator, Maker and Guardian are enough for a small task, and the change lands in one cycle.',
  }),
  'fast-escalated': tell('fast-escalated', {
    workflow: 'fast',
    story:
      'Guardian finds two CRITICAL in a fast run, so it becomes a standard one and lands in its second cycle.',
    roles: {
      creator: answering('dash', 'accents'),
      maker: [makes([]), makes(['dash', 'accents'])],
      guardian: [found('dash', 'accents'), approves],
    },
  }),
  'standard-fixed': tell('standard-fixed', {
    workflow: 'standard',
    story:
      'The first try is rejected, plan and code are each told what concerns them, and the second try lands.',
    roles: {
      creator: answering('dash'),
      maker: [makes([]), makes(['dash'])],
      guardian: [found('dash'), approves],
      sage: [sage, players.sage![0]!],
    },
  }),
  thorough: tell('thorough', {
    workflow: 'thorough',
    story:
      'All seven roles take part, three reviewers at the same time, and none finds anything to object to.',
  }),
  'low-understanding': tell('low-understanding', {
    workflow: 'fast',
    story: 'The Creator is not sure what is wanted, so the user is asked and no Maker starts.',
    expected: 20,
    roles: { creator: [unsure('task_understanding')] },
  }),
  'low-completeness': tell('low-completeness', {
    workflow: 'fast',
    story:
      'The plan has gaps, so the run becomes a standard one, an Explorer looks around and the plan is redone.',
    roles: { creator: [unsure('solution_completeness'), players.creator![0]!] },
  }),
  'low-risk': tell('low-risk', {
    workflow: 'fast',
    story: 'The risks are not covered, so a small Explorer looks at them while the Maker works.',
    roles: { creator: [unsure('risk_coverage')], '1-do-explorer-mini': [miniExplorer] },
  }),
  converging: tell('converging', {
    workflow: 'thorough',
    story:
      'Of five problems none is left in the second cycle and one has come, so the third may go on, and lands.',
    roles: {
      maker: [
        makes([]),
        makes(['dash', 'accents', 'long', 'empty', 'numbers']),
        makes(['dash', 'accents', 'long', 'empty', 'numbers', 'ampersand']),
      ],
      guardian: [found('dash', 'accents', 'long', 'empty', 'numbers'), found('ampersand'), approves],
    },
  }),
  stalling: tell('stalling', {
    workflow: 'thorough',
    story: 'Two problems go and one comes, so the run goes on with caution, and lands in its third cycle.',
    roles: {
      maker: [makes([]), makes(['dash', 'accents']), makes(['dash', 'accents', 'long'])],
      guardian: [found('dash', 'accents'), found('long'), approves],
    },
  }),
  diverging: tell('diverging', {
    workflow: 'thorough',
    story:
      'Twice running more problems come than go, so wiggum stops the run and leaves the best work on its branch.',
    expected: 21,
    roles: {
      maker: [makes([]), makes(['dash']), makes(['dash', 'accents', 'long'])],
      guardian: [found('dash'), found('accents', 'long'), found('empty', 'numbers', 'ampersand')],
    },
  }),
  stuck: tell('stuck', {
    workflow: 'thorough',
    story: 'The second cycle leaves exactly the problem of the first, so wiggum does not pay for a third.',
    expected: 21,
    roles: { maker: stuckMaker, guardian: [found('dash')] },
  }),
  oscillating: tell('oscillating', {
    workflow: 'thorough',
    story: 'Two problems go and come back in other words, so wiggum halts the run at once.',
    expected: 22,
    roles: {
      maker: [makes([]), makes(['dash', 'accents']), makes(['long'])],
      guardian: [
        found('dash', 'accents'),
        found('long'),
        rejects(rewordedFinding('dash'), rewordedFinding('accents')),
      ],
    },
  }),
  'max-cycles': tell('max-cycles', {
    workflow: 'standard',
    story:
      'After two cycles problems are still open, so the better of both tries stays on its branch, unmerged.',
    expected: 10,
    roles: {
      maker: [makes([]), makes(['dash'])],
      guardian: [found('dash'), found('accents', 'long')],
    },
  }),
  'red-merge': tell('red-merge', {
    workflow: 'standard',
    story:
      'Somebody adds a test meanwhile that only the merged tree fails, so nothing lands until the second cycle mends it.',
    roles: { maker: greedyMaker },
    meanwhile: { 'test/numbers.test.js': NEIGHBOUR },
  }),
  'hook-aborts': tell('hook-aborts', {
    workflow: 'fast',
    story: 'The project’s own hook asks for a changelog before a merge, there is none, and nothing lands.',
    expected: 12,
    files: { '.wiggum/hooks.yaml': 'pre-merge:\n  - run: test -f CHANGELOG.md\n    on_failure: abort\n' },
  }),
} satisfies Partial<Record<DemoName, DemoScenario>>
