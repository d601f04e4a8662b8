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

/** Half of it is done when its window is full. */
const cutOff = { ...makes(['dash']), commit: false as const, context: 'exhausted' as const }

/** What the weather was like has nothing to do with addresses. */
const WEATHER: Record<string, string> = Object.fromEntries(
  ['rain', 'wind', 'sun'].map((kind) => [`src/weather/${kind}.js`, readings(kind)]),
)

function readings(kind: string): string {
  const cities = ['Oslo', 'Bergen', 'Kyoto', 'Lima', 'Quito', 'Dakar', 'Turin', 'Perth', 'Cairo', 'Hanoi']
  const one = (city: string) =>
    `/** Zero where nobody measured. */\nexport function ${kind}In${city}(station) {\n  return station.${kind}.${city} ?? 0\n}\n`
  return cities.map(one).join('\n')
}

/** The dash is gone, and there is a weather station. */
const wanders = pass(
  {
    ...makes(['dash']),
    edits: [...makes(['dash']).edits!, ...Object.entries(WEATHER).map(([path, write]) => ({ path, write }))],
    output: 'The dash is gone, and readings of the weather can be taken now.',
  },
  todos('completed', 'completed'),
)

const comesBack = pass(
  {
    ...makes(['dash']),
    edits: Object.keys(WEATHER).map((path) => ({ path, delete: true as const })),
    output: 'The readings of the weather are gone again.',
    commit: 'Leave the weather out of it',
  },
  todos('completed', 'completed'),
)

/** What it would clean up is not its own, not even in a sandbox, whose folder for temporary files is. */
const REACHES_OUT = { command: 'rm -rf /srv/wiggum-demo-shared-cache' }

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
  'loop-context': tell(
    'loop-context',
    'The agent’s window is full in the middle of pass 2: a checkpoint is written, and the same pass goes on in a fresh one.',
    {
      strategy: 'loop',
      roles: {
        maker: [halfway, cutOff, pass(makes(['dash', 'accents']), todos('completed', 'completed'))],
      },
    },
  ),
  'loop-drift': tell(
    'loop-drift',
    'Green and approved, but most of it is not what was asked for: the agent is told so, and comes back to the task.',
    { strategy: 'loop', roles: { maker: [wanders, comesBack] } },
  ),
  'loop-asks': tell(
    'loop-asks',
    'The agent wants to delete something outside its workspace: it is refused at once, and you are asked before it goes on.',
    {
      strategy: 'loop',
      expected: 20,
      roles: {
        maker: [
          pass({ ...makes(['dash', 'accents']), asks: [REACHES_OUT] }, todos('completed', 'completed')),
        ],
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
