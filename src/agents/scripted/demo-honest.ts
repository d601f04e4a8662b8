import type { Scenario } from './scenario.ts'

/** Honest players of every role on the demo project, and the lines of it that they change. */

export type Turns = Scenario['roles'][string]

export const TASK = "Fix slugify: 'Hello, World!' must become 'hello-world', without a dash at the end"
export const SOURCE = 'src/slugify.js'
export const TEST = 'test/slugify.test.js'
export const BUGGY = "    .replace(/[^a-z0-9]+/g, '-')\n"
const FIXED = `${BUGGY}    .replace(/^-+|-+$/g, '')\n`
export const HALF_FIXED = `${BUGGY}    .replace(/-+$/, '')\n`

export const newTest = `
test('punctuation at the ends leaves no dash', () => {
  assert.equal(slugify('Hello, World!'), 'hello-world')
  assert.equal(slugify('(draft) notes'), 'draft-notes')
})
`
export const halfTest = `
test('punctuation at the end leaves no dash', () => {
  assert.equal(slugify('Hello, World!'), 'hello-world')
})
`

const creator: Turns = [
  {
    say: 'Reading src/slugify.js and its tests.',
    delay_ms: 600,
    output: 'The last step turns punctuation at the end into a dash. Strip dashes at both ends, and test it.',
    contract: {
      status: 'DONE',
      confidence: { task_understanding: 0.95, solution_completeness: 0.9, risk_coverage: 0.85 },
      files: [SOURCE, TEST],
      test_strategy: ['Add a case with punctuation at both ends to test/slugify.test.js'],
      risks: ['Titles made only of punctuation become an empty address'],
      decisions: ['Strip dashes after the replacement, in the same chain'],
      alternatives: ['Trim punctuation before the replacement', 'Split into words and join them'],
      assumptions: ['A dash at the start is as unwanted as one at the end'],
      top_risk: 'A caller that relies on the trailing dash',
    },
    usage: { input_tokens: 2100, output_tokens: 320, cost_usd: 0.011 },
  },
]

export const maker: Turns = [
  {
    say: 'Writing the failing case first, then the fix.',
    delay_ms: 900,
    edits: [
      { path: TEST, append: newTest },
      { path: SOURCE, replace: [BUGGY, FIXED] },
    ],
    run: ['npm test'],
    commit: 'Drop dashes at both ends of a slug',
    output: 'Dashes at both ends are stripped; a new case covers it.',
    contract: {
      status: 'DONE',
      summary: 'Dashes at both ends of a slug are dropped, with a test.',
      files: [SOURCE, TEST],
    },
    usage: { input_tokens: 5200, output_tokens: 640, cost_usd: 0.027 },
  },
]

function approves(say: string, cost_usd: number): Turns {
  return [
    {
      say,
      delay_ms: 700,
      output: 'Nothing to object to.',
      contract: { status: 'DONE', verdict: 'APPROVED', findings: [] },
      usage: { input_tokens: 3000, output_tokens: 150, cost_usd },
    },
  ]
}

const explorer: Turns = [
  {
    say: 'Looking for callers of slugify.',
    delay_ms: 400,
    output:
      'slugify is defined in src/slugify.js and used only by its tests. Recommendation: change it in place.',
    contract: { status: 'DONE', files: [SOURCE, TEST] },
    usage: { input_tokens: 1800, output_tokens: 200, cost_usd: 0.008 },
  },
]

/** Every role of every strategy, so that a demo plays whichever way the task is run. */
export const honest: Scenario['roles'] = {
  explorer,
  creator,
  maker,
  guardian: approves('Reading the diff for what could break.', 0.013),
  skeptic: approves('Questioning the assumptions.', 0.012),
  sage: approves('Reading the change as its next maintainer.', 0.012),
  trickster: approves('Trying odd titles.', 0.014),
}
