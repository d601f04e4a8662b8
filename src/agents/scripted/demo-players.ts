import { BUGGY, honest, SOURCE, TEST, type Turns } from './demo-honest.ts'
import { addressedIssues, type IssueName, issueFinding, sourceWithout, testsFor } from './demo-issues.ts'
import type { DemoScenario } from './demo-scenario.ts'

type Turn = Turns[number]
type Roles = DemoScenario['scenario']['roles']

/** Who plays in the PDCA stories: the honest, with shorter pauses, and those who err. */

const PAUSE_MS = 300

export const players = brief(honest)

function brief(roles: Roles): Roles {
  return Object.fromEntries(
    Object.entries(roles).map(([role, turns]) => [
      role,
      turns.map((turn) => ({ ...turn, delay_ms: PAUSE_MS })),
    ]),
  )
}

/** The honest turn of a role, with other words in its closing block. */
function turnOf(role: string, contract: NonNullable<Turn['contract']>, over: Partial<Turn> = {}): Turn {
  const turn = players[role]![0]!
  return { ...turn, ...over, contract: { ...turn.contract, ...contract } }
}

/** The Maker's tree after a cycle: these issues are gone, each with a test. */
export function makes(fixed: IssueName[]): Turn {
  const summary = fixed.length === 0 ? 'The dash at the end is gone.' : `Gone: ${fixed.join(', ')}.`
  const edits = [
    { path: TEST, write: testsFor(fixed) },
    { path: SOURCE, write: sourceWithout(fixed) },
  ]
  return turnOf('maker', { summary }, { edits, run: [], commit: summary, output: summary })
}

export function rejects(...findings: ReturnType<typeof issueFinding>[]): Turn {
  const output = `${findings.length} case${findings.length > 1 ? 's' : ''} that must not ship.`
  return turnOf('guardian', { verdict: 'REJECTED', findings }, { say: 'Trying odd titles.', output })
}

export const approves = players.guardian![0]!
export const found = (...names: IssueName[]) => rejects(...names.map((name) => issueFinding(name)))

/** A Creator that answers the first cycle's findings in the second. */
export const answering = (...names: IssueName[]): Turns => [
  players.creator![0]!,
  turnOf('creator', { addressed: addressedIssues(names) }),
]

export const unsure = (axis: string): Turn =>
  turnOf('creator', {
    confidence: { task_understanding: 0.9, solution_completeness: 0.9, risk_coverage: 0.9, [axis]: 0.3 },
  })

export const stuckMaker: Turns = [
  makes([]),
  turnOf(
    'maker',
    { summary: 'The last step has a comment.' },
    {
      edits: [
        { path: SOURCE, replace: ['    .replace(/-+$/', '    // no dash at the end\n    .replace(/-+$/'] },
      ],
      run: [],
      commit: 'Say what the last step of slugify is for',
      output: 'Added a comment.',
    },
  ),
]

/** Drops digits at the ends too; the project's own tests do not notice, the neighbour's do. */
export const greedyMaker: Turns = [
  turnOf(
    'maker',
    {},
    {
      edits: [
        { path: TEST, write: testsFor([]) },
        { path: SOURCE, replace: [BUGGY, `${BUGGY}    .replace(/^[^a-z]+|[^a-z]+$/g, '')\n`] },
      ],
    },
  ),
  makes(['dash']),
]

export const NEIGHBOUR = `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { slugify } from '../src/slugify.js'

test('a number at the end stays', () => {
  assert.equal(slugify('Top 10'), 'top-10')
})
`

export const sage = turnOf('sage', {
  findings: [
    issueFinding('dash', {
      file: TEST,
      line: 5,
      severity: 'WARNING',
      category: 'testing',
      description: 'No case has a title that begins with punctuation',
      fix: 'Add one',
    }),
  ],
})

export const miniExplorer = turnOf(
  'explorer',
  { summary: 'Nothing relies on the dash.' },
  {
    say: 'Looking only at the risks.',
    output: 'No caller relies on the trailing dash; the risk is not real.',
  },
)
