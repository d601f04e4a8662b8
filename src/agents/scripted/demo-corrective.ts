import { maker, SOURCE, TEST, type Turns } from './demo-honest.ts'
import { addressedIssues, type IssueName } from './demo-issues.ts'
import { approves, found, makes, players } from './demo-players.ts'
import type { DemoName, DemoScenario } from './demo-scenario.ts'
import { tell } from './demo-tell.ts'

type Turn = Turns[number]

/** Stories in which somebody goes wrong in a known way, and is corrected, replaced, asked about or halted. */

const EXTRAS: Record<string, string> = {
  'src/titles.js': '/** A title for a page. */\nexport const pageTitle = (title) => title.trim()\n',
  'src/words.js': '/** The words of a title. */\nexport const words = (title) => title.split(/\\s+/)\n',
}

/** What the Maker was asked for, and two modules that nobody asked for. */
function rogueWith(fixed: IssueName[]): Turn {
  return {
    ...makes(fixed),
    say: 'While I am here, titles and words could use modules of their own.',
    edits: [...makes(fixed).edits!, ...Object.entries(EXTRAS).map(([path, write]) => ({ path, write }))],
    commit: 'Fix slugs, and add modules for titles and words',
    output: 'Slugs are fixed. I also added modules for titles and words.',
  }
}

const rogue = rogueWith([])

/** It is told, goes on in its own conversation, and takes the modules back. */
const complies: Turn = {
  ...maker[0]!,
  delay_ms: 300,
  resumed: {
    ...maker[0]!,
    say: 'Taking back what the plan does not name.',
    delay_ms: 300,
    edits: [
      ...Object.keys(EXTRAS).map((path) => ({ path, delete: true as const })),
      { path: TEST, write: makes(['dash']).edits![0]!.write! },
      { path: SOURCE, write: makes(['dash']).edits![1]!.write! },
    ],
    commit: 'Leave titles to another change',
    output: 'The modules for titles and words are gone again.',
  },
}

/** It is told, and keeps its modules all the same. */
const persists: Turn = {
  ...rogue,
  resumed: {
    ...rogue,
    say: 'The modules are useful, I keep them.',
    edits: Object.keys(EXTRAS).map((path) => ({ path, append: '// kept\n' })),
    commit: 'Keep the modules for titles and words',
  },
}

export const correctiveScenarios = {
  'maker-corrected': tell(
    'maker-corrected',
    'The Maker adds modules that the plan does not name, is told so, and keeps to the plan in its second try.',
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
        maker: [rogue, persists, makes([]), rogueWith(['dash'])],
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
