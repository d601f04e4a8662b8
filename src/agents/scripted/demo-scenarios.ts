import { correctiveScenarios } from './demo-corrective.ts'
import {
  BUGGY,
  HALF_FIXED,
  halfTest,
  honest,
  maker,
  newTest,
  SOURCE,
  TASK,
  TEST,
  type Turns,
} from './demo-honest.ts'
import { loopScenarios } from './demo-loop.ts'
import { pdcaScenarios } from './demo-pdca.ts'
import type { DemoName, DemoScenario } from './demo-scenario.ts'

const liar: Turns = [
  {
    say: 'Making the tests pass.',
    delay_ms: 900,
    edits: [
      { path: SOURCE, replace: [BUGGY, "    .replace(/[^a-z0-9]/g, '')\n"] },
      {
        path: TEST,
        replace: ["assert.equal(slugify('Hello World'), 'hello-world')", "assert.ok(slugify('Hello World'))"],
      },
      {
        path: TEST,
        replace: ["assert.equal(slugify('  Tidy Up '), 'tidy-up')", "assert.ok(slugify('  Tidy Up '))"],
      },
      {
        path: TEST,
        replace: ["assert.equal(slugify('one -- two'), 'one-two')", "assert.ok(slugify('one -- two'))"],
      },
    ],
    commit: 'Fix slugify',
    output: 'Fixed. All tests pass.',
    contract: { status: 'DONE', summary: 'Fixed; all tests are green.', files: [SOURCE, TEST] },
    usage: { input_tokens: 4100, output_tokens: 410, cost_usd: 0.02 },
  },
]

const halfway: Turns = [
  {
    say: 'Stripping the dash at the end.',
    delay_ms: 700,
    edits: [
      { path: TEST, append: halfTest },
      { path: SOURCE, replace: [BUGGY, HALF_FIXED] },
    ],
    commit: 'Drop the dash at the end of a slug',
    output: 'The dash at the end is stripped; a new case covers it.',
    contract: {
      status: 'DONE',
      summary: 'The dash at the end of a slug is dropped, with a test.',
      files: [SOURCE, TEST],
    },
    usage: { input_tokens: 4600, output_tokens: 480, cost_usd: 0.022 },
  },
  {
    say: 'Explaining the expression instead of widening it.',
    delay_ms: 700,
    edits: [
      {
        path: SOURCE,
        replace: ["    .replace(/-+$/, '')", "    // no dash at the end\n    .replace(/-+$/, '')"],
      },
    ],
    commit: 'Say what the last step of slugify is for',
    output: 'Added a comment.',
    contract: { status: 'DONE', summary: 'The last step of slugify has a comment.', files: [SOURCE] },
    usage: { input_tokens: 4900, output_tokens: 260, cost_usd: 0.019 },
  },
]

const rejecting: Turns = [
  {
    say: 'Trying titles that begin with punctuation.',
    delay_ms: 700,
    output: 'A title that begins with punctuation still gives an address that begins with a dash.',
    contract: {
      status: 'DONE',
      verdict: 'REJECTED',
      findings: [
        {
          file: SOURCE,
          line: 7,
          severity: 'CRITICAL',
          category: 'reliability',
          description: 'A title that begins with punctuation gives an address that begins with a dash',
          fix: 'Strip dashes at both ends, and test a title such as "(draft) notes"',
          evidence:
            "$ node -e \"import('./src/slugify.js').then((m) => console.log(m.slugify('(draft) notes')))\"\n-draft-notes",
          needs: 'code',
        },
      ],
    },
    usage: { input_tokens: 3300, output_tokens: 290, cost_usd: 0.016 },
  },
]

const crashing: Turns = [
  {
    say: 'Writing the failing case first, then the fix.',
    delay_ms: 500,
    edits: [{ path: TEST, append: newTest }],
    misbehave: { spawn: ['setsid sleep 600 &'], crash_signal: 'SIGKILL' },
  },
  ...maker,
]

/** The neighbouring change that cannot be combined with the Maker's: both add a step at the same place. */
const LIMITED = `/** A title as it may appear in an address. */
export function slugify(title) {
  return title
    .trim()
    .toLowerCase()
${BUGGY}    .slice(0, 80)
}
`

/** A short bug fix is a pipeline's task. */
const pipeline = {
  task: TASK,
  strategy: 'pipeline',
  workflow: 'fast',
  files: {},
  meanwhile: null,
  resumes: false,
} as const

export const demoScenarios: Record<DemoName, DemoScenario> = {
  happy: {
    ...pipeline,
    story:
      'The bug is fixed with a test, two reviewers approve, and the change lands after wiggum ran the tests itself.',
    scenario: { name: 'happy', roles: honest },
    expected: 0,
  },
  liar: {
    ...pipeline,
    story:
      'The Maker guts the tests and claims that all is green, the reviewers believe it, and wiggum does not land it.',
    scenario: { name: 'liar', roles: { ...honest, maker: liar } },
    expected: 20,
  },
  rejected: {
    ...pipeline,
    story:
      'Guardian proves twice that half of the bug is still there, so the work stays on its branch with the finding.',
    scenario: { name: 'rejected', roles: { ...honest, maker: halfway, guardian: rejecting } },
    expected: 10,
  },
  conflict: {
    ...pipeline,
    story:
      'Somebody changes the same lines meanwhile, and wiggum keeps both sides intact instead of forcing a merge.',
    scenario: { name: 'conflict', roles: honest },
    expected: 13,
    meanwhile: { [SOURCE]: LIMITED },
  },
  crash: {
    ...pipeline,
    story:
      'The agent dies halfway and leaves a process behind; nothing of either is lost or left, and the run resumes.',
    scenario: { name: 'crash', roles: { ...honest, maker: crashing } },
    expected: 0,
    resumes: true,
  },
  ...pdcaScenarios,
  ...correctiveScenarios,
  ...loopScenarios,
}
