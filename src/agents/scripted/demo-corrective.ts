import { maker, SOURCE, TASK, TEST, type Turns } from './demo-honest.ts'
import { addressedIssues } from './demo-issues.ts'
import { approves, found, makes, players } from './demo-players.ts'
import type { DemoName, DemoScenario } from './demo-scenario.ts'

type Turn = Turns[number]

/** Stories in which somebody goes wrong in a known way, and is corrected, replaced, asked about or halted. */

const EXTRA = 'src/titles.js'
const EXTRA_CODE =
  '/** Every word of a title begins with a capital. */\nexport const capitals = (title) => title\n'

/** What the Maker was asked for, and a module that nobody asked for. */
const rogue: Turn = {
  ...makes([]),
  say: 'While I am here, titles could use a module of their own.',
  edits: [...makes([]).edits!, { path: EXTRA, write: EXTRA_CODE }],
  commit: 'Fix slugs, and add a module for titles',
  output: 'Slugs are fixed. I also added a module for titles.',
}

/** It is told, goes on in its own conversation, and takes the module back. */
const complies: Turn = {
  ...maker[0]!,
  delay_ms: 300,
  resumed: {
    ...maker[0]!,
    say: 'Taking back what the plan does not name.',
    delay_ms: 300,
    edits: [
      { path: EXTRA, delete: true },
      { path: TEST, write: makes(['dash']).edits![0]!.write! },
      { path: SOURCE, write: makes(['dash']).edits![1]!.write! },
    ],
    commit: 'Leave titles to another change',
    output: 'The module for titles is gone again.',
  },
}

/** It is told, and keeps its module all the same. */
const persists: Turn = {
  ...rogue,
  resumed: {
    ...rogue,
    say: 'The module is useful, I keep it.',
    edits: [{ path: EXTRA, append: '// kept\n' }],
    commit: 'Keep the module for titles',
  },
}

function tell(name: DemoName, story: string, over: Partial<DemoScenario> & { roles: object }): DemoScenario {
  const { roles, ...rest } = over
  return {
    task: TASK,
    story,
    scenario: { name, roles: { ...players, ...roles } },
    strategy: 'pipeline',
    workflow: 'fast',
    expected: 0,
    files: {},
    meanwhile: null,
    resumes: false,
    ...rest,
  }
}

export const correctiveScenarios = {
  'maker-corrected': tell(
    'maker-corrected',
    'The Maker adds a module that the plan does not name, is told so in its own conversation, and takes it back.',
    { roles: { maker: [rogue, complies] } },
  ),
  'maker-replaced': tell(
    'maker-replaced',
    'A Maker that was corrected in vain is replaced by a fresh one, which keeps to the plan.',
    { roles: { maker: [rogue, persists, { ...maker[0]!, delay_ms: 300 }] } },
  ),
  'maker-asked': tell(
    'maker-asked',
    'The same goes wrong a third time in another cycle, so the user is asked whether the task is right.',
    {
      strategy: 'pdca',
      workflow: 'standard',
      expected: 20,
      roles: {
        creator: [
          players.creator![0]!,
          {
            ...players.creator![0]!,
            contract: { ...players.creator![0]!.contract, addressed: addressedIssues(['dash']) },
          },
        ],
        maker: [rogue, persists, makes([]), rogue],
        guardian: [found('dash'), approves],
      },
    },
  ),
  'maker-halted': tell(
    'maker-halted',
    'Whoever plays the Maker leaves the plan three times in one cycle, so wiggum halts the run and keeps the work.',
    { expected: 22, roles: { maker: [rogue, persists, rogue] } },
  ),
} satisfies Partial<Record<DemoName, DemoScenario>>
