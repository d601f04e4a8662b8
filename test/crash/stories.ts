import { demoScenarios } from '../../src/agents/scripted/demo-project.ts'
import type { DemoName } from '../../src/agents/scripted/demo-scenario.ts'
import { defaultConfig } from '../../src/config/load.ts'
import type { EventData } from '../../src/core/events.ts'
import { writeArtifact } from '../../src/store/artifacts.ts'
import { honest, turnOf } from '../support/scenarios.ts'
import { addCommit, withChanges } from './commits.ts'
import type { Facts } from './facts.ts'
import type { Story } from './run-story.ts'

/** What is cut off: a story for every strategy, and one for every effect that not every run has. */

function told(name: DemoName, over: Partial<Story> = {}): Story {
  return { name, demo: demoScenarios[name], ...over }
}

type Roles = Parameters<typeof honest>[0]

function quick(
  name: string,
  roles: Roles,
  over: Partial<Story> & { strategy?: 'pipeline' | 'loop' } = {},
): Story {
  const { strategy = 'pipeline', ...rest } = over
  const demo = { ...demoScenarios.happy, strategy, scenario: honest(roles) }
  return { name, demo, ...rest }
}

const hook = (point: string, run: string) => ({
  point,
  run,
  on_failure: 'abort' as const,
  timeout_minutes: 1,
})

const notified = {
  ...defaultConfig().stagnation,
  action: 'alert' as const,
  notifications: { desktop: true, webhook: 'http://127.0.0.1:9', webhook_format: 'auto' as const },
}

/** One thing that stays undone, as the Guardian says it. */
const rough = (nth: number) => ({
  file: 'src/slugify.js',
  line: 3,
  severity: 'WARNING',
  category: 'quality',
  description: `rough edge number ${nth}: the chain of replacements is hard to read`,
  fix: `Name step ${nth} of the chain`,
  evidence: '`return title`',
})

const leaves = turnOf('guardian', {
  contract: { status: 'DONE', verdict: 'APPROVED', findings: [rough(3), rough(4)] },
})

/** What the run that landed before left undone. */
const left: EventData['context.loaded'] = {
  deferred: [
    {
      run: 'earlier',
      warnings: 2,
      findings: [rough(1), rough(2)].map(({ file, line, category, description }) => ({
        file,
        line,
        category,
        description,
      })),
    },
  ],
}

const reviewed = (head: string): NonNullable<EventData['run.start']['review']> => ({
  kind: 'range',
  what: 'main...HEAD',
  head,
  intent: 'Drop dashes at both ends of a slug',
  reviewers: null,
  fail_on: 'critical',
  verify: true,
  patch: null,
})

/** The honest Maker's change as a commit of the user's. */
function changed(facts: Facts): string {
  const [base] = facts.repo
  const { tree } = facts.commits.get(base!)!
  const source = tree['src/slugify.js']!.replace("'-')\n", "'-')\n    .replace(/^-+|-+$/g, '')\n")
  const after = withChanges(tree, [{ path: 'src/slugify.js', after: source }])
  const head = addCommit(facts.commits, { tree: after, parents: [base!], message: 'Drop dashes' })
  facts.repo.add(head)
  return head
}

const PLAN = demoScenarios.happy.scenario.roles.creator![0]!
const plan = `${PLAN.output}\n\n\`\`\`wiggum\n${JSON.stringify(PLAN.contract, null, 1)}\n\`\`\`\n`

export const landing = told('happy')

export const stories: Story[] = [
  told('conflict'),
  told('fast-escalated'),
  told('thorough'),
  told('red-merge'),
  told('maker-replaced', { name: 'a conversation that goes on', remembers: true }),
  told('loop-context'),
  told('loop-stuck', { name: 'notified', config: { stagnation: notified } }),
  told('maker-asked', { name: 'a person is asked' }),
  quick('taken back', {}, { start: { hooks: [hook('run-complete', 'true'), hook('post-merge', 'false')] } }),
  quick('hooks', {}, { start: { hooks: ['pre-merge', 'post-merge'].map((point) => hook(point, 'true')) } }),
  quick('a task is queued', { guardian: [leaves] }, { earlier: left }),
  quick('checkpoints', {}, { config: { checkpoint: { ...defaultConfig().checkpoint, minutes: 1e-6 } } }),
  quick(
    'a review',
    {},
    {
      outside: (facts) => ({ strategy: 'review', max_cycles: 1, review: reviewed(changed(facts)) }),
    },
  ),
  quick(
    'adopted',
    {},
    {
      start: { adopts: { from: 'earlier', phase: 'do', head: null, artifacts: ['plan-creator.md'] } },
      prepare: (layout) => void writeArtifact(layout, 'earlier', 'plan-creator.md', plan),
    },
  ),
  quick(
    'adopted work',
    {},
    {
      outside: (facts) => ({
        adopts: {
          from: 'earlier',
          phase: 'check',
          head: changed(facts),
          artifacts: ['plan-creator.md', 'do-maker.md'],
        },
      }),
      prepare: (layout) => {
        writeArtifact(layout, 'earlier', 'plan-creator.md', plan)
        writeArtifact(layout, 'earlier', 'do-maker.md', 'Done.\n')
      },
    },
  ),
]

/** Longer ones, and those that are much like another, for the exhaustive tier. */
export const longStories: Story[] = [
  ...names().map((name) => told(name)),
  quick('squashed', {}, { config: { git: { ...defaultConfig().git, merge: 'squash' } } }),
]

function names(): DemoName[] {
  return [
    ...(['rejected', 'liar', 'low-risk', 'low-completeness', 'standard-fixed', 'converging'] as const),
    ...([
      'stalling',
      'max-cycles',
      'oscillating',
      'maker-corrected',
      'loop',
      'loop-drift',
      'loop-liar',
    ] as const),
  ]
}
