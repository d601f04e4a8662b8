import { SOURCE, TEST } from './demo-honest.ts'
import { issueFinding, sourceWithout, testsFor } from './demo-issues.ts'
import { makes, players } from './demo-players.ts'
import type { DemoName, DemoScenario } from './demo-scenario.ts'
import { tell } from './demo-tell.ts'

/** Stories of one agent that works alone, in verified passes. */

const todos = (test: string, accents: string) => [
  { content: 'No dash at either end, with a case', status: test },
  { content: 'Accents are written plainly', status: accents },
]

function pass(turn: ReturnType<typeof makes>, list: ReturnType<typeof todos>) {
  return { ...turn, contract: { ...turn.contract, todos: list } }
}

/** The new case is written, what it asks for is not. */
const halfway = pass(
  {
    ...makes([]),
    edits: [
      { path: TEST, write: testsFor(['dash']) },
      { path: SOURCE, write: sourceWithout([]) },
    ],
    output: 'All done, the tests are green.',
  },
  todos('completed', 'pending'),
)

const rejects = {
  ...players.sage![0]!,
  output: 'Accents are lost.',
  contract: {
    status: 'DONE' as const,
    verdict: 'REJECTED' as const,
    findings: [issueFinding('accents', { category: 'quality' })],
  },
}

/** Says done, and the checks are as red as before. */
const lies = (n: number) => ({
  ...halfway,
  edits: [
    { path: TEST, write: `${testsFor(['dash'])}// ${n}\n` },
    { path: SOURCE, write: sourceWithout([]) },
  ],
  output: 'Everything is done and green now.',
  contract: { ...halfway.contract, todos: todos('completed', 'completed') },
})

const idle = {
  ...players.maker![0]!,
  edits: [],
  run: [],
  output: 'I looked around and thought about it.',
  contract: {
    status: 'DONE_WITH_CONCERNS' as const,
    summary: 'Still thinking.',
    todos: todos('pending', 'pending'),
  },
}

/** Halted without asking, so that the story has an end. */
const ABORTS = { '.wiggum/config.yaml': 'stagnation: { action: abort }\n' }

export const loopScenarios = {
  loop: tell(
    'loop',
    'One agent works in passes: the first is red, a review holds something against the second, the third is proven.',
    {
      strategy: 'loop',
      roles: {
        maker: [
          halfway,
          pass(makes(['dash']), todos('completed', 'in_progress')),
          pass(makes(['dash', 'accents']), todos('completed', 'completed')),
        ],
        sage: [rejects, players.sage![0]!],
      },
    },
  ),
  'loop-liar': tell(
    'loop-liar',
    'The agent calls it done three times while the checks are red, so nothing is accepted and the breaker opens.',
    {
      strategy: 'loop',
      expected: 23,
      files: ABORTS,
      roles: { maker: [lies(1), lies(2), lies(3)] },
    },
  ),
  'loop-stuck': tell(
    'loop-stuck',
    'Three passes change nothing at all, so the breaker opens before more is spent.',
    {
      strategy: 'loop',
      expected: 23,
      files: ABORTS,
      roles: { maker: [idle] },
    },
  ),
} satisfies Partial<Record<DemoName, DemoScenario>>
